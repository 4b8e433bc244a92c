//! Full-text search: a store is filled with messages in English, Chinese and Thai, the index is built from it, and agents
//! ask for words that are frequent, rare, or in no message.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use actors_core::content::message::{Content, Message, Sender};
use actors_core::event::{Entry, Event};
use actors_core::ids::{ChannelId, Seq, SessionNo, TenantId, VisitorId, VisitorKey};
use actors_core::record::{Record, RecordBody};
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::{Span, Timestamp};
use actors_runtime::clock::SteadyClock;
use actors_runtime::ports::{DocumentKind, Store};
use anyhow::{Context, Result};
use server::catalogue::Catalogue;
use server::search::asking::{Filter, Sight};
use server::search::filed::talk;
use server::search::subject::Subject;
use server::search::words::words;
use server::search::{Progress, Search, query};

use crate::process::{memory, memory_peak, scratch_folder};
use crate::report::{Findings, Side};
use crate::store::child::{disk_bytes, open_store};

/// An aim in `docs/performance.md`.
const ANSWERS_WITHIN_MS: f64 = 200.0;
/// Messages of a conversation.
const LINES: u64 = 10;
/// Questions of each kind.
const ASKED: usize = 200;
/// The results of a page.
const PAGE: usize = 21;
const TENANT: &str = "shop";
const MIB: f64 = 1024.0 * 1024.0;
const BEGAN: Timestamp = Timestamp::from_millis(1_790_000_000_000);

/// What visitors talk about, in three languages. Later words are rarer.
const ENGLISH: [&str; 12] = [
    "order", "parcel", "refund", "address", "colour", "invoice", "warranty", "voucher", "zipper",
    "charger", "walrus", "quince",
];
const CHINESE: [&str; 12] = [
    "订单",
    "快递",
    "退款",
    "地址",
    "颜色",
    "发票",
    "保修",
    "优惠券",
    "拉链",
    "充电器",
    "海象",
    "木瓜",
];
const THAI: [&str; 12] = [
    "สั่งซื้อ",
    "พัสดุ",
    "คืนเงิน",
    "ที่อยู่",
    "สี",
    "ใบเสร็จ",
    "ประกัน",
    "คูปอง",
    "ซิป",
    "ที่ชาร์จ",
    "ช้าง",
    "มะละกอ",
];

/// Measures with this many messages.
pub fn measure(folder: Option<&Path>, messages: u64, rounds: usize) -> Result<Findings> {
    let mut findings = Findings::new(format!("Search: {messages} messages, {rounds} rounds"));
    for _ in 0..rounds {
        round(folder, messages, &mut findings)?;
    }
    for (language, ..) in LANGUAGES {
        findings.bar(
            format!("{language}: p99 ms"),
            Side::AtMost,
            ANSWERS_WITHIN_MS,
            findings.figure(language, "p99 ms"),
        );
    }
    Ok(findings)
}

const LANGUAGES: [(&str, [&str; 12]); 3] =
    [("English", ENGLISH), ("Chinese", CHINESE), ("Thai", THAI)];

