//! Reads a request that arrived completely and is unambiguous. An ambiguous one is left to actix-http.

use actix_http::{Payload, Request, Version};
use actix_web::http::Method;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::web::Bytes;
use httparse::{Header, Status};
use std::mem::MaybeUninit;
use std::net::SocketAddr;

/// The most headers a request may have, as in actix-http.
const HEADERS_MAX: usize = 96;

/// Space for the headers of one request.
pub type HeaderRoom<'a> = [MaybeUninit<Header<'a>>; HEADERS_MAX];

/// Returns uninitialised space.
pub const fn header_room<'a>() -> HeaderRoom<'a> {
    [const { MaybeUninit::uninit() }; HEADERS_MAX]
}

/// The result of reading.
pub enum Reading<'a> {
    /// A request of this many bytes. Further bytes belong to the next request.
    Whole(PlainRequest<'a>, usize),
    /// The beginning of a head.
    PartOfHead,
    /// A head and the beginning of a body.
    PartOfBody,
    /// A request that actix-http must read.
    Odd,
    /// A head with a line that ends in a bare line feed. Proxies disagree on its meaning.
    BareLineFeed,
}

/// A request.
pub struct PlainRequest<'a> {
    method: &'a str,
    target: &'a str,
    headers: &'a [Header<'a>],
    /// The whole body.
    pub body: &'a [u8],
    facts: Facts<'a>,
}

/// How to answer a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answering {
    /// The request is a HEAD: the body is not sent.
    pub without_body: bool,
    /// The connection closes after the answer.
    pub ends: bool,
}

impl Answering {
    /// Returns the same; the connection also closes if `ends` is true.
    pub fn ending_if(self, ends: bool) -> Self {
        Self {
            ends: self.ends || ends,
            ..self
        }
    }
}

/// The headers that matter here.
#[derive(Default)]
struct Facts<'a> {
    length: Option<usize>,
    hosts: usize,
    content_types: usize,
    is_json: bool,
    authorizations: usize,
    authorization: Option<&'a [u8]>,
}

/// Reads the bytes that have arrived.
pub fn read<'a>(came: &'a [u8], headers: &'a mut HeaderRoom<'a>) -> Reading<'a> {
    let mut request = httparse::Request::new(&mut []);
    let head = match request.parse_with_uninit_headers(came, headers) {
        Ok(Status::Complete(head)) => head,
        Ok(Status::Partial) => return Reading::PartOfHead,
        Err(_) => return Reading::Odd,
    };
    if has_bare_line_feed(&came[..head]) {
        return Reading::BareLineFeed;
    }
    let httparse::Request {
        method: Some(method),
        path: Some(target),
        version: Some(1),
        headers,
    } = request
    else {
        return Reading::Odd;
    };
    let takes_body = match method {
        "POST" => true,
        "GET" | "HEAD" => false,
        _ => return Reading::Odd,
    };
    let Some(facts) = Facts::of(headers) else {
        return Reading::Odd;
    };
    let length = facts.length.unwrap_or(0);
    if !target.starts_with('/') || (length > 0 && !takes_body) {
        return Reading::Odd;
    }
    let body = &came[head..];
    match body.len() {
        there if there < length => Reading::PartOfBody,
        _ => {
            let request = PlainRequest {
                method,
                target,
                headers,
                body: &body[..length],
                facts,
            };
            Reading::Whole(request, head + length)
        }
    }
}

fn has_bare_line_feed(head: &[u8]) -> bool {
    let mut feeds = memchr::memchr_iter(b'\n', head);
    feeds.any(|at| at == 0 || head[at - 1] != b'\r')
}

impl<'a> Facts<'a> {
    /// Returns `None` if actix-http must interpret a header.
    fn of(headers: &[Header<'a>]) -> Option<Self> {
        let mut facts = Self::default();
        for header in headers {
            let is = |name: &str| header.name.eq_ignore_ascii_case(name);
            match header.name.len() {
                4 if is("host") => facts.hosts += 1,
                14 if is("content-length") => {
                    let length = length(header.value)?;
                    if facts.length.replace(length).is_some() {
                        return None;
                    }
                }
                13 if is("authorization") => {
                    facts.authorizations += 1;
                    facts.authorization = Some(header.value);
                }
                12 if is("content-type") => {
                    facts.content_types += 1;
                    facts.is_json = header.value == b"application/json";
                }
                10 if is("connection") && !header.value.eq_ignore_ascii_case(b"keep-alive") => {
                    return None;
                }
                17 if is("transfer-encoding") => return None,
                16 if is("content-encoding") => return None,
                16 if is("proxy-connection") => return None,
                6 if is("expect") => return None,
                7 if is("upgrade") || is("trailer") => return None,
                // Firefox sends this over HTTP/2, and proxies forward it. It does not change the request.
                2 if is("te") && !header.value.eq_ignore_ascii_case(b"trailers") => return None,
                _ => {}
            }
        }
        (facts.hosts == 1).then_some(facts)
    }
}

/// Reads a length of one to six digits and nothing else; that is enough here.
fn length(value: &[u8]) -> Option<usize> {
    if value.is_empty() || value.len() > 6 || !value.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(value).ok()?.parse().ok()
}

impl<'a> PlainRequest<'a> {
    /// Returns the target if the request is a POST of JSON with a length and at most one token.
    pub fn json_call(&self) -> Option<&'a str> {
        let Facts {
            content_types,
            is_json,
            authorizations,
            ..
        } = self.facts;
        let is_plain = self.method == "POST"
            && is_json
            && content_types == 1
            && authorizations <= 1
            && self.facts.length.is_some();
        is_plain.then_some(self.target)
    }

