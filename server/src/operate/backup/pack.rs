//! Packs: the files that a backup keeps lines in. A pack is named by the SHA-256 of its lines, so a pack that a place
//! has is not written again.
//!
//! Lines are grouped so that most packs stay the same from one backup to the next: entries by the day on which their
//! session began, visitors by the day of their last entry. Within a group, a pack ends at lines that a hash chooses.
//! So one changed line changes one pack.
//!
//! | name in the place | content |
//! | --- | --- |
//! | `backups/2026-11-25T13-28-00.123Z.json` | a [`Manifest`], written last: a backup without one does not exist |
//! | `packs/HASH.jsonl.gz` | lines |
//! | `files/NAME` | an uploaded file |

use super::line::{Begin, Counts, Line, day_of, hash_of};
use super::lines::Pieces;
use crate::files::shelf::{Shelf, Stretch};
use anyhow::{Context as _, bail, ensure};
use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};

/// The folder of manifests.
pub const BACKUPS: &str = "backups";

/// The folder of packs.
pub const PACKS: &str = "packs";

/// A pack may end at a chosen line once it has this many bytes.
const PACK_BYTES_MIN: usize = 128 << 10;

/// A pack ends here at the latest.
const PACK_BYTES_MAX: usize = 1 << 20;

/// One line in as many ends a pack that is long enough.
const LINES_AN_END: u64 = 64;

/// Bytes of unfinished packs in memory. Above it, the largest one ends.
const UNFINISHED_BYTES_MAX: usize = 128 << 20;

/// What a backup consists of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The first line.
    pub begin: Begin,
    /// The packs, in the order of their lines.
    pub packs: Vec<PackName>,
    /// The files by name.
    pub files: BTreeMap<String, FileSum>,
    /// The counts of the last line.
    pub counts: Counts,
}

/// A pack in a manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackName {
    /// The SHA-256 of its lines in hex.
    pub sha256: String,
    /// The size of its lines in bytes.
    pub bytes: u64,
}

/// A file in a manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSum {
    /// Its size in bytes.
    pub bytes: u64,
    /// Its SHA-256 in hex.
    pub sha256: String,
}

impl Manifest {
    /// The names of a place's backups, oldest first.
    ///
    /// # Errors
    /// The place does not respond.
    pub async fn names(place: &Shelf) -> anyhow::Result<Vec<String>> {
        let names = place.names(BACKUPS).await.context("listing the backups")?;
        let names = names.into_keys();
        Ok(names
            .filter_map(|name| name.strip_suffix(".json").map(str::to_owned))
            .collect())
    }

    /// The manifest of this name, or the newest.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub async fn read(place: &Shelf, name: Option<&str>) -> anyhow::Result<Self> {
        let names = Self::names(place).await?;
        let Some(name) = name.or(names.last().map(String::as_str)) else {
            bail!("there is no backup: `frontdesk backup` makes one");
        };
        let json = read_whole(place, &format!("{BACKUPS}/{name}.json")).await?;
        let Some(json) = json else {
            bail!("there is no backup {name}: there are {}", names.join(", "));
        };
        serde_json::from_slice(&json).with_context(|| format!("reading the backup {name}"))
    }

    /// The files that this backup keeps in its place.
    pub fn uses(&self) -> impl Iterator<Item = String> {
        let packs = self.packs.iter().map(|pack| path_of(&pack.sha256));
        let files = self.files.keys();
        packs.chain(files.map(|name| format!("{}/{name}", super::source::FILES)))
    }
}

/// The name of a pack in its place.
pub fn path_of(sha256: &str) -> String {
    format!("{PACKS}/{sha256}.jsonl.gz")
}

/// Lines that stay together. Packs are read in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Keys,
    Sessions { day: i64 },
    Visitors { day: i64 },
    Documents,
}

/// A finished pack.
pub struct Pack {
    group: Group,
    /// Its lines.
    pub lines: Vec<u8>,
}

impl Pack {
    /// Its name and size.
    pub fn name(&self) -> PackName {
        PackName {
            sha256: hex_sum(&self.lines),
            bytes: self.lines.len() as u64,
        }
    }

    /// Its lines, compressed.
    ///
    /// # Errors
    /// None in practice: it is written to memory.
    pub fn compressed(&self) -> std::io::Result<Vec<u8>> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(&self.lines)?;
        gzip.finish()
    }
}

/// Cuts lines into packs.
#[derive(Default)]
pub struct Packer {
    unfinished: BTreeMap<Group, Vec<u8>>,
    bytes: usize,
    named: Vec<(Group, PackName)>,
}

