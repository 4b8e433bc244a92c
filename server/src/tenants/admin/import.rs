//! docs/import and testQuestions/import: reads a robot's documents or test questions from a file. The whole file is
//! checked before any of it takes effect. Errors are reported line by line.
//!
//! JSON lines have the format of the fixtures (`docs/ROBOTNO.jsonl`, `tests/ROBOTNO.jsonl`). A CSV or XLSX file has the
//! names of the same fields in its first line; the cell `similar` has one question per line.

mod sheet;
mod text;

use super::jobs::LineError;
use super::written::typed;
use crate::fixtures::findings::{FieldError, Findings};
use crate::fixtures::knowledge::WrittenDocument;
use crate::fixtures::test_questions::{TEST_QUESTIONS_MAX, WrittenTestQuestion};
use actors_core::robot::Document;
use encoding_rs::Encoding;
use serde_json::{Map, Value};
use sheet::SheetError;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The largest number of documents in a file, which is also the limit of a robot.
pub const DOCUMENTS_MAX: usize = 100_000;

/// The longest line, in bytes.
const LINE_BYTES_MAX: usize = 4 << 20;

/// The number of errors reported. Further errors are only counted.
const ERRORS_TOLD: usize = 100;

/// After this number of errors the rest is not read: it is probably not such a file.
const ERRORS_MAX: usize = 10_000;

/// The error of a line that cannot be decoded.
const NO_TEXT: &str = "must be text in UTF-8, UTF-16 or GB18030";

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One JSON object per line.
    JsonLines,
    /// Comma-separated values below a line of field names.
    Csv,
    /// The same in the first sheet of a workbook.
    Xlsx,
    /// A workbook of another program.
    OtherSheet,
}

impl Format {
    /// The format that a file's name implies.
    pub fn of(name: &str) -> Self {
        let suffix = name.rsplit('.').next().unwrap_or_default();
        match suffix.to_ascii_lowercase().as_str() {
            "csv" | "tsv" => Self::Csv,
            "xlsx" => Self::Xlsx,
            "xls" | "xlsb" | "xlsm" | "ods" | "numbers" => Self::OtherSheet,
            _ => Self::JsonLines,
        }
    }
}

/// An entry of a file.
pub trait Line: Sized {
    /// The plural noun for messages.
    const MANY: &'static str;
    /// The largest number in a file, which is also the limit of a robot.
    const MOST: usize;
    /// The fields that a CSV file must have. The first is the entry's id.
    const NEEDED: &'static [&'static str];

    /// Reads an entry. Wrong values are added to `findings`.
    ///
    /// # Errors
    /// Every field with a wrong type.
    fn read(fields: Map<String, Value>, findings: &mut Findings) -> Result<Self, Vec<FieldError>>;

    /// The id and language, which must be unique in the file.
    fn name(&self) -> (String, String);
}

impl Line for Imported {
    const MANY: &'static str = "documents";
    const MOST: usize = DOCUMENTS_MAX;
    const NEEDED: &'static [&'static str] = &["docId", "question", "answer"];

    fn read(fields: Map<String, Value>, findings: &mut Findings) -> Result<Self, Vec<FieldError>> {
        let written = typed::<WrittenDocument>(fields)?.cleaned();
        let document = written.read(findings);
        Ok(Self { written, document })
    }

    fn name(&self) -> (String, String) {
        (self.written.doc_id.clone(), self.written.lang.clone())
    }
}

impl Line for WrittenTestQuestion {
    const MANY: &'static str = "questions";
    const MOST: usize = TEST_QUESTIONS_MAX;
    const NEEDED: &'static [&'static str] = &["questionId", "question"];

    fn read(fields: Map<String, Value>, findings: &mut Findings) -> Result<Self, Vec<FieldError>> {
        let written = typed::<Self>(fields)?;
        written.read(findings);
        Ok(written)
    }

    fn name(&self) -> (String, String) {
        (self.question_id.clone(), String::new())
    }
}