    /// Returns the token of the `Authorization` header; `Err` if the header holds something else.
    pub fn bearer(&self) -> Result<Option<&'a str>, ()> {
        let Some(value) = self.facts.authorization else {
            return Ok(None);
        };
        let token = value.strip_prefix(b"Bearer ").ok_or(())?;
        let is_visible = token.iter().all(|byte| (32..127).contains(byte));
        let token = std::str::from_utf8(token).map_err(|_| ())?;
        is_visible.then_some(Some(token)).ok_or(())
    }

    /// Returns the values of all headers with this name.
    pub fn said(&self, name: &'static str) -> impl DoubleEndedIterator<Item = &'a [u8]> {
        let named = self.headers.iter();
        let named = named.filter(move |header| header.name.eq_ignore_ascii_case(name));
        named.map(|header| header.value)
    }

    /// Returns the target without its query.
    pub fn path(&self) -> &'a str {
        self.target.split('?').next().unwrap_or(self.target)
    }

    /// Returns whether it is a POST.
    pub fn is_post(&self) -> bool {
        self.method == "POST"
    }

    /// Returns how to answer it.
    pub fn answering(&self) -> Answering {
        Answering {
            without_body: self.method == "HEAD",
            ends: false,
        }
    }

    /// Returns the request as a request of actix-http; `None` if that cannot represent it.
    pub fn request(&self, peer: Option<SocketAddr>) -> Option<Request> {
        let payload = match self.body {
            [] => Payload::None,
            body => Payload::from(Bytes::copy_from_slice(body)),
        };
        let mut request = Request::with_payload(payload);
        let head = request.head_mut();
        head.method = Method::from_bytes(self.method.as_bytes()).ok()?;
        head.uri = self.target.parse().ok()?;
        head.version = Version::HTTP_11;
        head.peer_addr = peer;
        for header in self.headers {
            let name = HeaderName::from_bytes(header.name.as_bytes()).ok()?;
            let value = HeaderValue::from_bytes(header.value).ok()?;
            head.headers.append(name, value);
        }
        Some(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(request: &str) -> &'static str {
        let mut headers = header_room();
        match read(request.as_bytes(), &mut headers) {
            Reading::Whole(_, length) if length == request.len() => "whole",
            Reading::Whole(..) => "one and more",
            Reading::PartOfHead | Reading::PartOfBody => "part",
            Reading::Odd => "odd",
            Reading::BareLineFeed => "bare line feed",
        }
    }

    #[test]
    fn an_ambiguous_request_is_left_to_actix_http() {
        let post =
            |lines: &str, body: &str| found(&format!("POST /a HTTP/1.1\r\n{lines}\r\n{body}"));
        let plain = "Host: a\r\nContent-Length: 2\r\n";
        assert_eq!(post(plain, "{}"), "whole");
        assert_eq!(
            post(&format!("{plain}Connection: Keep-Alive\r\n"), "{}"),
            "whole"
        );

        for line in [
            "Host: b",
            "Content-Length: 2",
            "Transfer-Encoding: chunked",
            "Connection: close",
            "Connection: upgrade",
            "Expect: 100-continue",
            "Upgrade: h2c",
            "Content-Encoding: gzip",
        ] {
            assert_eq!(post(&format!("{plain}{line}\r\n"), "{}"), "odd", "{line}");
        }
        for length in ["+2", "2, 2", "0x2", "-2", "", "1000000"] {
            let lines = format!("Host: a\r\nContent-Length: {length}\r\n");
            assert_eq!(post(&lines, "{}"), "odd", "{length}");
        }
        assert_eq!(post("Content-Length: 2\r\n", "{}"), "odd");
        assert_eq!(post(plain, "{}GET / HTTP/1.1\r\n"), "one and more");
        for head in [
            "GET /a HTTP/1.1\nHost: a\n\n",
            "GET /a HTTP/1.1\r\nHost: a\n\r\n",
            "GET /a HTTP/1.1\r\nHost: a\r\n\n",
            "\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n",
        ] {
            assert_eq!(found(head), "bare line feed", "{head:?}");
        }
        assert_eq!(found("POST /a HTTP/1.0\r\nHost: a\r\n\r\n"), "odd");
        assert_eq!(found("GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n"), "odd");
        assert_eq!(found("DELETE /a HTTP/1.1\r\nHost: a\r\n\r\n"), "odd");
        assert_eq!(
            found("GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"),
            "odd"
        );
    }

    #[test]
    fn an_incomplete_request_waits_for_the_rest() {
        let request = "POST /a?b=c HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}";

        for end in 1..request.len() {
            assert_eq!(found(&request[..end]), "part", "{}", &request[..end]);
        }
        assert_eq!(found(request), "whole");
    }

    #[test]
    fn a_call_with_two_tokens_or_of_another_type_goes_to_the_routes() {
        let call = |lines: &str| {
            let request =
                format!("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n{lines}\r\n{{}}");
            let mut headers = header_room();
            match read(request.as_bytes(), &mut headers) {
                Reading::Whole(request, _) => request.json_call().is_some(),
                _ => false,
            }
        };
        let json = "Content-Type: application/json\r\n";

        assert!(call(json));
        assert!(call(&format!("{json}Authorization: Bearer x\r\n")));
        assert!(!call(&format!(
            "{json}Authorization: a\r\nAuthorization: b\r\n"
        )));
        assert!(!call(&format!("{json}{json}")));
        assert!(!call("Content-Type: text/plain\r\n"));
        assert!(!call(""));
    }
}
