//! Analyses the CSV file that is named on the command line and shows the result as a table.

mod bar;
mod table;
mod text;

use std::error::Error;
use std::iter;
use std::process::ExitCode;

use bar::Bar;
use datasets::analysis::{Analysis, Report};

/// Between two looks at the progress bar.
const ROWS_PER_STEP: u64 = 1_000;

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: quickstart FILE.csv");
        return ExitCode::FAILURE;
    };
    match Analysis::open(path).and_then(analyze) {
        Ok(report) => {
            print!("{}", table::render(&report));
            ExitCode::SUCCESS
        }
        Err(error) => {
            let causes = iter::successors(Some(&error as &dyn Error), |&error| error.source());
            let causes: Vec<_> = causes.map(ToString::to_string).collect();
            eprintln!("error: {}", causes.join(": "));
            ExitCode::FAILURE
        }
    }
}

fn analyze(mut analysis: Analysis) -> Result<Report, datasets::analysis::AnalysisError> {
    let mut bar = Bar::stderr("Analysing");
    #[expect(clippy::cast_precision_loss, reason = "a bar is not that precise")]
    while analysis.step(ROWS_PER_STEP)? {
        bar.set(
            analysis.read_bytes() as f64,
            Some(analysis.total_bytes() as f64),
        );
    }
    bar.finish();
    Ok(analysis.finish())
}
