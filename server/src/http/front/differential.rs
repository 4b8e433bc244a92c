//! Compares the front's reader with actix-http's: both read the same request in the same way.
//!
//! `FRONTDESK_REQUESTS=10000000 cargo test -p server --lib differential` compares that many requests.

use super::plain_request::{self, PlainRequest, Reading};
use actix_http::h1::{Codec, Message};
use actix_http::{HttpMessage as _, ServiceConfig};
use actix_web::web::BytesMut;
use tokio_util::codec::Decoder as _;

/// A small random number generator (xorshift), so that a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % sides
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.roll(of.len())]
    }
}

const METHODS: [&str; 6] = ["POST", "POST", "GET", "HEAD", "PUT", "OPTIONS"];
const TARGETS: [&str; 8] = [
    "/",
    "/a?b=c",
    "/api/chat/visitor/sendMsg",
    "http://b/",
    "*",
    "/%00",
    "//b/c",
    "/a#b",
];
const VERSIONS: [&str; 6] = [
    "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0",
];
const LINES: [&str; 32] = [
    "Host: a",
    "Host: a",
    "Host: b",
    "Host:",
    "host : a",
    "Content-Length: 2",
    "Content-Length: 0",
    "content-length:2",
    "Content-Length: 02",
    "Content-Length: +2",
    "Content-Length: 2, 2",
    "Content-Length: \t2 ",
    "Content-Length: 18446744073709551616",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: xchunked",
    "Transfer-Encoding: identity",
    "Transfer-Encoding : chunked",
    "Connection: keep-alive",
    "Connection: close",
    "Connection: upgrade",
    "Upgrade: websocket",
    "Expect: 100-continue",
    "TE: trailers",
    "Trailer: x",
    "Content-Encoding: gzip",
    "Content-Type: application/json",
    "Authorization: Bearer x",
    "X: \u{e9}",
    "X: 1\r\n folded",
    "X-Empty:",
    "Cookie: a=b; c=d",
    "Accept-Language: zh-CN, en",
];
const BODIES: [&str; 8] = [
    "",
    "{}",
    "{}",
    "{}GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "2\r\n{}\r\n0\r\n\r\n",
    "{",
    "0\r\n\r\n",
    "\r\n",
];
const ENDS: [&str; 12] = [
    "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\n", "\r",
];

fn request(dice: &mut Dice) -> Vec<u8> {
    let mut text = String::new();
    let end = |dice: &mut Dice, text: &mut String| {
        // Most requests have valid line endings.
        let is_sound = dice.roll(8) > 0;
        text.push_str(if is_sound { "\r\n" } else { dice.one(&ENDS) });
    };
    if dice.roll(50) == 0 {
        text.push_str(dice.one(&["\r\n", "\n", " "]));
    }
    text.push_str(dice.one(&METHODS));
    text.push_str(if dice.roll(60) == 0 {
        dice.one(&["  ", "\t"])
    } else {
        " "
    });
    text.push_str(dice.one(&TARGETS));
    text.push(' ');
    text.push_str(dice.one(&VERSIONS));
    end(dice, &mut text);
    if dice.roll(8) > 0 {
        text.push_str("Host: a\r\n");
    }
    for _ in 0..dice.roll(5) {
        text.push_str(dice.one(&LINES));
        end(dice, &mut text);
    }
    if dice.roll(400) == 0 {
        text.push_str(&"X: 1\r\n".repeat(90 + dice.roll(10)));
    }
    end(dice, &mut text);
    text.push_str(dice.one(&BODIES));
    let mut bytes = text.into_bytes();
    for _ in 0..dice.roll(8).saturating_sub(5) {
        mutate(dice, &mut bytes);
    }
    bytes
}

