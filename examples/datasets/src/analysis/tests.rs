//! Whole files, small and odd.

use super::*;
use crate::testing::Scratch;

fn try_analyze(csv: impl AsRef<[u8]>) -> Result<Report, AnalysisError> {
    let csv = csv.as_ref();
    let mut analysis = Analysis::from_reader("test.csv", csv, csv.len() as u64)?;
    while analysis.step(2)? {}
    assert_eq!(analysis.read_bytes(), analysis.total_bytes());
    Ok(analysis.finish())
}

fn analyze(csv: impl AsRef<[u8]>) -> Report {
    try_analyze(csv).unwrap()
}

fn message(csv: impl AsRef<[u8]>) -> String {
    try_analyze(csv).unwrap_err().to_string()
}

fn names(report: &Report) -> Vec<&str> {
    report
        .columns
        .iter()
        .map(|column| column.name.as_str())
        .collect()
}

fn frequent(value: &str, count: u64) -> Option<FrequentValue> {
    Some(FrequentValue {
        value: value.to_owned(),
        count,
    })
}

fn shipped(name: &str) -> Report {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(name);
    let mut analysis = Analysis::open_as(name, path).unwrap();
    while analysis.step(50).unwrap() {}
    analysis.finish()
}

#[test]
fn penguins() {
    let report = shipped("penguins.csv");
    assert_eq!(
        (report.dataset.as_str(), report.rows),
        ("penguins.csv", 344)
    );
    assert_eq!(report.columns.len(), 8);

    let species = &report.columns[0];
    assert_eq!(
        (species.kind, species.count, species.missing),
        (ColumnKind::Text, 344, 0)
    );
    assert_eq!(species.distinct, Some(3));
    assert_eq!(species.most_frequent, frequent("Adelie", 152));
    assert_eq!(species.numbers, None);

    let mass = &report.columns[5];
    assert_eq!(mass.name, "body_mass_g");
    assert_eq!(
        (mass.kind, mass.count, mass.missing),
        (ColumnKind::Number, 342, 2)
    );
    let numbers = mass.numbers.unwrap();
    assert_eq!((numbers.min, numbers.max), (2700.0, 6300.0));
    assert!((numbers.mean - 4_201.754_385_964_912).abs() < 1e-9);
    assert!((numbers.standard_deviation.unwrap() - 801.954_535_698_095_5).abs() < 1e-9);
}

#[test]
fn penguins_as_recorded() {
    let report = shipped("penguins-raw.csv");
    assert_eq!((report.rows, report.columns.len()), (344, 17));
    let column = |name| {
        report
            .columns
            .iter()
            .find(|column| column.name == name)
            .unwrap()
    };

    assert_eq!(
        column("Stage").most_frequent,
        frequent("Adult, 1 Egg Stage", 344)
    );
    assert_eq!(column("Clutch Completion").kind, ColumnKind::Boolean);
    assert_eq!(column("Comments").missing, 290);

    let eggs = column("Date Egg");
    assert_eq!((eggs.kind, eggs.distinct), (ColumnKind::Date, Some(50)));
    let DateSummary { earliest, latest } = eggs.dates.clone().unwrap();
    assert_eq!(
        (earliest.as_str(), latest.as_str()),
        ("2007-11-09", "2009-12-01")
    );
}

#[test]
fn quoted_fields_hold_commas_quotes_and_lines() {
    let report = analyze("a,\"b, c\"\n\"1,5\",\"say \"\"hi\"\"\"\n\"two\nlines\",x\n");
    assert_eq!(names(&report), ["a", "b, c"]);
    assert_eq!(report.rows, 2);
    assert_eq!(report.columns[0].kind, ColumnKind::Text);
}

