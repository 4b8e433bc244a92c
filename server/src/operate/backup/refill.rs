//! Fills a new data folder with lines and files: `restore` and `import`. Its store begins a new epoch, so that pages
//! load their conversations again.

use super::line::{Counts, Document, Line};
use super::save::{Progress, copy};
use super::source::{Source, files_of};
use crate::format;
use crate::secrets::{KEY_FILE, write_private};
use crate::settings::Settings;
use crate::store::sled::{SledOptions, SledStore};
use actors_core::ids::VisitorKey;
use actors_core::record::{Record, RecordBody};
use actors_runtime::ports::{DocumentChange, Store, StoreError};
use anyhow::{Context as _, bail, ensure};
use parking_lot::Mutex;
use std::path::Path;
use std::sync::{Arc, mpsc};

/// The folder that is filled. It becomes `store` at the end, so that no server starts on half a store.
const UNFINISHED: &str = "store.unfinished";

/// Documents that are written at once.
const DOCUMENTS_AT_ONCE: usize = 256;

/// Fills the data folder of these settings. It must not contain a store.
///
/// # Errors
/// The source or the disk fails. The folder then has no store.
pub async fn refill(
    mut source: Source,
    settings: &Settings,
    progress: &mut Progress<'_>,
) -> anyhow::Result<Counts> {
    let data = &settings.data;
    format::require(data)?;
    let (store, unfinished) = (data.join("store"), data.join(UNFINISHED));
    if store.exists() {
        bail!(
            "{} contains a store already: move it away, or name another folder with --data",
            data.display()
        );
    }
    crate::data_folder::make_data_folder(data)?;
    format::begin(data)?;
    fill(&mut source, (data, &unfinished), Vec::new(), progress).await?;
    refill_files(&mut source, settings, progress).await?;
    put_in_place(data, &unfinished)?;
    Ok(source.lines.counts())
}

/// Replaces the store of a data folder by the source's records and these documents. The source has no files.
///
/// # Errors
/// The source or the disk fails. The folder then has the store that it had, or none.
pub async fn replace(
    mut source: Source,
    data: &Path,
    own: Vec<DocumentChange>,
) -> anyhow::Result<Counts> {
    let unfinished = data.join(UNFINISHED);
    fill(&mut source, (data, &unfinished), own, &mut |_| ()).await?;
    let store = data.join("store");
    if store.exists() {
        std::fs::remove_dir_all(&store).context("removing the store before")?;
    }
    put_in_place(data, &unfinished)?;
    Ok(source.lines.counts())
}

fn put_in_place(data: &Path, unfinished: &Path) -> anyhow::Result<()> {
    std::fs::rename(unfinished, data.join("store")).context("naming the store")?;
    let folder = std::fs::File::open(data)?;
    folder.sync_all().context("syncing the data folder")
}

/// Fills a new store with the source's lines and then these documents.
async fn fill(
    source: &mut Source,
    (data, unfinished): (&Path, &Path),
    own: Vec<DocumentChange>,
    progress: &mut Progress<'_>,
) -> anyhow::Result<()> {
    if unfinished.exists() {
        // An earlier attempt left it.
        std::fs::remove_dir_all(unfinished)?;
    }
    let mut filling = Filling::open(unfinished)?;
    while let Some(line) = source.lines.next().await? {
        let is_visitor = matches!(line, Line::Visitor(_));
        filling.take(line, data)?;
        let counts = source.lines.counts();
        if is_visitor && counts.visitors.is_multiple_of(256) {
            progress(counts.to_string());
        }
    }
    filling.documents.extend(own);
    filling.finish()
}

async fn refill_files(
    source: &mut Source,
    settings: &Settings,
    progress: &mut Progress<'_>,
) -> anyhow::Result<()> {
    let files = &mut source.files;
    files.list().await.context("listing the files")?;
    let shelf = files_of(settings).await?;
    for (index, name) in files.names.keys().enumerate() {
        let Some(pieces) = files.fetch(name).await? else {
            bail!("the file {name} is missing");
        };
        let written = copy(pieces, &shelf, name).await?;
        if let Some(sum) = files.sums.get(name) {
            ensure!(
                *sum == written.sha256,
                "the file {name} has other content than was written"
            );
        }
        progress(format!("{} of {} files", index + 1, files.names.len()));
    }
    Ok(())
}

struct Filling {
    store: SledStore,
    documents: Vec<DocumentChange>,
    failure: Arc<Mutex<Option<StoreError>>>,
}

impl Filling {
    fn open(folder: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            store: SledStore::open(SledOptions::new(folder))?,
            documents: Vec::new(),
            failure: Arc::default(),
        })
    }

    fn take(&mut self, line: Line, data: &Path) -> anyhow::Result<()> {
        match line {
            Line::Session(session) => {
                let visitor = VisitorKey {
                    tenant: session.tenant,
                    visitor: session.visitor,
                };
                let number = session.session;
                let records = session.entries.into_iter().map(|line| Record {
                    visitor: visitor.clone(),
                    body: RecordBody::Entry {
                        session: number,
                        seq: line.seq,
                        entry: line.entry,
                    },
                });
                self.append(records.collect())
            }
            Line::Visitor(visitor) => {
                let visitor = *visitor;
                self.append(vec![Record {
                    visitor: VisitorKey {
                        tenant: visitor.tenant,
                        visitor: visitor.visitor,
                    },
                    body: RecordBody::Head(Box::new(visitor.head)),
                }])
            }
            Line::Document(Document { of, key, json }) => {
                self.documents.push(DocumentChange {
                    kind: of,
                    key,
                    json: json.map(|json| json.get().as_bytes().to_vec()),
                });
                match self.documents.len() < DOCUMENTS_AT_ONCE {
                    true => Ok(()),
                    false => self.write_documents(),
                }
            }
            Line::TokenKeys(keys) => {
                let path = data.join(KEY_FILE);
                if path.exists() {
                    std::fs::remove_file(&path).context("replacing token-keys")?;
                }
                write_private(&path, &keys).context("writing token-keys")
            }
            Line::Begin(_) | Line::End(_) => Ok(()),
        }
    }

    fn append(&self, records: Vec<Record>) -> anyhow::Result<()> {
        let failure = Arc::clone(&self.failure);
        let done = move |result: Result<(), StoreError>| {
            if let Err(error) = result {
                failure.lock().get_or_insert(error);
            }
        };
        self.store.append(records, Box::new(done));
        self.failed()
    }

    fn write_documents(&mut self) -> anyhow::Result<()> {
        let documents = std::mem::take(&mut self.documents);
        self.store
            .change_documents(&documents)
            .context("writing documents")
    }

    fn failed(&self) -> anyhow::Result<()> {
        match self.failure.lock().clone() {
            Some(error) => Err(error).context("filling the store"),
            None => Ok(()),
        }
    }

    /// Waits until everything is durable.
    fn finish(mut self) -> anyhow::Result<()> {
        self.write_documents()?;
        let (tell, hear) = mpsc::channel();
        self.store
            .append(Vec::new(), Box::new(move |result| drop(tell.send(result))));
        hear.recv()
            .context("the store ended")?
            .context("filling the store")?;
        self.failed()?;
        self.store.close();
        Ok(())
    }
}