/// A document from a file.
#[derive(Debug)]
pub struct Imported {
    /// The document as written.
    pub written: WrittenDocument,
    /// The document as the robot uses it.
    pub document: Document,
}

/// The errors of a file.
#[derive(Debug, Default)]
pub struct WrongFile {
    /// The first errors.
    pub errors: Vec<LineError>,
    /// The number of all errors.
    pub total: usize,
}

impl WrongFile {
    /// Creates a list of one error.
    pub fn of(line: usize, message: &str) -> Self {
        let mut wrong = Self::default();
        wrong.add(line, "", message);
        wrong
    }

    fn add(&mut self, line: usize, field: &str, message: &str) {
        self.total += 1;
        if self.errors.len() < ERRORS_TOLD {
            self.errors.push(LineError {
                line,
                field: field.to_owned(),
                message: message.to_owned(),
            });
        }
    }

    fn add_all(&mut self, line: usize, errors: Vec<FieldError>) {
        for error in errors {
            self.add(line, &error.field, &error.message);
        }
    }
}

/// What was read of a file.
pub struct Contents<T> {
    /// The entries, or all errors: the first hundred with line and field, the others as a count.
    pub lines: Result<Vec<T>, WrongFile>,
    /// The encoding that a CSV file was read in.
    pub encoding: Option<&'static Encoding>,
}

/// Reads and checks a whole file. A CSV file is read in the `chosen` encoding, else in the one it seems to have.
///
/// # Errors
/// The disk's.
pub fn read<T: Line>(
    path: &Path,
    format: Format,
    chosen: Option<&'static Encoding>,
) -> io::Result<Contents<T>> {
    let mut encoding = None;
    let mut reading = Reading {
        lines: Vec::new(),
        seen: BTreeMap::new(),
        wrong: WrongFile::default(),
    };
    match format {
        Format::JsonLines => {
            let mut file = BufReader::new(File::open(path)?);
            skip_mark(&mut file)?;
            reading.json_lines(file)?;
        }
        Format::Csv => {
            let bytes = std::fs::read(path)?;
            let (table, found) = match chosen {
                Some(chosen) => (text::utf8_from(chosen, &bytes), chosen),
                None => {
                    let (table, found) = text::utf8(bytes);
                    (Some(table), found)
                }
            };
            encoding = Some(found);
            match table {
                Some(table) => reading.csv(&table),
                None => {
                    reading
                        .wrong
                        .add(0, "", &format!("the file is not text in {}", found.name()))
                }
            }
        }
        Format::Xlsx => reading.sheet(path)?,
        Format::OtherSheet => reading.wrong.add(0, "", "save the table as .xlsx or .csv"),
    }
    if reading.wrong.total == 0 && reading.lines.is_empty() {
        let message = format!("the file has no {}", T::MANY);
        reading.wrong.add(0, "", &message);
    }
    let lines = match reading.wrong.total {
        0 => Ok(reading.lines),
        _ => Err(reading.wrong),
    };
    Ok(Contents { lines, encoding })
}

/// Skips the byte order mark that some programs write.
fn skip_mark(file: &mut BufReader<File>) -> io::Result<()> {
    if file.fill_buf()?.starts_with(b"\xef\xbb\xbf") {
        file.consume(3);
    }
    Ok(())
}

struct Reading<T> {
    lines: Vec<T>,
    /// The line of each id and language.
    seen: BTreeMap<(String, String), usize>,
    wrong: WrongFile,
}

impl<T: Line> Reading<T> {
    fn is_full(&self) -> bool {
        self.lines.len() > T::MOST || self.wrong.total >= ERRORS_MAX
    }

    fn json_lines(&mut self, mut file: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let most = LINE_BYTES_MAX as u64 + 1;
            if file.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            if line.len() > LINE_BYTES_MAX {
                self.wrong.add(number, "", "the line is longer than 4 MB");
                break;
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            match serde_json::from_slice::<Value>(&line) {
                Ok(Value::Object(fields)) => self.line(number, fields),
                Ok(_) => self.wrong.add(number, "", "must be a JSON object"),
                Err(_) => self.wrong.add(number, "", "is not JSON"),
            }
            if self.is_full() {
                break;
            }
        }
        Ok(())
    }