#[test]
fn line_ends_and_a_byte_order_mark_make_no_difference() {
    let expected = analyze("a,b\n1,x\n2,x\n");
    for csv in [
        "a,b\r\n1,x\r\n2,x\r\n",
        "a,b\n1,x\n2,x",
        "a,b\r\n1,x\r\n2,x",
        "\u{feff}a,b\n1,x\n2,x\n",
        "\"a\",\"b\"\r\n\"1\",\"x\"\r\n\"2\",\"x\"\r\n",
        "\n\na,b\n\n1,x\n   \n2,x\n\n\n",
        "\r\na,b\r\n\r\n1,x\r\n2,x\r\n\r\n",
        " a , b \n 1 ,x\n2, x\n",
    ] {
        assert_eq!(analyze(csv), expected, "{csv:?}");
    }
}

#[test]
fn missing_cells_are_counted_and_left_out() {
    let report = analyze("n,t\n1,x\n,\nNA,NA\nNaN,null\n3, \n");
    let [n, t] = &report.columns[..] else {
        panic!("{report:?}")
    };
    assert_eq!((n.kind, n.count, n.missing), (ColumnKind::Number, 2, 3));
    assert_eq!(n.numbers.unwrap().mean, 2.0);
    assert_eq!((t.kind, t.count, t.missing), (ColumnKind::Text, 1, 4));
}

#[test]
fn a_column_without_values_is_empty() {
    let report = analyze("a,b\n,NA\n,\n");
    let column = &report.columns[0];
    assert_eq!(
        (column.kind, column.count, column.missing),
        (ColumnKind::Empty, 0, 2)
    );
    assert_eq!((column.distinct, &column.most_frequent), (Some(0), &None));
}

#[test]
fn a_column_of_several_kinds_is_text() {
    let report = analyze("a,b,c\n1,yes,2020-01-01\n2,no,yes\nthree,1,2020-01-02\n");
    for column in &report.columns {
        assert_eq!(column.kind, ColumnKind::Text, "{}", column.name);
        assert_eq!((&column.numbers, &column.dates), (&None, &None));
        assert_eq!(column.distinct, Some(3));
    }
}

#[test]
fn huge_numbers_stay_numbers_and_survive_json() {
    let report = analyze("n,i\n1e308,1e999\n-1e308,1\n1e308,2\n");
    let numbers = report.columns[0].numbers.unwrap();
    assert!(numbers.mean.is_finite());
    assert_eq!(numbers.standard_deviation, None);
    // What overflows a double is no number.
    assert_eq!(report.columns[1].kind, ColumnKind::Text);
    let json = serde_json::to_string(&report).unwrap();
    assert!(!json.contains("null"), "{json}");
    let back: Report = serde_json::from_str(&json).unwrap();
    assert_eq!(back.columns[1], report.columns[1]);
}

#[test]
fn a_million_different_values_are_not_kept() {
    let mut csv = String::from("id,group\n");
    for row in 0..1_000_000_u32 {
        csv.push_str(&format!("id-{row},{}\n", row % 7));
    }
    let report = analyze(csv);
    assert_eq!(report.rows, 1_000_000);
    let [id, group] = &report.columns[..] else {
        panic!("{report:?}")
    };
    assert_eq!(
        (id.count, id.distinct, &id.most_frequent),
        (1_000_000, None, &None)
    );
    assert_eq!(
        (group.distinct, &group.most_frequent),
        (Some(7), &frequent("0", 142_858))
    );
}

#[test]
fn one_column_needs_no_comma() {
    let report = analyze("n\n1\n\"\"\n3\n");
    assert_eq!((report.rows, report.columns[0].missing), (3, 1));
}

#[test]
fn a_header_alone_is_a_data_set_without_rows() {
    let report = analyze("a,b");
    assert_eq!((report.rows, names(&report)), (0, vec!["a", "b"]));
}

#[test]
fn unnamed_columns_are_called_by_their_place() {
    assert_eq!(
        names(&analyze(",a, ,2020\n1,2,3,4\n")),
        ["column 1", "a", "column 3", "2020"]
    );
}

