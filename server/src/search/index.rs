//! The index on disk: its fields, and what makes it whole.
//!
//! It holds words and facts, and no text. What an agent reads comes from the store. So what the store has forgotten is
//! never shown, even if the index lags.

use super::filed::Facts;
use super::subject::Subject;
use super::words::words;
use actors_core::ids::VisitorKey;
use actors_core::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tantivy::directory::MmapDirectory;
use tantivy::index::IndexSettings;
use tantivy::indexer::IndexWriterOptions;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::store::Compressor;
use tantivy::tokenizer::{PreTokenizedString, Token};
use tantivy::{Index, IndexReader, IndexWriter, ReloadPolicy, TantivyDocument, TantivyError, Term};

/// The folder inside the data folder.
pub const FOLDER: &str = "search";

/// Changes with the fields, with how words are cut, and with what is read of a conversation. An index of another version
/// is built again.
const VERSION: u32 = 2;

/// Memory for words that are not on disk yet, in bytes.
const WRITER_BYTES: usize = 16 << 20;

/// The file that says that everything which the store had when the server stopped is in the index.
const CLEAN: &str = "frontdesk-clean";

/// The fields of the index.
#[derive(Clone, Copy)]
pub struct Fields {
    /// The subject's name: the key.
    pub key: Field,
    /// The tenant.
    pub tenant: Field,
    /// `tenant/visitor` of a conversation.
    pub owner: Field,
    /// The kind's name.
    pub kind: Field,
    /// Words of who the visitor is.
    pub who: Field,
    /// Words of the texts.
    pub text: Field,
    /// The channel.
    pub channel: Field,
    /// The groups; one empty value for none.
    pub group: Field,
    /// The agents.
    pub agent: Field,
    /// The tags.
    pub tag: Field,
    /// The rating.
    pub rating: Field,
    /// `open` or `ended`.
    pub state: Field,
    /// The time of the newest line, and a few bits of the key, so that no two are the same.
    pub order: Field,
    /// The time of the oldest line, in milliseconds.
    pub first: Field,
}

/// The name of [`Fields::order`].
pub const ORDER: &str = "order";

fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("raw")
        .set_index_option(IndexRecordOption::WithFreqsAndPositions)
        .set_fieldnorms(false);
    let text = TextOptions::default().set_indexing_options(indexing);
    let fields = Fields {
        key: schema.add_text_field("key", STRING | STORED),
        tenant: schema.add_text_field("tenant", STRING),
        owner: schema.add_text_field("owner", STRING),
        kind: schema.add_text_field("kind", STRING),
        who: schema.add_text_field("who", text.clone()),
        text: schema.add_text_field("text", text),
        channel: schema.add_text_field("channel", STRING),
        group: schema.add_text_field("group", STRING),
        agent: schema.add_text_field("agent", STRING),
        tag: schema.add_text_field("tag", STRING),
        rating: schema.add_u64_field("rating", INDEXED),
        state: schema.add_text_field("state", STRING),
        order: schema.add_u64_field(ORDER, FAST),
        first: schema.add_u64_field("first", FAST),
    };
    (schema.build(), fields)
}

/// What the last commit says of the whole index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    version: u32,
    /// The store that it was read from.
    epoch: String,
    /// Everything older than this is in the index.
    pub upto: Timestamp,
    /// Whether everything was read once.
    pub is_whole: bool,
}

/// The index, open for reading.
pub struct Shelf {
    /// The index.
    pub index: Index,
    /// The fields.
    pub fields: Fields,
    /// Sees the last commit after a reload.
    pub reader: IndexReader,
    folder: PathBuf,
}

/// What an index on disk needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// What changed since this time, because the server did not stop by itself.
    Since(Timestamp),
    /// Everything.
    Everything,
}

impl Shelf {
    /// Opens the index of this store, and makes an empty one if there is none that can be used.
    ///
    /// # Errors
    /// The disk's.
    pub fn open(data: &Path, epoch: &str) -> Result<(Self, Needs), TantivyError> {
        let folder = data.join(FOLDER);
        if let Some((shelf, mark)) = Self::existing(&folder, epoch) {
            let was_clean = std::fs::remove_file(folder.join(CLEAN)).is_ok();
            let needs = match (mark.is_whole, was_clean) {
                (false, _) => Needs::Everything,
                (true, true) => Needs::Nothing,
                (true, false) => Needs::Since(mark.upto),
            };
            if needs != Needs::Everything {
                return Ok((shelf, needs));
            }
        }
        Self::anew(data)
    }

