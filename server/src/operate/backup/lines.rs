//! Lines on their way from a source: pieces of bytes, and the lines in them, checked for completeness.

use super::line::{Begin, Counts, FORMAT, Line};
use anyhow::{Context as _, bail, ensure};
use bytes::{Buf as _, Bytes, BytesMut};
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use tokio::sync::mpsc;

/// Size of the pieces that lines are passed on in.
pub const PIECE_BYTES: usize = 64 << 10;

/// Pieces that may wait for the reader.
const PIECES_WAITING: usize = 8;

/// The longest line that is read.
const LINE_BYTES_MAX: usize = 64 << 20;

/// Bytes of lines, in pieces of any size.
pub type Pieces = BoxStream<'static, anyhow::Result<Bytes>>;

/// Passes a piece to the reader; fails if the reader is gone.
pub type PutPiece = Box<dyn FnMut(Vec<u8>) -> anyhow::Result<()>>;

/// The pieces that `read` passes on, on a thread of its own. A reader that is slow makes it wait.
pub fn from_thread(read: impl FnOnce(PutPiece) -> anyhow::Result<()> + Send + 'static) -> Pieces {
    let (tell, mut hear) = mpsc::channel::<anyhow::Result<Bytes>>(PIECES_WAITING);
    let failed = tell.clone();
    let reader = move || {
        let put: PutPiece = Box::new(move |piece| {
            let sent = tell.blocking_send(Ok(Bytes::from(piece)));
            sent.context("the reader is gone")
        });
        if let Err(error) = read(put) {
            // Nobody reads the error of a reader that is gone.
            let _ = failed.blocking_send(Err(error));
        }
    };
    match std::thread::Builder::new()
        .name("records".to_owned())
        .spawn(reader)
    {
        Ok(_) => stream::poll_fn(move |task| hear.poll_recv(task)).boxed(),
        Err(error) => stream::once(async { Err(error.into()) }).boxed(),
    }
}

/// Lines of a source, checked for completeness.
pub struct Lines {
    pieces: Pieces,
    unread: BytesMut,
    /// Given after the first line.
    injected: Option<Line>,
    begun: Option<Begin>,
    counts: Counts,
    ended: bool,
}

impl Lines {
    /// Reads lines from these pieces. `injected` follows the first.
    pub fn new(pieces: Pieces, injected: Option<Line>) -> Self {
        Self {
            pieces,
            unread: BytesMut::new(),
            injected,
            begun: None,
            counts: Counts::default(),
            ended: false,
        }
    }

    /// What was read so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The first line, once it was read.
    pub fn begun(&self) -> Option<&Begin> {
        self.begun.as_ref()
    }

    /// The next line; `None` after the last.
    ///
    /// # Errors
    /// The source fails, a line cannot be read, or lines are missing.
    pub async fn next(&mut self) -> anyhow::Result<Option<Line>> {
        if self.begun.is_some()
            && let Some(line) = self.injected.take()
        {
            return Ok(Some(line));
        }
        let Some(text) = self.text().await? else {
            ensure!(
                self.ended,
                "the records end before their last line: they are incomplete"
            );
            return Ok(None);
        };
        ensure!(!self.ended, "there are records after the last line");
        let line = serde_json::from_slice(&text).with_context(|| {
            let begin = String::from_utf8_lossy(&text[..text.len().min(200)]).into_owned();
            format!("a record cannot be read: {begin}")
        })?;
        match &line {
            Line::Begin(begin) => {
                ensure!(
                    begin.format <= FORMAT,
                    "the records have format {}, and this version reads up to {FORMAT}: use version {} or later",
                    begin.format,
                    begin.version
                );
                self.begun = Some(begin.clone());
            }
            _ => ensure!(
                self.begun.is_some(),
                "the records do not begin with their first line"
            ),
        }
        if let Line::End(counts) = &line {
            let read = self.counts;
            ensure!(
                *counts == read,
                "records are missing: there should be {counts}, and there are {read}"
            );
            self.ended = true;
        }
        self.counts = self.counts.with(&line);
        Ok(Some(line))
    }

    async fn text(&mut self) -> anyhow::Result<Option<Bytes>> {
        let mut searched = 0;
        loop {
            if let Some(length) = memchr::memchr(b'\n', &self.unread[searched..]) {
                let text = self.unread.split_to(searched + length).freeze();
                self.unread.advance(1);
                return Ok(Some(text));
            }
            searched = self.unread.len();
            ensure!(
                searched <= LINE_BYTES_MAX,
                "a record is longer than {LINE_BYTES_MAX} bytes"
            );
            match self.pieces.try_next().await? {
                Some(piece) => self.unread.extend_from_slice(&piece),
                None if self.unread.is_empty() => return Ok(None),
                None => bail!("the last record is cut off"),
            }
        }
    }
}
