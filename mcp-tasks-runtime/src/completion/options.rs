//! What descriptors of prompts and of templates have in common: how completion is set.

/// The methods that set completion; the descriptor has a member `completers`.
macro_rules! completion_options {
    ($name:ident, $what:literal) => {
        #[doc = concat!("Sets the function that suggests values for ", $what, ".")]
        pub fn with_completion<F, R>(mut self, $name: impl Into<String>, complete: F) -> Self
        where
            F: Fn($crate::CompletionRequest, $crate::TaskContext) -> R + Send + Sync + 'static,
            R: Future<Output = Result<$crate::Completion, $crate::ToolError>> + Send + 'static,
        {
            let completer = $crate::completion::Completer::new(complete);
            self.completers.set($name.into(), completer);
            self
        }

        #[doc = concat!(
            "Sets the values to suggest for ", $what, ": those that begin with what is typed."
        )]
        pub fn with_values<V: Into<String>>(
            mut self,
            $name: impl Into<String>,
            values: impl IntoIterator<Item = V>,
        ) -> Self {
            let values = values.into_iter().map(Into::into).collect();
            let completer = $crate::completion::Completer::one_of(values);
            self.completers.set($name.into(), completer);
            self
        }
    };
}

pub(crate) use completion_options;