fn round(folder: Option<&Path>, messages: u64, findings: &mut Findings) -> Result<()> {
    let scratch = scratch_folder(folder)?;
    let store = open_store(scratch.path())?;
    fill(store.as_ref(), messages)?;
    let own = std::process::id();
    let before = memory(own)?;
    let catalogue = Arc::new(Catalogue::new([]));
    let clock = Arc::new(SteadyClock::from_machine());
    let start = Instant::now();
    let whole = (Arc::clone(&store), clock as Arc<_>);
    let search = Search::start(scratch.path(), whole, Arc::clone(&catalogue))?;
    search.settle();
    while search.progress() != Progress::Whole {
        std::thread::sleep(Duration::from_millis(10));
    }
    let seconds = start.elapsed().as_secs_f64();
    findings.add(
        "building",
        vec![
            ("s", seconds),
            ("messages a second", messages as f64 / seconds),
            (
                "index MB",
                disk_bytes(&scratch.path().join("search"))? as f64 / MIB,
            ),
            (
                "MB at most",
                memory_peak(own)?.saturating_sub(before) as f64 / MIB,
            ),
        ],
    );
    for (language, vocabulary) in LANGUAGES {
        let mut times = Vec::with_capacity(ASKED);
        for number in 0..ASKED {
            let typed = match number % 3 {
                0 => vocabulary[number % vocabulary.len()].to_owned(),
                1 => format!(
                    "{} {}",
                    vocabulary[0],
                    vocabulary[number % vocabulary.len()]
                ),
                _ => vocabulary[number % vocabulary.len()]
                    .chars()
                    .take(1)
                    .collect(),
            };
            let start = Instant::now();
            ask(&search, (store.as_ref(), &catalogue), &typed)?;
            times.push(start.elapsed().as_secs_f64() * 1_000.0);
        }
        times.sort_by(f64::total_cmp);
        let at = |share: usize| times[(times.len() - 1) * share / 100];
        findings.add(
            language,
            vec![
                ("p50 ms", at(50)),
                ("p99 ms", at(99)),
                ("ms at most", at(100)),
            ],
        );
    }
    search.close();
    store.close();
    Ok(())
}

/// What the call does, without HTTP and JSON: asks the index, reads the page from the store, looks for the words.
fn ask(search: &Search, (store, catalogue): (&dyn Store, &Catalogue), typed: &str) -> Result<()> {
    let filter = Filter {
        parts: query::read(typed),
        ..Filter::default()
    };
    let tenant = TenantId::from(TENANT);
    let found = search.ask((&tenant, &Sight::Tenant), &filter, PAGE)?;
    for one in &found {
        let Subject::Conversation(visitor, session) = &one.subject else {
            continue;
        };
        let talk =
            talk(store, catalogue, (visitor, *session))?.context("a conversation is gone")?;
        for text in &talk.facts.texts {
            query::find(&filter.parts, &words(text));
        }
    }
    Ok(())
}

fn fill(store: &dyn Store, messages: u64) -> Result<()> {
    store.put_document(DocumentKind::Tenant, TENANT, b"{}")?;
    let mut dice = fastrand::Rng::with_seed(7);
    let durable = Arc::new(AtomicU64::new(0));
    let talks = messages / LINES;
    for number in 0..talks {
        let visitor = VisitorKey {
            tenant: TENANT.into(),
            visitor: VisitorId::from(format!("v_{number:016x}")),
        };
        let vocabulary = LANGUAGES[dice.usize(..LANGUAGES.len())].1;
        let mut at = BEGAN + Span::from_secs(number);
        let mut records = Vec::new();
        for seq in 1..=LINES {
            at = at + Span::from_millis(1);
            let entry = Entry {
                at,
                event: Event::Message(Message::new(
                    Sender::Visitor,
                    Content::Text(sentence(&mut dice, vocabulary).into()),
                )),
            };
            records.push(Record {
                visitor: visitor.clone(),
                body: RecordBody::Entry {
                    session: SessionNo(1),
                    seq: Seq(seq),
                    entry: Arc::new(entry),
                },
            });
        }
        let mut head = Head::plain(SessionNo(1), Standing::Ended, ChannelId::from("web"), at);
        head.next = Seq(LINES + 1);
        records.push(Record {
            visitor,
            body: RecordBody::Head(Box::new(head)),
        });
        let durable = Arc::clone(&durable);
        let done = move |outcome: Result<(), _>| {
            durable.fetch_add(u64::from(outcome.is_ok()), Ordering::Release);
        };
        store.append(records, Box::new(done));
    }
    while durable.load(Ordering::Acquire) < talks {
        store.health().context("filling the store")?;
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// Six words; one of twelve is the least frequent about once in four thousand.
fn sentence(dice: &mut fastrand::Rng, vocabulary: [&str; 12]) -> String {
    let is_spaced = vocabulary[0].is_ascii();
    let mut sentence = String::new();
    for _ in 0..6 {
        let mut at = 0;
        while at + 1 < vocabulary.len() && dice.bool() {
            at += 1;
        }
        sentence.push_str(vocabulary[at]);
        if is_spaced {
            sentence.push(' ');
        }
    }
    sentence
}
