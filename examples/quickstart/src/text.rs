//! How wide text is on a terminal, and how it is made to fit.
//!
//! Near enough for a table: it knows wide East Asian letters, emoji and combining accents, but not
//! every sequence that a terminal draws as one.

/// How many cells of the terminal `text` takes.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(letter_width).sum()
}

/// `text` on one line and no wider than `most`: control characters become spaces, and what is too
/// long ends in `…`.
pub(crate) fn fit(text: &str, most: usize) -> String {
    let line: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if width(&line) <= most {
        return line;
    }
    let mut used = 1;
    let kept = line.chars().take_while(|letter| {
        used += letter_width(*letter);
        used <= most
    });
    let mut kept: String = kept.collect();
    kept.truncate(kept.trim_end().len());
    if most > 0 {
        kept.push('…');
    }
    kept
}

/// `text` with spaces after it, `wide` in all.
pub(crate) fn left(text: &str, wide: usize) -> String {
    format!("{text}{}", spaces(text, wide))
}

/// `text` with spaces before it, `wide` in all.
pub(crate) fn right(text: &str, wide: usize) -> String {
    format!("{}{text}", spaces(text, wide))
}

fn spaces(text: &str, wide: usize) -> String {
    " ".repeat(wide.saturating_sub(width(text)))
}

fn letter_width(letter: char) -> usize {
    match u32::from(letter) {
        // Combining accents, joiners, marks of direction, variation selectors.
        0x0300..=0x036F | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x2064 => 0,
        0x20D0..=0x20FF | 0xFE00..=0xFE0F | 0xFE20..=0xFE2F | 0xFEFF => 0,
        // East Asian letters of full width, and emoji.
        0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF => 2,
        0xFE30..=0xFE6F | 0xFF01..=0xFF60 | 0xFFE0..=0xFFE6 => 2,
        0x1F300..=0x1F64F | 0x1F680..=0x1F6FF | 0x1F900..=0x1FAFF | 0x20000..=0x3FFFD => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_take_two_cells_and_accents_none() {
        for (text, expected) in [
            ("", 0),
            ("abc", 3),
            ("é", 1),
            ("e\u{301}", 1),
            ("東京", 4),
            ("🐧", 2),
            ("한글", 4),
        ] {
            assert_eq!(width(text), expected, "{text}");
        }
    }

    #[test]
    fn what_fits_is_left_alone() {
        assert_eq!(fit("abc", 3), "abc");
        assert_eq!(fit("東京", 4), "東京");
    }

    #[test]
    fn what_is_too_long_ends_in_an_ellipsis() {
        for (text, most, expected) in [
            ("abcdef", 4, "abc…"),
            ("ab cdef", 4, "ab…"),
            ("東京都", 4, "東…"),
            ("abc", 1, "…"),
            ("abc", 0, ""),
        ] {
            let fitted = fit(text, most);
            assert_eq!(fitted, expected);
            assert!(width(&fitted) <= most);
        }
    }

    #[test]
    fn nothing_in_the_data_can_steer_the_terminal() {
        assert_eq!(fit("a\nb\t\u{1b}[31mc\u{7}", 20), "a b  [31mc ");
        assert_eq!(fit("\u{9b}2J", 20), " 2J");
    }

    #[test]
    fn padding_counts_cells() {
        assert_eq!(left("東", 4), "東  ");
        assert_eq!(right("é", 3), "  é");
        assert_eq!(left("abc", 2), "abc");
    }
}
