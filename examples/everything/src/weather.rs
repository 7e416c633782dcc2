//! The weather of a few cities, from a table of illustrative sample data that ships with the
//! program. It asks nobody, so that it always gives the same answer.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;

/// One plausible day for each city; see `data/README.md`.
const TABLE: &str = include_str!("../data/cities.csv");

/// So many suggestions are made at most.
const MOST_SUGGESTIONS: usize = 3;

/// The weather of one city; its text is what the tool answers.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Weather {
    city: String,
    temperature_f: i16,
    conditions: String,
}

impl fmt::Display for Weather {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            city,
            temperature_f,
            conditions,
        } = self;
        write!(
            f,
            "Current weather in {city}:\nTemperature: {temperature_f}°F\nConditions: {conditions}"
        )
    }
}

/// The cities whose weather is known.
#[derive(Debug)]
pub(crate) struct Cities {
    /// By what [`plain`] makes of their names.
    by_name: HashMap<String, Weather>,
}

impl Cities {
    /// Reads the table.
    ///
    /// # Errors
    ///
    /// When a line of it is malformed.
    pub(crate) fn load() -> Result<Self, csv::Error> {
        let mut by_name = HashMap::new();
        for weather in csv::Reader::from_reader(TABLE.as_bytes()).into_deserialize() {
            let weather: Weather = weather?;
            by_name.insert(plain(&weather.city), weather);
        }
        Ok(Self { by_name })
    }

    /// The weather of a city, whose name may be in any case and without accents.
    ///
    /// # Errors
    ///
    /// When the city is not in the table; the error suggests those with a similar name.
    pub(crate) fn weather(&self, city: &str) -> Result<&Weather, UnknownCity> {
        let name = plain(city);
        self.by_name.get(&name).ok_or_else(|| UnknownCity {
            city: city.trim().to_owned(),
            known: self.by_name.len(),
            similar: self.similar(&name),
        })
    }

    /// The cities whose name is the most similar, the nearest first.
    fn similar(&self, name: &str) -> Vec<String> {
        let mut similar: Vec<_> = self
            .by_name
            .iter()
            .filter_map(|(known, weather)| Some((dissimilarity(name, known)?, &weather.city)))
            .collect();
        similar.sort_unstable();
        similar
            .into_iter()
            .take(MOST_SUGGESTIONS)
            .map(|(_, city)| city.clone())
            .collect()
    }
}

/// A city that is not in the table.
#[derive(Debug, PartialEq, thiserror::Error)]
#[error("the weather in `{city}` is not known; {}", advice(.similar, *.known))]
pub(crate) struct UnknownCity {
    city: String,
    known: usize,
    similar: Vec<String>,
}

fn advice(similar: &[String], known: usize) -> String {
    match similar {
        [] => format!("that of {known} large cities is, such as New York, Tokyo or Nairobi"),
        [only] => format!("did you mean {only}?"),
        [others @ .., last] => format!("did you mean {} or {last}?", others.join(", ")),
    }
}

/// A name in lower case, without accents, and with single spaces.
fn plain(name: &str) -> String {
    let words: Vec<_> = name.split_whitespace().collect();
    let lower = words.join(" ").to_lowercase();
    lower.chars().map(without_accent).collect()
}

fn without_accent(letter: char) -> char {
    match letter {
        'á' | 'à' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'ç' => 'c',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        other => other,
    }
}

/// How far two plain names are apart; `None` when they are not similar.
fn dissimilarity(name: &str, known: &str) -> Option<usize> {
    /// No name is this short by mistake.
    const SHORTEST: usize = 3;
    let (length, known_length) = (name.chars().count(), known.chars().count());
    // `New York City` and `york` are as good as a slip of one letter.
    if length >= SHORTEST && (known.contains(name) || name.contains(known)) {
        return Some(1);
    }
    let longer = length.max(known_length);
    // Checked first: a long name would take long to compare, and is not similar anyway.
    if longer - length.min(known_length) > longer / 3 {
        return None;
    }
    Some(edits(name, known)).filter(|edits| *edits <= longer / 3)
}

/// How many letters must be inserted, removed or replaced to make one name of the other.
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    // What it takes to make each prefix of `to` from the letters of `from` seen so far.
    let mut costs: Vec<usize> = (0..=to.len()).collect();
    for (row, letter) in from.chars().enumerate() {
        let mut diagonal = row;
        costs[0] = row + 1;
        for (column, other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = costs[column + 1];
            costs[column + 1] = replaced.min(diagonal + 1).min(costs[column] + 1);
        }
    }
    costs[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(city: &str) -> String {
        match Cities::load().unwrap().weather(city) {
            Ok(weather) => weather.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn the_answer_is_three_lines() {
        assert_eq!(
            answer("New York"),
            "Current weather in New York:\nTemperature: 72°F\nConditions: Partly cloudy"
        );
    }

    #[test]
    fn every_city_is_found_by_its_own_name() {
        let cities = Cities::load().unwrap();
        assert_eq!(cities.by_name.len(), TABLE.lines().count() - 1);
        for weather in cities.by_name.values() {
            assert_eq!(cities.weather(&weather.city), Ok(weather));
            assert!(plain(&weather.city).is_ascii(), "{}", weather.city);
        }
    }

    #[test]
    fn case_spaces_and_accents_make_no_difference() {
        for city in ["new york", "NEW YORK", "  New   York\n"] {
            assert_eq!(answer(city), answer("New York"), "{city:?}");
        }
        assert_eq!(answer("sao paulo"), answer("São Paulo"));
        assert_eq!(answer("ZÜRICH"), answer("zurich"));
    }

    #[test]
    fn a_slip_is_answered_with_what_was_meant() {
        for (slip, meant) in [
            ("New Yrok", "New York"),
            ("york", "New York"),
            ("New York City", "New York"),
            ("Paris, France", "Paris"),
            ("Londn", "London"),
            ("Reykyavik", "Reykjavík"),
        ] {
            let expected = format!("the weather in `{slip}` is not known; did you mean {meant}?");
            assert_eq!(answer(slip), expected);
        }
    }

    #[test]
    fn several_similar_names_are_all_suggested() {
        assert!(answer("new").ends_with("did you mean New Orleans or New York?"));
        assert!(answer("san").ends_with("did you mean San Francisco or Santiago?"));
    }

    #[test]
    fn a_name_like_none_is_answered_with_examples() {
        let long = "x".repeat(100_000);
        for city in ["Atlantis-on-Sea", "", "x", long.as_str()] {
            let answer = answer(city);
            assert!(answer.ends_with("large cities is, such as New York, Tokyo or Nairobi"));
        }
    }

    #[test]
    fn edits_are_counted_by_letter() {
        for (from, to, expected) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("é", "e", 1),
        ] {
            assert_eq!(edits(from, to), expected, "{from} → {to}");
        }
    }
}