impl Packer {
    /// Adds a line. Returns a pack that is finished by it.
    ///
    /// # Errors
    /// The line cannot be written as JSON.
    pub fn add(&mut self, line: &Line) -> serde_json::Result<Option<Pack>> {
        let Some((group, hash)) = place_of(line) else {
            return Ok(None);
        };
        let lines = self.unfinished.entry(group).or_default();
        let before = lines.len();
        serde_json::to_writer(&mut *lines, line)?;
        lines.push(b'\n');
        self.bytes += lines.len() - before;
        let is_chosen = hash.is_multiple_of(LINES_AN_END) && lines.len() >= PACK_BYTES_MIN;
        if is_chosen || lines.len() >= PACK_BYTES_MAX {
            return Ok(self.finish(group));
        }
        if self.bytes > UNFINISHED_BYTES_MAX {
            let largest = self.unfinished.iter().max_by_key(|(_, lines)| lines.len());
            return Ok(largest
                .map(|(group, _)| *group)
                .and_then(|group| self.finish(group)));
        }
        Ok(None)
    }

    /// A pack of remaining lines; `None` when all are finished.
    pub fn rest(&mut self) -> Option<Pack> {
        let group = *self.unfinished.first_key_value()?.0;
        self.finish(group)
    }

    /// Notes that a pack is in its place.
    pub fn keep(&mut self, pack: &Pack, name: PackName) {
        self.named.push((pack.group, name));
    }

    /// All packs in the order of their lines.
    pub fn names(mut self) -> Vec<PackName> {
        // Stable: packs of one group stay in the order in which they were finished.
        self.named.sort_by_key(|(group, _)| *group);
        self.named.into_iter().map(|(_, name)| name).collect()
    }

    fn finish(&mut self, group: Group) -> Option<Pack> {
        let lines = self.unfinished.remove(&group)?;
        self.bytes -= lines.len();
        Some(Pack { group, lines })
    }
}

/// The group of a line, and a hash of what it is about. The first and the last line are in the manifest.
fn place_of(line: &Line) -> Option<(Group, u64)> {
    match line {
        Line::Session(session) => {
            let group = Group::Sessions { day: session.day };
            let name = format!(
                "{}/{}/{}",
                session.tenant, session.visitor, session.session.0
            );
            Some((group, hash_of(&name)))
        }
        Line::Visitor(visitor) => {
            let day = day_of(visitor.head.last_at);
            let name = format!("{}/{}", visitor.tenant, visitor.visitor);
            Some((Group::Visitors { day }, hash_of(&name)))
        }
        Line::Document(document) => {
            let name = format!("{:?}/{}", document.of, document.key);
            Some((Group::Documents, hash_of(&name)))
        }
        Line::TokenKeys(_) => Some((Group::Keys, 1)),
        Line::Begin(_) | Line::End(_) => None,
    }
}

/// The SHA-256 in hex.
pub fn hex_sum(bytes: &[u8]) -> String {
    crate::secrets::hex(&Sha256::digest(bytes))
}

/// The lines of a backup. Each pack is checked against its name.
pub fn read_all(place: Shelf, manifest: Manifest) -> Pieces {
    let line = |line: &Line| {
        let mut text = serde_json::to_vec(line).context("writing a line")?;
        text.push(b'\n');
        Ok(Bytes::from(text))
    };
    let first = line(&Line::Begin(manifest.begin));
    let last = line(&Line::End(manifest.counts));
    let packs = stream::iter(manifest.packs).then(move |pack| {
        let place = place.clone();
        async move { read_pack(&place, &pack).await }
    });
    let ends = |end| stream::once(async { end });
    ends(first).chain(packs).chain(ends(last)).boxed()
}

async fn read_pack(place: &Shelf, pack: &PackName) -> anyhow::Result<Bytes> {
    let path = path_of(&pack.sha256);
    let Some(compressed) = read_whole(place, &path).await? else {
        bail!("the backup is damaged: {path} is missing");
    };
    let mut lines = Vec::new();
    // One byte more than it should have is enough to see that it is another.
    let mut gzip = GzDecoder::new(&*compressed).take(pack.bytes + 1);
    let is_read = gzip.read_to_end(&mut lines).is_ok();
    ensure!(
        is_read && hex_sum(&lines) == pack.sha256,
        "the backup is damaged: {path} has other content than was written"
    );
    Ok(lines.into())
}

/// A file of the place in memory; `None` if there is none.
///
/// # Errors
/// The place does not answer.
pub async fn read_whole(place: &Shelf, path: &str) -> anyhow::Result<Option<Vec<u8>>> {
    let fetched = place.fetch(path, &Stretch::Whole).await;
    let Some(mut fetched) = fetched.with_context(|| format!("reading {path}"))? else {
        return Ok(None);
    };
    let mut whole = Vec::new();
    while let Some(piece) = fetched.pieces.try_next().await? {
        whole.extend_from_slice(&piece);
    }
    Ok(Some(whole))
}
