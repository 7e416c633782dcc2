//! What an analysis finds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A summary of a data set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The data set's name.
    pub dataset: String,
    /// How many rows were read, without the header.
    pub rows: u64,
    /// The columns, in the order of the file.
    pub columns: Vec<ColumnSummary>,
}

/// A summary of one column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ColumnSummary {
    /// The column's name; `column 3`, say, when the header gives none.
    pub name: String,
    /// What its values are.
    pub kind: ColumnKind,
    /// In how many rows there is a value.
    pub count: u64,
    /// In how many rows there is none.
    pub missing: u64,
    /// How many different values there are; absent when they are too many to be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct: Option<u64>,
    /// The value that occurs most often; absent when none occurs twice, or when there are too many
    /// different ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_frequent: Option<FrequentValue>,
    /// Figures on a column of numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<NumberSummary>,
    /// Figures on a column of dates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dates: Option<DateSummary>,
}

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    /// There are none.
    Empty,
    /// Numbers.
    Number,
    /// `true` and `false`, or `yes` and `no`.
    Boolean,
    /// Dates such as 2009-11-18.
    Date,
    /// Anything else, or of several kinds.
    Text,
}

/// A value and how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FrequentValue {
    /// The value.
    pub value: String,
    /// How often it occurs.
    pub count: u64,
}

/// Figures on a column of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NumberSummary {
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// The arithmetic mean.
    pub mean: f64,
    /// The standard deviation of the sample; absent for a single number, or when it is too large
    /// for a double.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard_deviation: Option<f64>,
}

/// Figures on a column of dates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DateSummary {
    /// The first day.
    pub earliest: String,
    /// The last day.
    pub latest: String,
}