fn mutate(dice: &mut Dice, bytes: &mut Vec<u8>) {
    const ODD: &[u8] = b"\0\r\n \t:;,=0129azAZ\x7f\x80\xff\"\\";
    let at = dice.roll(bytes.len().max(1));
    let byte = ODD[dice.roll(ODD.len())];
    match dice.roll(4) {
        0 if at < bytes.len() => bytes[at] = byte,
        1 if at < bytes.len() => drop(bytes.remove(at)),
        2 => bytes.truncate(at),
        _ => bytes.insert(at, byte),
    }
}

/// Returns actix-http's result: the first request, its body, and how many bytes it took.
fn by_actix(config: &ServiceConfig, bytes: &[u8]) -> Option<(actix_http::Request, Vec<u8>, usize)> {
    let mut codec = Codec::new(config.clone());
    let mut left = BytesMut::from(bytes);
    let Ok(Some(Message::Item(request))) = codec.decode(&mut left) else {
        return None;
    };
    let mut body = Vec::new();
    if codec.message_type() != actix_http::h1::MessageType::None {
        loop {
            match codec.decode(&mut left) {
                Ok(Some(Message::Chunk(Some(piece)))) => body.extend_from_slice(&piece),
                Ok(Some(Message::Chunk(None))) => break,
                _ => return None,
            }
        }
    }
    let taken = bytes.len() - left.len();
    Some((request, body, taken))
}

fn compare(config: &ServiceConfig, bytes: &[u8], plain: &PlainRequest<'_>, length: usize) {
    let shown = String::from_utf8_lossy(bytes);
    // An invalid target: the front hands the connection over, and actix-http refuses it.
    let Some(ours) = plain.request(None) else {
        assert!(by_actix(config, bytes).is_none(), "{shown:?}");
        return;
    };
    let (request, body, taken) =
        by_actix(config, bytes).unwrap_or_else(|| panic!("refused: {shown:?}"));
    assert_eq!(
        (ours.method(), ours.uri()),
        (request.method(), request.uri()),
        "{shown:?}"
    );
    assert_eq!(ours.version(), request.version(), "{shown:?}");
    assert_eq!((plain.body, length), (body.as_slice(), taken), "{shown:?}");
    let lines = |request: &actix_http::Request| {
        let lines = request.headers().iter();
        let mut lines: Vec<_> = lines
            .map(|(name, value)| (name.to_string(), value.as_bytes().to_vec()))
            .collect();
        // The order of names does not matter; the order of one name's values does.
        lines.sort_by(|one, other| one.0.cmp(&other.0));
        lines
    };
    assert_eq!(lines(&ours), lines(&request), "{shown:?}");
    assert!(
        !request.head().expect() && !request.head().upgrade(),
        "{shown:?}"
    );
}

#[actix_web::test]
async fn the_front_and_actix_http_read_a_request_in_the_same_way() {
    let config = ServiceConfig::default();
    let requests = std::env::var("FRONTDESK_REQUESTS");
    let requests = requests.map_or(200_000, |requests| requests.parse().unwrap());
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut read, mut handed_over, mut parts) = (0_u64, 0_u64, 0_u64);
    for _ in 0..requests {
        let bytes = request(&mut dice);
        let mut headers = plain_request::header_room();
        match plain_request::read(&bytes, &mut headers) {
            Reading::Whole(request, length) => {
                compare(&config, &bytes, &request, length);
                read += 1;
            }
            Reading::Odd => handed_over += 1,
            // actix-http waits for more, too, or refuses it.
            Reading::PartOfHead | Reading::PartOfBody => {
                assert!(
                    by_actix(&config, &bytes).is_none(),
                    "{:?}",
                    String::from_utf8_lossy(&bytes)
                );
                parts += 1;
            }
            Reading::BareLineFeed => {
                let has_one = bytes
                    .windows(2)
                    .any(|two| two[1] == b'\n' && two[0] != b'\r');
                assert!(has_one || bytes[0] == b'\n');
            }
        }
    }
    // Every kind of request must occur often enough to be tested.
    for kind in [read, handed_over, parts] {
        assert!(kind > requests / 50, "{read}, {handed_over}, {parts}");
    }
}
