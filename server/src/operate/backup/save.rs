//! Writes lines and files: as a backup into a place, or as an export into a folder.

use super::line::Line;
use super::lines::Pieces;
use super::pack::{self, FileSum, Manifest, Pack, PackName, Packer};
use super::source::{self, Files, Source};
use crate::files::shelf::Shelf;
use anyhow::{Context as _, ensure};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::{StreamExt as _, TryStreamExt as _};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufWriter, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::sync::{Arc, Mutex};
use tokio_util::io::StreamReader;

/// What a backup or an export did.
#[derive(Debug, Default)]
pub struct Saved {
    /// The name of the backup; empty for an export.
    pub name: String,
    /// The mark, in milliseconds since 1970: everything acknowledged before it is saved.
    pub at: i64,
    /// Packs and files.
    pub total: usize,
    /// Those that the place did not have yet.
    pub written: usize,
    /// The size of those in bytes, before compression.
    pub written_bytes: u64,
}

/// Shows what was done so far.
pub type Progress<'a> = dyn FnMut(String) + 'a;

/// Adds a backup to a place.
///
/// # Errors
/// The source or the place fails. The backup then does not exist; what was written is used by the next one.
pub async fn backup(
    mut source: Source,
    place: &Shelf,
    progress: &mut Progress<'_>,
) -> anyhow::Result<Saved> {
    let mut saved = Saved::default();
    let packs = save_packs(&mut source, place, (&mut saved, progress)).await?;
    source.files.list().await.context("listing the files")?;
    let files = save_files(&source.files, place, (&mut saved, progress)).await?;
    let begin = source
        .lines
        .begun()
        .cloned()
        .context("there are no records")?;
    saved.at = begin.at;
    saved.name = name_of(begin.at);
    let manifest = Manifest {
        begin,
        packs,
        files,
        counts: source.lines.counts(),
    };
    let path = format!("{}/{}.json", pack::BACKUPS, saved.name);
    let json = serde_json::to_vec_pretty(&manifest)?;
    place
        .put_from(&path, &*json)
        .await
        .with_context(|| format!("writing {path}"))?;
    Ok(saved)
}

/// The format of a backup's name.
pub const NAME: &str = "%Y-%m-%dT%H-%M-%S%.3fZ";

/// The name of a backup: its mark, so that names sort by time.
fn name_of(at: i64) -> String {
    let at = DateTime::<Utc>::from_timestamp_millis(at).unwrap_or_default();
    at.format(NAME).to_string()
}