#[test]
fn an_empty_file_and_one_without_header_are_refused() {
    for csv in ["", "\n\n", "\u{feff}", "  \n", "\r\n\r\n"] {
        assert!(
            matches!(try_analyze(csv), Err(AnalysisError::Empty)),
            "{csv:?}"
        );
    }
    for csv in ["1,2\n3,4\n", ",,\n1,2,3\n", "NA,1\n2,3\n"] {
        assert!(
            matches!(try_analyze(csv), Err(AnalysisError::NoHeader)),
            "{csv:?}"
        );
    }
}

#[test]
fn a_ragged_row_is_told_by_its_line() {
    for (csv, expected) in [
        ("a,b\n1,2\n3\n", "line 3 has 1 field, the header has 2"),
        (
            "a,b\r\n1,2\r\n3\r\n",
            "line 3 has 1 field, the header has 2",
        ),
        ("a,b\n1,2\n3,4,5", "line 3 has 3 fields, the header has 2"),
        ("a,b\n\n\n1\n", "line 4 has 1 field, the header has 2"),
        (
            "a,b\r\n\r\n1,2\r\n1,2,3\r\n",
            "line 4 has 3 fields, the header has 2",
        ),
        (
            "a,b\n\"x\ny\",2\n3\n",
            "line 4 has 1 field, the header has 2",
        ),
        ("\u{feff}a,b\n1\n", "line 2 has 1 field, the header has 2"),
    ] {
        assert_eq!(message(csv), expected, "{csv:?}");
    }
}

#[test]
fn what_is_not_utf8_is_told_by_its_line() {
    assert_eq!(message(b"a,b\n1,2\n\xff,4\n"), "line 3 is not UTF-8");
    assert_eq!(message(b"a,b\r\n1,2\r\n3,\xc3\r\n"), "line 3 is not UTF-8");
    assert_eq!(message(b"caf\xe9,b\n1,2\n"), "line 1 is not UTF-8");
}

#[test]
fn a_limit_ends_the_reading() {
    let csv = "a\n1\n2\n3\n4\n";
    let open = || Analysis::from_reader("x", csv.as_bytes(), csv.len() as u64).unwrap();
    let mut analysis = open().with_limit(3);
    assert!(analysis.step(2).unwrap());
    assert_eq!(analysis.rows(), 2);
    assert!(!analysis.step(2).unwrap());
    assert!(!analysis.step(2).unwrap());
    assert_eq!(analysis.finish().rows, 3);

    assert!(!open().with_limit(0).step(1).unwrap());
    let mut all = open().with_limit(None);
    while all.step(10).unwrap() {}
    assert_eq!(all.finish().rows, 4);
}

#[test]
fn bytes_grow_with_every_step() {
    let csv = "a,b\r\n1,2\r\n3,4\r\n5,6\r\n";
    let mut analysis = Analysis::from_reader("x", csv.as_bytes(), csv.len() as u64).unwrap();
    let mut seen = vec![analysis.read_bytes()];
    while analysis.step(1).unwrap() {
        seen.push(analysis.read_bytes());
    }
    assert_eq!(seen, [5, 10, 15, 20]);
}

#[test]
fn files_that_do_not_open_are_told_apart() {
    let scratch = Scratch::new("open");
    let none = scratch.path().join("none.csv");
    let error = Analysis::open(&none).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("there is no file `{}`", none.display())
    );
    let error = Analysis::open_as("data", scratch.path()).unwrap_err();
    assert_eq!(error.to_string(), "`data` is not a file");
}

#[test]
fn the_schema_describes_every_field() {
    let schema = schemars::schema_for!(Report).to_value();
    assert_eq!(schema["properties"]["rows"]["type"], "integer");
    let numbers = &schema["$defs"]["NumberSummary"]["properties"];
    assert_eq!(numbers["mean"]["description"], "The arithmetic mean.");
}

#[test]
fn an_analysis_can_move_to_another_thread() {
    fn is_send<T: Send + 'static>() {}
    is_send::<Analysis>();
}