    /// Makes an empty index in the place of the one that is there.
    ///
    /// # Errors
    /// The disk's.
    pub fn anew(data: &Path) -> Result<(Self, Needs), TantivyError> {
        let folder = data.join(FOLDER);
        match std::fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(TantivyError::IoError(error.into()));
            }
            _ => {}
        }
        std::fs::create_dir_all(&folder)?;
        let (schema, fields) = schema();
        let settings = IndexSettings {
            docstore_compression: Compressor::None,
            docstore_compress_dedicated_thread: false,
            ..IndexSettings::default()
        };
        let directory = MmapDirectory::open(&folder)?;
        let index = Index::create(directory, schema, settings)?;
        Ok((Self::of(index, fields, folder)?, Needs::Everything))
    }

    fn existing(folder: &Path, epoch: &str) -> Option<(Self, Mark)> {
        let (schema, fields) = schema();
        let index = Index::open_in_dir(folder).ok()?;
        let mark = index.load_metas().ok()?.payload?;
        let mark: Mark = serde_json::from_str(&mark).ok()?;
        let is_ours = mark.version == VERSION && mark.epoch == epoch && index.schema() == schema;
        let shelf = is_ours.then(|| Self::of(index, fields, folder.to_owned()))?;
        Some((shelf.ok()?, mark))
    }

    fn of(index: Index, fields: Fields, folder: PathBuf) -> Result<Self, TantivyError> {
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(10)
            .try_into()?;
        Ok(Self {
            index,
            fields,
            reader,
            folder,
        })
    }

    /// Opens the index for writing: one thread for words, one to merge files.
    ///
    /// # Errors
    /// The disk's.
    pub fn writer(&self) -> Result<IndexWriter, TantivyError> {
        let options = IndexWriterOptions::builder()
            .memory_budget_per_thread(WRITER_BYTES)
            .num_worker_threads(1)
            .num_merge_threads(1)
            .build();
        self.index.writer_with_options(options)
    }

    /// Says that everything is in the index. The file must be gone before anything else changes.
    pub fn note_clean(&self) {
        // Without the file, the next start looks for what is missing.
        drop(std::fs::write(self.folder.join(CLEAN), b""));
    }
}

/// Says that others may have written to the store since the index was closed. The next start looks for what is missing.
pub fn note_unclean(data: &Path) {
    // Without the file, there is nothing to undo.
    drop(std::fs::remove_file(data.join(FOLDER).join(CLEAN)));
}

impl Mark {
    /// The mark of an index of this store, of which everything was read once.
    pub fn whole(epoch: &str, upto: Timestamp) -> Self {
        Self {
            is_whole: true,
            ..Self::part(epoch, upto)
        }
    }

    /// The mark of an index that is being built.
    pub fn part(epoch: &str, upto: Timestamp) -> Self {
        Self {
            version: VERSION,
            epoch: epoch.to_owned(),
            upto,
            is_whole: false,
        }
    }

    /// As a commit keeps it.
    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Bits of the order that come from the key.
const KEY_BITS: u32 = 20;

/// The lowest order of a time.
pub fn order_of(at: Timestamp) -> u64 {
    u64::try_from(at.as_millis()).unwrap_or(0) << KEY_BITS
}

/// The document of a subject.
pub fn document(fields: &Fields, subject: &Subject, facts: &Facts) -> TantivyDocument {
    let mut document = TantivyDocument::new();
    let key = subject.name();
    let hash = u64::from(crc32fast::hash(key.as_bytes())) & ((1 << KEY_BITS) - 1);
    document.add_u64(fields.order, order_of(facts.last) | hash);
    let first = u64::try_from(facts.first.as_millis()).unwrap_or(0);
    document.add_u64(fields.first, first);
    document.add_text(fields.key, key);
    document.add_text(fields.tenant, subject.tenant());
    if let Subject::Conversation(visitor, _) = subject {
        document.add_text(fields.owner, owner(visitor));
    }
    document.add_text(fields.kind, subject.kind().name());
    for text in facts.who.iter().filter(|text| !text.is_empty()) {
        document.add_pre_tokenized_text(fields.who, tokens(text));
    }
    for text in facts.texts.iter().filter(|text| !text.is_empty()) {
        document.add_pre_tokenized_text(fields.text, tokens(text));
    }
    document.add_text(fields.channel, &facts.channel);
    if facts.groups.is_empty() {
        document.add_text(fields.group, "");
    }
    for (field, values) in [
        (fields.group, &facts.groups),
        (fields.agent, &facts.agents),
        (fields.tag, &facts.tags),
    ] {
        for value in values {
            document.add_text(field, value);
        }
    }
    if let Some(rating) = facts.rating {
        document.add_u64(fields.rating, rating.into());
    }
    document.add_text(fields.state, facts.state.name());
    document
}

/// A conversation's owner.
pub fn owner(visitor: &VisitorKey) -> String {
    format!("{}/{}", visitor.tenant, visitor.visitor)
}

/// The term of a value that is one word as it is.
pub fn exact(field: Field, value: &str) -> Term {
    Term::from_field_text(field, value)
}

/// The words of a text, for the index. It needs no text beside them, because it stores none.
fn tokens(text: &str) -> PreTokenizedString {
    let words = words(text).into_iter().enumerate();
    let tokens = words.map(|(position, word)| Token {
        offset_from: 0,
        offset_to: 0,
        position,
        text: word.text,
        position_length: 1,
    });
    PreTokenizedString {
        text: String::new(),
        tokens: tokens.collect(),
    }
}