async fn save_packs(
    source: &mut Source,
    place: &Shelf,
    (saved, progress): (&mut Saved, &mut Progress<'_>),
) -> anyhow::Result<Vec<PackName>> {
    let known = place
        .names(pack::PACKS)
        .await
        .context("listing the packs")?;
    let known: BTreeSet<String> = known.into_keys().collect();
    let mut packer = Packer::default();
    while let Some(line) = source.lines.next().await? {
        if let Some(pack) = packer.add(&line)? {
            save_pack(&mut packer, &pack, (place, &known), saved).await?;
            progress(source.lines.counts().to_string());
        }
    }
    while let Some(pack) = packer.rest() {
        save_pack(&mut packer, &pack, (place, &known), saved).await?;
    }
    Ok(packer.names())
}

async fn save_pack(
    packer: &mut Packer,
    pack: &Pack,
    (place, known): (&Shelf, &BTreeSet<String>),
    saved: &mut Saved,
) -> anyhow::Result<()> {
    let name = pack.name();
    let path = pack::path_of(&name.sha256);
    let is_known = path
        .strip_prefix(pack::PACKS)
        .is_some_and(|file| known.contains(file.trim_start_matches('/')));
    saved.total += 1;
    if !is_known {
        let compressed = pack.compressed()?;
        let put = place.put_from(&path, &*compressed).await;
        put.with_context(|| format!("writing {path}"))?;
        saved.written += 1;
        saved.written_bytes += name.bytes;
    }
    packer.keep(pack, name);
    Ok(())
}

async fn save_files(
    files: &Files,
    place: &Shelf,
    (saved, progress): (&mut Saved, &mut Progress<'_>),
) -> anyhow::Result<BTreeMap<String, FileSum>> {
    let known = place
        .names(source::FILES)
        .await
        .context("listing the files of the place")?;
    // Files never change, so what an earlier backup says of one is still true.
    let earlier = match Manifest::names(place).await?.last() {
        Some(newest) => Manifest::read(place, Some(newest)).await?.files,
        None => BTreeMap::new(),
    };
    let mut sums = BTreeMap::new();
    for (index, (name, bytes)) in files.names.iter().enumerate() {
        if let Some(sum) = earlier.get(name)
            && known.get(name) == Some(bytes)
            && sum.bytes == *bytes
        {
            sums.insert(name.clone(), sum.clone());
            continue;
        }
        // A file that was removed meanwhile is named by nothing any more.
        if let Some(pieces) = files.fetch(name).await? {
            let sum = copy(pieces, place, &format!("{}/{name}", source::FILES)).await?;
            saved.written += 1;
            saved.written_bytes += sum.bytes;
            sums.insert(name.clone(), sum);
        }
        progress(format!("{} of {} files", index + 1, files.names.len()));
    }
    saved.total += sums.len();
    Ok(sums)
}

/// Copies a file and returns what it is.
///
/// # Errors
/// One of the shelves fails.
pub async fn copy(pieces: Pieces, to: &Shelf, path: &str) -> anyhow::Result<FileSum> {
    let read = Arc::new(Mutex::new((Sha256::new(), 0_u64)));
    let noted = Arc::clone(&read);
    let pieces = pieces
        .map_err(std::io::Error::other)
        .inspect_ok(move |piece: &Bytes| {
            let mut noted = noted.lock().expect("nobody panics while reading a file");
            noted.0.update(piece);
            noted.1 += piece.len() as u64;
        });
    let put = to.put_from(path, StreamReader::new(pieces.boxed())).await;
    put.with_context(|| format!("writing {path}"))?;
    let mut read = read.lock().expect("nobody panics while reading a file");
    let sha256 = crate::secrets::hex(&std::mem::take(&mut read.0).finalize());
    Ok(FileSum {
        bytes: read.1,
        sha256,
    })
}

/// Removes all but the newest `keep` backups, and the packs and files that none of them uses.
///
/// # Errors
/// The place fails. What is left is removed the next time.
pub async fn prune(place: &Shelf, keep: usize) -> anyhow::Result<usize> {
    let mut names = Manifest::names(place).await?;
    let newest = names.split_off(names.len().saturating_sub(keep));
    let mut used = BTreeSet::new();
    for name in &newest {
        used.extend(Manifest::read(place, Some(name)).await?.uses());
    }
    // Manifests first: a backup must never name a pack that is gone.
    for name in &names {
        place
            .remove(&format!("{}/{name}.json", pack::BACKUPS))
            .await?;
    }
    for folder in [pack::PACKS, source::FILES] {
        for name in place.names(folder).await?.into_keys() {
            let path = format!("{folder}/{name}");
            if !used.contains(&path) {
                place.remove(&path).await?;
            }
        }
    }
    Ok(names.len())
}

/// Writes an export into a folder, which must be new or empty.
///
/// # Errors
/// The source or the folder fails. The folder then has no last record, and no import accepts it.
pub async fn export(
    mut source: Source,
    folder: &Path,
    progress: &mut Progress<'_>,
) -> anyhow::Result<Saved> {
    let mut make = std::fs::DirBuilder::new();
    let made = make.recursive(true).mode(0o700).create(folder);
    made.with_context(|| format!("making the folder {}", folder.display()))?;
    let is_empty = std::fs::read_dir(folder)?.next().is_none();
    ensure!(
        is_empty,
        "{} is not empty: name a new folder",
        folder.display()
    );
    let mut file = std::fs::OpenOptions::new();
    let file = file
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(folder.join(source::RECORDS))?;
    let mut file = BufWriter::new(file);
    let mut saved = Saved::default();
    while let Some(line) = source.lines.next().await? {
        let before = source.lines.counts().visitors;
        serde_json::to_writer(&mut file, &line)?;
        file.write_all(b"\n")?;
        if matches!(line, Line::Visitor(_)) && before.is_multiple_of(256) {
            progress(source.lines.counts().to_string());
        }
    }
    file.into_inner()
        .map_err(|error| error.into_error())?
        .sync_all()?;
    source.files.list().await.context("listing the files")?;
    let files = Shelf::folder(&folder.join(source::FILES))?;
    for name in source.files.names.keys() {
        if let Some(pieces) = source.files.fetch(name).await? {
            saved.written_bytes += copy(pieces, &files, name).await?.bytes;
            saved.written += 1;
        }
    }
    saved.total = saved.written;
    saved.at = source
        .lines
        .begun()
        .map(|begin| begin.at)
        .unwrap_or_default();
    Ok(saved)
}
