//! Framing: lines out of chunks of bytes, with bounded memory.

/// A line, without its end; never empty or blank.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame<'a> {
    /// A whole line.
    Line(&'a [u8]),
    /// A line that was longer than the limit, and skipped.
    TooLong,
}

/// Cuts a stream of chunks into lines. No I/O.
#[derive(Debug)]
pub(crate) struct LineDecoder {
    /// What came and is not yet given out begins at `at`.
    buffer: Vec<u8>,
    at: usize,
    /// Up to here it has been searched for the end of a line.
    searched: usize,
    longest: usize,
    /// Within a line that is already too long.
    skipping: bool,
}

/// What some writers put before their first line.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The buffer is given back when it holds nothing and is larger than this.
const KEEP_CAPACITY: usize = 256 * 1024;

impl LineDecoder {
    /// Lines of more than `longest` bytes are skipped.
    pub(crate) fn new(longest: usize) -> Self {
        Self {
            buffer: Vec::new(),
            at: 0,
            searched: 0,
            longest,
            skipping: false,
        }
    }

    /// Takes in the next chunk. The lines before it should have been taken out.
    pub(crate) fn push(&mut self, chunk: &[u8]) {
        self.buffer.drain(..self.at);
        self.searched -= self.at;
        self.at = 0;
        if self.buffer.is_empty() && self.buffer.capacity() > KEEP_CAPACITY {
            self.buffer = Vec::new();
        }
        self.buffer.extend_from_slice(chunk);
    }

    /// The next line of what came.
    pub(crate) fn next(&mut self) -> Option<Frame<'_>> {
        loop {
            let unsearched = self.buffer.get(self.searched..).unwrap_or_default();
            let Some(length) = memchr::memchr(b'\n', unsearched) else {
                self.keep_the_rest();
                return None;
            };
            let (start, end) = (self.at, self.searched + length);
            self.at = end + 1;
            self.searched = self.at;
            let skipped = std::mem::take(&mut self.skipping);
            if skipped || end - start > self.longest {
                return Some(Frame::TooLong);
            }
            if !is_blank(trim(&self.buffer[start..end])) {
                return Some(Frame::Line(trim(&self.buffer[start..end])));
            }
        }
    }

    /// The last line, when the stream ended without a line end.
    pub(crate) fn finish(&mut self) -> Option<Frame<'_>> {
        let start = std::mem::replace(&mut self.at, self.buffer.len());
        self.searched = self.buffer.len();
        if std::mem::take(&mut self.skipping) || self.buffer.len() - start > self.longest {
            return Some(Frame::TooLong);
        }
        let line = trim(&self.buffer[start..]);
        (!is_blank(line)).then_some(Frame::Line(line))
    }

    fn keep_the_rest(&mut self) {
        self.searched = self.buffer.len();
        if self.skipping || self.buffer.len() - self.at > self.longest {
            self.skipping = true;
            self.at = self.buffer.len();
        }
    }
}

/// The line without a byte order mark before it and the carriage return of a CRLF.
fn trim(line: &[u8]) -> &[u8] {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All frames of these chunks; a line that is too long as `None`.
    fn frames(longest: usize, chunks: &[&[u8]]) -> Vec<Option<Vec<u8>>> {
        let own = |frame: Frame<'_>| match frame {
            Frame::Line(line) => Some(line.to_vec()),
            Frame::TooLong => None,
        };
        let mut decoder = LineDecoder::new(longest);
        let mut all = Vec::new();
        for chunk in chunks {
            decoder.push(chunk);
            while let Some(frame) = decoder.next() {
                all.push(own(frame));
            }
        }
        all.extend(decoder.finish().map(own));
        all
    }

    fn line(text: &str) -> Option<Vec<u8>> {
        Some(text.as_bytes().to_vec())
    }

    #[test]
    fn lines_are_the_same_however_they_are_chunked() {
        let text = b"\xef\xbb\xbfone\r\n\n  \ntwo two\nthree";
        let expected = vec![line("one"), line("two two"), line("three")];
        for size in 1..=text.len() {
            let chunks: Vec<&[u8]> = text.chunks(size).collect();
            assert_eq!(frames(100, &chunks), expected, "in chunks of {size}");
        }
    }

    #[test]
    fn a_line_at_the_limit_passes_and_one_beyond_is_skipped() {
        for size in 1..=20 {
            let chunks: Vec<&[u8]> = b"12345\n123456\n1234\n".chunks(size).collect();
            assert_eq!(
                frames(5, &chunks),
                [line("12345"), None, line("1234")],
                "by {size}"
            );
        }
        assert_eq!(frames(5, &[b"1234567"]), [None], "without a line end");
    }

    #[test]
    fn an_endless_line_keeps_no_memory() {
        let mut decoder = LineDecoder::new(1000);
        for _ in 0..10_000 {
            decoder.push(&[b'x'; 1000]);
            assert_eq!(decoder.next(), None);
            assert!(decoder.buffer.capacity() < 10_000);
        }
        decoder.push(b"\nnext\n");
        assert_eq!(decoder.next(), Some(Frame::TooLong));
        assert_eq!(decoder.next(), Some(Frame::Line(b"next")));
    }
}
