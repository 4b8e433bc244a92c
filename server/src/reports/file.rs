//! Reports as files: CSV and XLSX. A text can never be read as a formula (Protocol, 'Reports').

use super::record::Kept;
use super::table::Table;
use super::zone::Zone;
use actors_core::session::course::Missed;
use actors_core::session::report::spans::Spans;
use actors_core::session::report::sums::Sums;
use actors_core::time::Span;
use rust_xlsxwriter::{Workbook, Worksheet, XlsxError};
use std::borrow::Cow;
use std::time::Duration;

/// The most rows of a workbook (Protocol, 'Reports').
pub const XLSX_ROWS_MAX: u64 = 100_000;

/// The most rows of a CSV file (Protocol, 'Reports').
pub const CSV_ROWS_MAX: u64 = 1_000_000;

/// A spreadsheet reads CSV with this mark as UTF-8.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// What a cell holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A text.
    Text(String),
    /// A count.
    Count(u64),
    /// Seconds.
    Seconds(Span),
}

/// The columns of a report.
pub const REPORT_COLUMNS: [&str; 28] = [
    "key",
    "name",
    "sessions",
    "asked",
    "answered",
    "missed",
    "abandoned",
    "waitingMean",
    "waitingMedian",
    "waitingP90",
    "firstAnswerMean",
    "firstAnswerMedian",
    "firstAnswerP90",
    "nextAnswers",
    "nextAnswerMean",
    "nextAnswerLongest",
    "resolutionMean",
    "resolutionMedian",
    "resolutionP90",
    "robotAsked",
    "robotResolved",
    "robotAnswers",
    "robotUnknown",
    "ratings",
    "stars",
    "solved",
    "rescues",
    "responseRate",
];

/// The columns of sessions.
pub const SESSION_COLUMNS: [&str; 18] = [
    "userId",
    "session",
    "channelId",
    "groupId",
    "adminIds",
    "tags",
    "started",
    "ended",
    "waiting",
    "firstAnswer",
    "nextAnswers",
    "resolution",
    "missed",
    "star",
    "solved",
    "rescues",
    "robotAnswers",
    "robotUnknown",
];

/// The columns of agents' time.
pub const AGENT_COLUMNS: [&str; 6] = ["adminId", "name", "online", "busy", "away", "chatting"];

/// The rows of a report: all first, then each.
pub fn rows_of(table: &Table, name: impl Fn(&str) -> Option<String>) -> Vec<Vec<Cell>> {
    let mut rows = vec![report_row("total", "", &table.total)];
    for (key, sums) in &table.rows {
        rows.push(report_row(key, &name(key).unwrap_or_default(), sums));
    }
    rows
}

fn report_row(key: &str, name: &str, sums: &Sums) -> Vec<Cell> {
    let mut row = vec![Cell::Text(key.to_owned()), Cell::Text(name.to_owned())];
    let counts = |row: &mut Vec<Cell>, counts: &[u64]| {
        row.extend(counts.iter().map(|count| Cell::Count(*count)));
    };
    let Sums {
        sessions,
        asked,
        answered,
        missed,
        abandoned,
        ..
    } = sums;
    counts(
        &mut row,
        &[*sessions, *asked, *answered, *missed, *abandoned],
    );
    row.extend(times(&sums.waiting));
    row.extend(times(&sums.first_answer));
    let answers = sums.next_answers;
    let count = u64::from(answers.count);
    let mean = answers.total.as_millis().checked_div(count);
    row.push(Cell::Count(count));
    row.push(seconds(mean.map(Span::from_millis)));
    row.push(seconds((count > 0).then_some(answers.longest)));
    row.extend(times(&sums.resolution));
    counts(
        &mut row,
        &[
            sums.robot_asked,
            sums.robot_resolved,
            sums.robot_answers,
            sums.robot_unknown,
            sums.ratings,
            sums.stars,
            sums.solved,
            sums.rescues,
        ],
    );
    let rate = (sums.ratings * 100).checked_div(*sessions);
    row.push(rate.map_or(Cell::Empty, |rate| Cell::Text(format!("{rate} %"))));
    row
}