    fn csv(&mut self, table: &[u8]) {
        let mut reader = csv::ReaderBuilder::new()
            .flexible(true)
            .delimiter(text::separator(table))
            .from_reader(table);
        let names = match reader.headers() {
            Ok(names) => names.clone(),
            Err(_) => return self.wrong.add(1, "", NO_TEXT),
        };
        if !self.has_names(&names) {
            return;
        }
        let mut record = csv::StringRecord::new();
        loop {
            let line = reader.position().line();
            let line = usize::try_from(line).unwrap_or(usize::MAX);
            match reader.read_record(&mut record) {
                Ok(false) => return,
                Ok(true) => {
                    let line = record.position().map_or(line, |at| begin(table, at));
                    self.line(line, fields(&names, &record));
                }
                Err(_) => self.wrong.add(line, "", NO_TEXT),
            }
            if self.is_full() {
                return;
            }
        }
    }

    fn sheet(&mut self, path: &Path) -> io::Result<()> {
        let mut names: Option<csv::StringRecord> = None;
        let read = sheet::rows(path, |number, row| {
            let record = csv::StringRecord::from_iter(row);
            match &names {
                Some(names) => self.line(number, fields(names, &record)),
                None if self.has_names(&record) => names = Some(record),
                None => return false,
            }
            !self.is_full()
        });
        match read {
            Err(SheetError::Disk(error)) => return Err(error),
            Err(error) => self.wrong.add(0, "", &error.to_string()),
            Ok(()) => {}
        }
        Ok(())
    }

    /// Whether the first line of a table names the fields that must be there. If not, adds the errors.
    fn has_names(&mut self, names: &csv::StringRecord) -> bool {
        for needed in T::NEEDED {
            if !names.iter().any(|name| name.trim() == *needed) {
                self.wrong.add(1, needed, "is missing from the first line");
            }
        }
        self.wrong.total == 0
    }

    fn line(&mut self, line: usize, fields: Map<String, Value>) {
        if self.lines.len() >= T::MOST {
            let message = format!("the file has more than {} {}", T::MOST, T::MANY);
            self.wrong.add(line, "", &message);
        }
        let mut findings = Findings::default();
        let read = match T::read(fields, &mut findings) {
            Ok(read) => read,
            Err(errors) => return self.wrong.add_all(line, errors),
        };
        self.wrong.add_all(line, findings.into_errors());
        if let Some(before) = self.seen.insert(read.name(), line) {
            let message = format!("is already used in line {before}");
            let name = T::NEEDED.first().copied().unwrap_or_default();
            self.wrong.add(line, name, &message);
        }
        // A file with an error takes no effect, so its entries need not be kept.
        if self.wrong.total == 0 {
            self.lines.push(read);
        }
    }
}

/// Returns the line where a record begins. The reader's position is before the line feed of a CR LF and before empty
/// lines.
fn begin(table: &[u8], position: &csv::Position) -> usize {
    let number = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
    let before = table.get(number(position.byte())..).unwrap_or_default();
    let passed = before
        .iter()
        .take_while(|byte| matches!(byte, b'\r' | b'\n'));
    let feeds = passed.filter(|byte| **byte == b'\n').count();
    number(position.line()).saturating_add(feeds)
}

/// Converts a CSV record to the fields of a JSON line.
fn fields(names: &csv::StringRecord, record: &csv::StringRecord) -> Map<String, Value> {
    let mut fields = Map::new();
    for (name, cell) in names.iter().zip(record) {
        let value = match name.trim() {
            "similar" => cell
                .lines()
                .filter(|line| !line.trim().is_empty())
                .map(Value::from)
                .collect(),
            _ => Value::from(cell),
        };
        fields.insert(name.trim().to_owned(), value);
    }
    fields
}

#[cfg(test)]
#[path = "import/tests.rs"]
mod tests;
