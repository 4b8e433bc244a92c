//! docs/import and testQuestions/import: a robot's knowledge, or what it is tried with, out of a file. All of it is read and
//! checked before any of it takes effect, and what is wrong is told line by line.
//!
//! JSON lines are what the fixtures have (`docs/ROBOTNO.jsonl`, `tests/ROBOTNO.jsonl`); a CSV file names the same fields in
//! its first line, with each further question of `similar` on a line of its own inside the cell.

use super::jobs::LineError;
use super::written::typed;
use crate::fixtures::findings::{FieldError, Findings};
use crate::fixtures::knowledge::WrittenDocument;
use crate::fixtures::test_questions::{TEST_QUESTIONS_MAX, WrittenTestQuestion};
use actors_core::robot::Document;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Most documents of one file: what a robot may have.
pub const DOCUMENTS_MAX: usize = 100_000;

/// Longest line, in bytes.
const LINE_BYTES_MAX: usize = 4 << 20;

/// Wrong lines that are told; the others are counted.
const ERRORS_TOLD: usize = 100;

/// Wrong things after which the rest of a file is not read: it is no such file.
const ERRORS_MAX: usize = 10_000;

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A JSON object a line.
    JsonLines,
    /// Comma-separated values under a line of names.
    Csv,
}

impl Format {
    /// The format a file's name says.
    pub fn of(name: &str) -> Self {
        let suffix = name.rsplit('.').next().unwrap_or_default();
        match suffix.eq_ignore_ascii_case("csv") {
            true => Self::Csv,
            false => Self::JsonLines,
        }
    }
}

/// What a line of a file is.
pub trait Line: Sized {
    /// What many of them are called.
    const MANY: &'static str;
    /// Most of one file: what a robot may have.
    const MOST: usize;
    /// What a table's first line has to name, the name of each line first.
    const NEEDED: &'static [&'static str];

    /// Reads one; what is wrong beyond its types is noted.
    ///
    /// # Errors
    /// Every field of a wrong type.
    fn read(fields: Map<String, Value>, findings: &mut Findings) -> Result<Self, Vec<FieldError>>;

    /// What no other line of the file may be named: name and language.
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

/// A document of a file.
#[derive(Debug)]
pub struct Imported {
    /// As it was written.
    pub written: WrittenDocument,
    /// As the robot reads it.
    pub document: Document,
}

/// What is wrong with a file.
#[derive(Debug, Default)]
pub struct WrongFile {
    /// The first of it.
    pub errors: Vec<LineError>,
    /// How much.
    pub total: usize,
}

impl WrongFile {
    /// The same of one thing.
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

/// Reads a file and checks all of it.
///
/// # Errors
/// Every wrong line, the first hundred with their fields.
pub fn read<T: Line>(path: &Path, format: Format) -> io::Result<Result<Vec<T>, WrongFile>> {
    let mut reading = Reading {
        lines: Vec::new(),
        seen: BTreeMap::new(),
        wrong: WrongFile::default(),
    };
    let mut file = BufReader::new(File::open(path)?);
    skip_mark(&mut file)?;
    match format {
        Format::JsonLines => reading.json_lines(file)?,
        Format::Csv => reading.csv(file),
    }
    if reading.wrong.total == 0 && reading.lines.is_empty() {
        let message = format!("has no {}", T::MANY);
        reading.wrong.add(0, "", &message);
    }
    Ok(match reading.wrong.total {
        0 => Ok(reading.lines),
        _ => Err(reading.wrong),
    })
}

/// Passes over the mark that some programs begin a file with.
fn skip_mark(file: &mut BufReader<File>) -> io::Result<()> {
    if file.fill_buf()?.starts_with(b"\xef\xbb\xbf") {
        file.consume(3);
    }
    Ok(())
}

struct Reading<T> {
    lines: Vec<T>,
    /// Where each name and language stands.
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
                self.wrong.add(number, "", "is longer than 4 MB");
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

    fn csv(&mut self, file: impl Read) {
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(file);
        let names = match reader.headers() {
            Ok(names) => names.clone(),
            Err(_) => return self.wrong.add(1, "", "is not UTF-8"),
        };
        for needed in T::NEEDED {
            if !names.iter().any(|name| name.trim() == *needed) {
                self.wrong.add(1, needed, "is missing from the first line");
            }
        }
        if self.wrong.total > 0 {
            return;
        }
        let mut record = csv::StringRecord::new();
        loop {
            let line = reader.position().line();
            let line = usize::try_from(line).unwrap_or(usize::MAX);
            match reader.read_record(&mut record) {
                Ok(false) => return,
                Ok(true) => {
                    let line = record
                        .position()
                        .map_or(line, |at| usize::try_from(at.line()).unwrap_or(usize::MAX));
                    self.line(line, fields(&names, &record));
                }
                Err(_) => self.wrong.add(line, "", "is not UTF-8"),
            }
            if self.is_full() {
                return;
            }
        }
    }

    fn line(&mut self, line: usize, fields: Map<String, Value>) {
        if self.lines.len() >= T::MOST {
            let message = format!("there are more than {} {}", T::MOST, T::MANY);
            self.wrong.add(line, "", &message);
        }
        let mut findings = Findings::default();
        let read = match T::read(fields, &mut findings) {
            Ok(read) => read,
            Err(errors) => return self.wrong.add_all(line, errors),
        };
        self.wrong.add_all(line, findings.into_errors());
        if let Some(before) = self.seen.insert(read.name(), line) {
            let message = format!("stands there twice, first in line {before}");
            let name = T::NEEDED.first().copied().unwrap_or_default();
            self.wrong.add(line, name, &message);
        }
        // What is not to take effect need not be kept.
        if self.wrong.total == 0 {
            self.lines.push(read);
        }
    }
}

/// A line of a CSV file as a line of JSON has it.
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