fn times(spans: &Spans) -> [Cell; 3] {
    [spans.mean(), spans.percentile(50), spans.percentile(90)].map(seconds)
}

fn seconds(span: Option<Span>) -> Cell {
    span.map_or(Cell::Empty, Cell::Seconds)
}

/// The row of a session.
pub fn session_row(kept: &Kept, zone: Zone) -> Vec<Cell> {
    let report = &kept.report;
    let text = |text: String| Cell::Text(text);
    let joined = |names: Vec<String>| Cell::Text(names.join(" "));
    let rating = report.rating;
    vec![
        text(
            kept.visitor
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
        ),
        Cell::Count(report.session.0.into()),
        text(report.channel.to_string()),
        text(
            report
                .group
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
        ),
        joined(report.agents.iter().map(ToString::to_string).collect()),
        joined(report.tags.iter().map(ToString::to_string).collect()),
        text(zone.written(report.started)),
        text(zone.written(report.ended)),
        seconds(report.waiting),
        seconds(report.first_answer),
        Cell::Count(report.next_answers.count.into()),
        Cell::Seconds(report.resolution),
        match report.missed {
            None => Cell::Empty,
            Some(Missed::NoAgent) => text("noAgent".to_owned()),
            Some(Missed::Abandoned) => text("abandoned".to_owned()),
        },
        rating.map_or(Cell::Empty, |rated| Cell::Count(rated.stars.into())),
        rating.map_or(Cell::Empty, |rated| Cell::Count(rated.solved.into())),
        Cell::Count(report.rescues.into()),
        Cell::Count(report.robot.answers.into()),
        Cell::Count(report.robot.unknown.into()),
    ]
}

/// A text that no spreadsheet reads as a formula.
pub fn harmless(text: &str) -> Cow<'_, str> {
    match text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => Cow::Owned(format!("'{text}")),
        false => Cow::Borrowed(text),
    }
}

impl Cell {
    fn written(&self) -> Cow<'_, str> {
        match self {
            Self::Empty => Cow::Borrowed(""),
            Self::Text(text) => harmless(text),
            Self::Count(count) => Cow::Owned(count.to_string()),
            Self::Seconds(span) => {
                let millis = span.as_millis();
                Cow::Owned(format!("{}.{:03}", millis / 1_000, millis % 1_000))
            }
        }
    }
}

/// Adds rows to a CSV file.
///
/// # Errors
/// Never in practice: the file is in memory.
pub fn add_csv(written: &mut Vec<u8>, rows: &[Vec<Cell>]) -> csv::Result<()> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(written);
    for row in rows {
        let cells = row.iter().map(Cell::written);
        writer.write_record(cells.map(|cell| cell.into_owned().into_bytes()))?;
    }
    writer.flush()?;
    Ok(())
}

/// The head of a CSV file.
pub fn csv_head(columns: &[&str]) -> Vec<u8> {
    format!("{BYTE_ORDER_MARK}{}\r\n", columns.join(",")).into_bytes()
}

/// A workbook that is written row by row.
pub struct Book {
    book: Workbook,
    columns: usize,
    row: u32,
}

impl Book {
    /// A workbook with these columns.
    ///
    /// # Errors
    /// The disk's: rows wait in a temporary file.
    pub fn new(columns: &[&str]) -> Result<Self, XlsxError> {
        let mut book = Workbook::new();
        book.add_worksheet_with_constant_memory()?;
        let mut book = Self {
            book,
            columns: columns.len(),
            row: 0,
        };
        let head: Vec<Cell> = columns
            .iter()
            .map(|name| Cell::Text((*name).to_owned()))
            .collect();
        book.add(&head)?;
        Ok(book)
    }

