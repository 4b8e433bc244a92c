//! Reads a file, or a range of it, chunk by chunk.

use std::ops::Range;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt as _, TryStreamExt as _};
use object_store::Result;

use super::bucket::{Bucket, Found};
use super::generic;

/// Chunks that are asked for ahead of the reader: half a MiB.
const AHEAD: usize = 4;

/// The bytes of a range.
pub fn pieces(
    bucket: Bucket,
    found: &Found,
    range: Range<u64>,
) -> Result<BoxStream<'static, Result<Bytes>>> {
    match found.info.chunk_sequences() {
        Some(sequences) => {
            by_sequence(bucket, &sequences, found.info.options.max_chunk_size, range)
        }
        None => Ok(in_order(bucket, found.info.nuid.clone(), range)),
    }
}

/// Asks for the chunks of the range only.
fn by_sequence(
    bucket: Bucket,
    sequences: &[u64],
    chunk_size: u64,
    range: Range<u64>,
) -> Result<BoxStream<'static, Result<Bytes>>> {
    if range.is_empty() {
        return Ok(stream::empty().boxed());
    }
    let index = |at: u64| usize::try_from(at.checked_div(chunk_size)?).ok();
    let wanted = index(range.start)
        .zip(index(range.end - 1))
        .and_then(|(first, last)| Some((first, sequences.get(first..=last)?.to_vec())));
    let Some((first, wanted)) = wanted else {
        return Err(generic("the file's description does not fit its chunks"));
    };
    let start = first as u64 * chunk_size;
    let chunks = stream::iter(wanted).map(move |seq| {
        let bucket = bucket.clone();
        async move { bucket.chunk(seq).await }
    });
    Ok(cut(chunks.buffered(AHEAD).boxed(), start, range))
}

/// Asks for all chunks up to the end of the range, for a file that the `nats` tool wrote.
fn in_order(bucket: Bucket, nuid: String, range: Range<u64>) -> BoxStream<'static, Result<Bytes>> {
    let end = range.end;
    let chunks = stream::try_unfold((1, 0), move |(from, at)| {
        let (bucket, nuid) = (bucket.clone(), nuid.clone());
        async move {
            if at >= end {
                return Ok(None);
            }
            let (seq, chunk) = bucket.chunk_from(&nuid, from).await?;
            let at = at + chunk.len() as u64;
            Ok(Some((chunk, (seq + 1, at))))
        }
    });
    cut(chunks.boxed(), 0, range)
}

/// The part of the chunks that lies in the range. The first chunk begins at `start`.
fn cut(
    chunks: BoxStream<'static, Result<Bytes>>,
    start: u64,
    range: Range<u64>,
) -> BoxStream<'static, Result<Bytes>> {
    let mut begins = start;
    let parts = chunks.map_ok(move |chunk| {
        let ends = begins + chunk.len() as u64;
        let within = |at: u64| {
            // At most the chunk's length.
            usize::try_from(at.clamp(begins, ends) - begins).unwrap_or(chunk.len())
        };
        let part = chunk.slice(within(range.start)..within(range.end));
        begins = ends;
        part
    });
    let is_something = |part: &Bytes| std::future::ready(!part.is_empty());
    parts.try_filter(is_something).boxed()
}
