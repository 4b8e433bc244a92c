//! Connections from other nodes that carry many polls (`cluster::frames`).

use super::Front;
use super::answer;
use super::connection_limits::Slot;
use super::line::Line;
use super::plain_request::{self, Answering, Reading};
use crate::cluster::forwarded;
use crate::cluster::frames::{self, Frame, PROTOCOL};
use crate::cluster::key::ClusterKey;
use crate::error::ApiError;
use actix_web::HttpResponse;
use actix_web::rt::time::timeout;
use bytes::BytesMut;
use futures_util::future::{AbortHandle, Abortable, LocalBoxFuture, abortable};
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt as _, StreamExt as _};
use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::rc::Rc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// How long the other node may take to accept answers.
const WRITE_TIME_MAX: Duration = Duration::from_secs(10);

/// The answer that begins the frames.
const ACCEPTED: &str = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ";

type Answered = (u32, HttpResponse);

/// Returns how long the head is, if it asks for such a connection; or the refusal of one without the key.
pub(super) fn asked(came: &[u8], key: &ClusterKey) -> Option<Result<usize, ApiError>> {
    let mut headers = [httparse::EMPTY_HEADER; 16];
    let mut head = httparse::Request::new(&mut headers);
    let httparse::Status::Complete(length) = head.parse(came).ok()? else {
        return None;
    };
    let said = |name: &'static str| {
        let named = head.headers.iter();
        let named = named.filter(move |header| header.name.eq_ignore_ascii_case(name));
        named.map(|header| header.value)
    };
    if said("upgrade").next() != Some(PROTOCOL.as_bytes()) {
        return None;
    }
    let is_known = forwarded::read(key, said).is_some();
    Some(is_known.then_some(length).ok_or(forwarded::NOT_A_NODE))
}

/// Answers the polls of a connection until it ends or the server stops. Its head has this length.
pub(super) async fn serve(
    front: Rc<Front>,
    (mut io, _slot): (Line, Slot),
    came: Vec<u8>,
    head: usize,
) {
    let mut link = Link {
        front,
        polls: FuturesUnordered::new(),
        waiting: HashMap::new(),
        out: format!("{ACCEPTED}{PROTOCOL}\r\n\r\n").into_bytes(),
    };
    if let Err(cause) = link.run(&mut io, BytesMut::from(&came[head..])).await {
        tracing::debug!(%cause, "a connection for polls ended");
    }
}

struct Link {
    front: Rc<Front>,
    polls: FuturesUnordered<Abortable<LocalBoxFuture<'static, Answered>>>,
    waiting: HashMap<u32, AbortHandle>,
    out: Vec<u8>,
}

impl Link {
    async fn run(&mut self, io: &mut Line, mut came: BytesMut) -> io::Result<()> {
        let stop = Rc::clone(&self.front.stop);
        loop {
            while let Some(frame) = frames::take(&mut came).map_err(io::Error::other)? {
                self.hear(frame)?;
            }
            if came.is_empty() {
                came = BytesMut::new();
            }
            while let Some(Some(answered)) = self.polls.next().now_or_never() {
                self.answer(answered.ok());
            }
            if !self.out.is_empty() {
                let writing = io.write_all(&self.out);
                let written = timeout(WRITE_TIME_MAX, writing).await;
                written.map_err(|_| ErrorKind::TimedOut)??;
                self.out = Vec::new();
                continue;
            }
            if stop.begun.get() {
                return Ok(());
            }
            tokio::select! {
                read = io.read_buf(&mut came) => {
                    if read? == 0 {
                        return Ok(());
                    }
                }
                Some(answered) = self.polls.next() => self.answer(answered.ok()),
                () = stop.heard.notified() => {}
            }
        }
    }

    fn hear(&mut self, frame: Frame) -> io::Result<()> {
        match frame {
            Frame::Ask(number, request) => {
                let work = self.begin(&request);
                let work = work.map(move |response| (number, response));
                let (work, abort) = abortable(work.boxed_local());
                if self.waiting.insert(number, abort).is_some() {
                    return Err(ErrorKind::InvalidData.into());
                }
                self.polls.push(work);
                Ok(())
            }
            Frame::Leave(number) => {
                if let Some(abort) = self.waiting.remove(&number) {
                    abort.abort();
                }
                Ok(())
            }
            Frame::Answer(..) => Err(ErrorKind::InvalidData.into()),
        }
    }

    fn begin(&self, request: &[u8]) -> LocalBoxFuture<'static, HttpResponse> {
        let mut headers = plain_request::header_room();
        let begun = match plain_request::read(request, &mut headers) {
            Reading::Whole(request, length) if length > 0 => (self.front.way.begin)(&request, None),
            _ => None,
        };
        begun.unwrap_or_else(|| {
            let refusal = ApiError::invalid("the request is not a plain one");
            Box::pin(std::future::ready(HttpResponse::from_error(refusal)))
        })
    }

    /// Writes an answer; `None` stands for a poll whose visitor is gone.
    fn answer(&mut self, answered: Option<Answered>) {
        let Some((number, response)) = answered else {
            return;
        };
        self.waiting.remove(&number);
        let at = frames::begin_answer(&mut self.out, number);
        let out = &mut self.out;
        // A poll's answer is one piece. If there were more, the edge would read a body that is too short.
        let _ = answer::write(response, Answering::default(), |bytes| {
            out.extend_from_slice(bytes);
            Ok(bytes.len())
        });
        frames::end(&mut self.out, at);
    }
}
