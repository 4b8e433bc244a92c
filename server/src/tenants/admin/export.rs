//! docs/export and testQuestions/export: streams a robot's documents or test questions in the formats of the import.

use super::import::Format;
use super::thing::Thing;
use super::volume::Volume;
use super::written::Written;
use crate::agent_token::SignedIn;
use crate::blocking::block;
use crate::error::ApiError;
use crate::fixtures::test_questions::WrittenTestQuestion;
use actix_web::web::Bytes;
use actors_core::ids::RobotNo;
use actors_runtime::ports::Store;
use futures_util::stream::{self, Stream};
use std::sync::Arc;

/// The number of entries in memory at once.
const AT_ONCE: usize = 200;

struct Export {
    store: Arc<dyn Store>,
    thing: Thing,
    prefix: String,
    after: Option<String>,
    format: Format,
    volume: Volume,
    is_over: bool,
}

/// Streams a robot's documents or test questions as a response body.
pub fn of_robot(
    store: Arc<dyn Store>,
    (thing, robot): (Thing, &RobotNo),
    format: Format,
    who: &Arc<SignedIn>,
) -> impl Stream<Item = Result<Bytes, actix_web::Error>> + use<> {
    let export = Export {
        store,
        thing,
        prefix: format!("{}{robot}/", thing.prefix(&who.tenant)),
        after: None,
        format,
        volume: Volume::of(who, thing.name()),
        is_over: false,
    };
    let head = match format {
        // A workbook is only imported.
        Format::JsonLines | Format::Xlsx | Format::OtherSheet => Vec::new(),
        // With this byte order mark, spreadsheets read the file as UTF-8.
        Format::Csv => {
            let names = match thing {
                Thing::TestQuestions => WrittenTestQuestion::CELLS.join(","),
                _ => "docId,lang,question,similar,answer".to_owned(),
            };
            format!("\u{feff}{names}\r\n").into_bytes()
        }
    };
    let head = stream::iter((!head.is_empty()).then(|| Ok(Bytes::from(head))));
    let rest = stream::unfold(export, |mut export| async move {
        if export.is_over {
            return None;
        }
        let written = export.next().await;
        export.is_over |= written.is_err();
        let written = written.map(Bytes::from);
        Some((written.map_err(actix_web::Error::from), export))
    });
    stream::StreamExt::chain(head, rest)
}

impl Export {
    async fn next(&mut self) -> Result<Vec<u8>, ApiError> {
        let (store, prefix) = (Arc::clone(&self.store), self.prefix.clone());
        let (kind, after) = (self.thing.kind(), self.after.take());
        let read = move || store.documents_page(kind, &prefix, after.as_deref(), AT_ONCE);
        let page = block(read).await?;
        self.is_over = page.len() < AT_ONCE;
        self.after = page.last().map(|(key, _)| key.clone());
        self.volume.add(page.len());
        let mut written = Vec::new();
        for (_, json) in page {
            let fields = serde_json::from_slice(&json).map_err(ApiError::internal)?;
            let kept = Written::parse(self.thing, fields)
                .map_err(|_| ApiError::internal("a stored setting has wrong types"))?;
            match self.format {
                Format::JsonLines | Format::Xlsx | Format::OtherSheet => {
                    serde_json::to_writer(&mut written, &kept.json())
                        .map_err(ApiError::internal)?;
                    written.push(b'\n');
                }
                Format::Csv => row(&mut written, &kept).map_err(ApiError::internal)?,
            }
        }
        Ok(written)
    }
}

fn row(written: &mut Vec<u8>, kept: &Written) -> csv::Result<()> {
    let mut row = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(written);
    match kept {
        Written::Document(document) => row.write_record(document.cells())?,
        Written::TestQuestion(question) => row.write_record(question.cells())?,
        _ => {}
    }
    row.flush()?;
    Ok(())
}