    /// Adds a row.
    ///
    /// # Errors
    /// The disk's.
    pub fn add(&mut self, row: &[Cell]) -> Result<(), XlsxError> {
        let at = self.row;
        self.row += 1;
        let sheet = self.book.worksheet_from_index(0)?;
        for (column, cell) in row.iter().take(self.columns).enumerate() {
            let column = u16::try_from(column).unwrap_or(u16::MAX);
            write(sheet, (at, column), cell)?;
        }
        Ok(())
    }

    /// The file.
    ///
    /// # Errors
    /// The disk's.
    pub fn finish(mut self) -> Result<Vec<u8>, XlsxError> {
        self.book.save_to_buffer()
    }
}

/// A text is written as a text, and never as a formula, whatever it begins with.
fn write(sheet: &mut Worksheet, (row, column): (u32, u16), cell: &Cell) -> Result<(), XlsxError> {
    /// The longest text of a cell.
    const CHARS_MAX: usize = 32_767;
    match cell {
        Cell::Empty => {}
        Cell::Text(text) => {
            let text: String = text.chars().take(CHARS_MAX).collect();
            sheet.write_string(row, column, text)?;
        }
        Cell::Count(count) => {
            let count = u32::try_from(*count).unwrap_or(u32::MAX);
            sheet.write_number(row, column, f64::from(count))?;
        }
        Cell::Seconds(span) => {
            let time = Duration::from_millis(span.as_millis());
            sheet.write_number(row, column, time.as_secs_f64())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use calamine::{Data, Reader as _, Xlsx};
    use std::io::Cursor;

    fn dangerous() -> Vec<Cell> {
        ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "plain", "a=b"]
            .map(|text| Cell::Text(text.to_owned()))
            .to_vec()
    }

    #[test]
    fn a_cell_of_a_csv_file_that_begins_like_a_formula_gets_an_apostrophe() {
        let mut written = Vec::new();
        add_csv(&mut written, &[dangerous()]).unwrap();

        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(written.as_slice());
        let row = reader.records().next().unwrap().unwrap();
        let cells: Vec<&str> = row.iter().collect();
        assert_eq!(
            cells,
            [
                "'=1+1",
                "'+1",
                "'-1",
                "'@SUM(A1)",
                "'\tx",
                "'\rx",
                "plain",
                "a=b"
            ]
        );
    }

    #[test]
    fn numbers_of_a_csv_file_are_numbers() {
        let mut written = csv_head(&["a", "b", "c"]);
        let row = vec![
            Cell::Count(7),
            Cell::Seconds(Span::from_millis(1_250)),
            Cell::Empty,
        ];
        add_csv(&mut written, &[row]).unwrap();

        assert_eq!(
            String::from_utf8(written).unwrap(),
            "\u{feff}a,b,c\r\n7,1.250,\r\n"
        );
    }

    #[test]
    fn a_workbook_has_texts_and_numbers_and_no_formula() {
        let columns = ["1", "2", "3", "4", "5", "6", "7", "8"];
        let mut book = Book::new(&columns).unwrap();
        book.add(&dangerous()).unwrap();
        book.add(&[
            Cell::Count(7),
            Cell::Empty,
            Cell::Seconds(Span::from_millis(1_250)),
        ])
        .unwrap();
        let bytes = book.finish().unwrap();

        let mut read: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).unwrap();
        let sheet = read.worksheet_range_at(0).unwrap().unwrap();
        let rows: Vec<Vec<Data>> = sheet.rows().map(<[Data]>::to_vec).collect();
        assert_eq!(rows[1][0], Data::String("=1+1".to_owned()));
        assert_eq!(rows[1][3], Data::String("@SUM(A1)".to_owned()));
        assert_eq!(rows[2][0], Data::Float(7.0));
        assert_eq!(rows[2][2], Data::Float(1.25));
        let name = read.sheet_names()[0].clone();
        let formulas = read.worksheet_formula(&name).unwrap();
        assert!(formulas.is_empty(), "{formulas:?}");
    }

    #[test]
    fn a_report_has_a_cell_for_each_column() {
        assert_eq!(
            report_row("total", "", &Sums::default()).len(),
            REPORT_COLUMNS.len()
        );
    }
}
