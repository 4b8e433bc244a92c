//! Acknowledged means durable (Protocol, 'Durability'). A process that appends under load is killed thirty times on one
//! folder, at random moments. After each kill, every acknowledged append must be there, complete, once and in order:
//! its records and its documents.
//! The killing process keeps the ledger of acknowledgements. A store that acknowledges before it flushes proves that
//! the check detects a loss.

// Clippy exempts functions with a test attribute, but not the functions that they call.
#![allow(clippy::unwrap_used)]

use actors_core::event::Entry;
use actors_core::event::Event;
use actors_core::ids::{GroupId, LinePlace, Seq, SessionNo, VisitorKey};
use actors_core::message::{Content, Message, Sender};
use actors_core::record::{Record, RecordBody};
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::{Append, DocumentChange, DocumentKind, Store};
use server::store::sled::{SledOptions, SledStore};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, mpsc};
use tempfile::TempDir;

const KILLS: usize = 30;
const VISITORS: u64 = 12;
/// Appends in one session, two lines each. The next append begins a new session.
const APPENDS_A_SESSION: u64 = 25;
const CHILD_FOLDER: &str = "STORE_KILL_FOLDER";
const CHILD_ANSWERS_EARLY: &str = "STORE_KILL_ANSWERS_EARLY";

fn options(folder: &Path) -> SledOptions {
    SledOptions {
        // Folding and dropping run all the time, so that kills fall into them.
        chunk_lines: 8,
        journal_bytes: 40_000,
        journal_groups: 100,
        documents_bytes: 5_000,
        fold_visitors: 1,
        checkpoint_bytes: 0,
        ..SledOptions::new(folder)
    }
}

fn visitor(number: u64) -> VisitorKey {
    VisitorKey {
        tenant: "demo".into(),
        visitor: format!("v{number}").into(),
    }
}

fn session_of(append: u64) -> u32 {
    u32::try_from(append.saturating_sub(1) / APPENDS_A_SESSION).unwrap() + 1
}

fn entry(at: u64, text: String) -> Arc<Entry> {
    Arc::new(Entry {
        at: Timestamp::from_millis(i64::try_from(at).unwrap()),
        event: Event::Message(Message {
            sender: Sender::Visitor,
            content: Content::Text(text.into()),
            client_id: None,
            attributes: None,
        }),
    })
}

/// The head after append `append`.
fn head(append: u64) -> Head {
    let due = Timestamp::from_millis(i64::try_from(append).unwrap());
    let rests = append.is_multiple_of(APPENDS_A_SESSION);
    let waits = Standing::Queued {
        group: GroupId::from("sales"),
        place: LinePlace(i64::try_from(append).unwrap()),
        since: due,
    };
    let session = SessionNo(session_of(append));
    let standing = if rests { Standing::Ended } else { waits };
    Head {
        due: (!rests).then_some(due),
        page: append,
        ..Head::plain(session, standing, "web".into(), due)
    }
}

/// The expected lines of a session after `append`: two for each append. Each append also amends the first line.
fn lines(append: u64) -> Vec<(u64, String)> {
    let first = u64::from(session_of(append) - 1) * APPENDS_A_SESSION + 1;
    let mut lines = Vec::new();
    for number in first..=append {
        for half in 0..2 {
            let seq = 2 * (number - first) + half + 1;
            let text = if seq == 1 {
                format!("amended by {append}")
            } else {
                text(number, half)
            };
            lines.push((seq, text));
        }
    }
    lines
}

fn text(append: u64, half: u64) -> String {
    // The length varies, so that the journal's records end at different offsets.
    format!(
        "append {append} half {half} {}",
        "x".repeat(usize::try_from(append % 97).unwrap())
    )
}

/// One append: two new lines, the amended first line of the session, and the head.
fn records(number: u64, append: u64) -> Vec<Record> {
    let session = SessionNo(session_of(append));
    let all = lines(append);
    let record = |body| Record {
        visitor: visitor(number),
        body,
    };
    let mut records = Vec::new();
    for (seq, text) in &all[all.len() - 2..] {
        let entry = entry(2 * append + seq % 2, text.clone());
        records.push(record(RecordBody::Entry {
            session,
            seq: Seq(*seq),
            entry,
        }));
    }
    let first_at = 2 * (u64::from(session.0 - 1) * APPENDS_A_SESSION + 1) + 1;
    let entry = entry(first_at, all[0].1.clone());
    records.push(record(RecordBody::Amend {
        session,
        seq: Seq(1),
        entry,
    }));
    records.push(record(RecordBody::Head(Box::new(head(append)))));
    records
}

/// The documents of an append: the newest number, and one with the number in its name. They are stored with the records.
fn documents(number: u64, append: u64) -> Vec<DocumentChange> {
    let name = |append: u64| format!("v{number}/{append}");
    let newest = append.to_string().into_bytes();
    vec![
        DocumentChange::put(DocumentKind::WebhookState, format!("v{number}"), newest),
        DocumentChange::delete(DocumentKind::WebhookQueue, name(append - 1)),
        DocumentChange::put(DocumentKind::WebhookQueue, name(append), b"{}".to_vec()),
    ]
}

/// The process to kill. Each visitor's next append follows the acknowledgement of the one before.
#[test]
fn appending_until_killed() {
    let Some(folder) = std::env::var_os(CHILD_FOLDER) else {
        return;
    };
    let is_view = std::env::var_os(CHILD_ANSWERS_EARLY).is_some();
    let options = SledOptions {
        is_view,
        ..options(Path::new(&folder))
    };
    let store = SledStore::open(options).unwrap();
    let (tell, hear) = mpsc::channel();
    for number in 0..VISITORS {
        let newest = store
            .head(&visitor(number))
            .unwrap()
            .map_or(0, |head| head.page);
        tell.send((number, newest)).unwrap();
    }
    while let Ok((number, newest)) = hear.recv() {
        let (append, tell) = (newest + 1, tell.clone());
        let done = move |result: Result<(), _>| {
            result.unwrap();
            // One write for each line, so that an acknowledgement is in the pipe before anything else happens.
            std::io::stdout()
                .write_all(format!("\nanswered {number} {append}\n").as_bytes())
                .unwrap();
            let _ = tell.send((number, append));
        };
        store.append_all(vec![Append {
            records: records(number, append),
            documents: documents(number, append),
            done: Box::new(done),
        }]);
    }
}

fn start(folder: &Path, answers_early: bool) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([
        "--exact",
        "appending_until_killed",
        "--nocapture",
        "--test-threads=1",
    ]);
    command.env(CHILD_FOLDER, folder);
    if answers_early {
        command.env(CHILD_ANSWERS_EARLY, "1");
    }
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits for `answers` acknowledgements, kills the process, and records all its acknowledgements.
fn run_and_kill(mut child: Child, answers: usize, ledger: &mut [u64]) {
    let mut heard = 0;
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while output.read_line(&mut line).unwrap() > 0 {
        let words: Vec<&str> = line.split_whitespace().collect();
        // A line that the kill cut off does not count.
        if let ["answered", number, append] = words[..]
            && line.ends_with('\n')
        {
            let number: usize = number.parse().unwrap();
            let append = append.parse().unwrap();
            assert_eq!(
                append,
                ledger[number] + 1,
                "acknowledgements come once and in order"
            );
            ledger[number] = append;
            heard += 1;
            if heard == answers {
                child.kill().unwrap();
            }
        }
        line.clear();
    }
    child.wait().unwrap();
    assert!(
        heard >= answers,
        "the process ended by itself after {heard} answers"
    );
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for file in std::fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        let target = to.join(file.file_name());
        if file.file_type().unwrap().is_dir() {
            copy(&file.path(), &target);
        } else {
            std::fs::copy(file.path(), target).unwrap();
        }
    }
}

/// Compares the store in a copy of `folder` with the ledger, and returns what is wrong. The folder itself stays as the
/// kill left it, so that the next process recovers from it. What is found becomes the ledger's state.
fn check(folder: &Path, ledger: &mut [u64]) -> Vec<String> {
    let copied = TempDir::new().unwrap();
    copy(folder, copied.path());
    let store = SledStore::open(options(copied.path())).unwrap();
    let mut wrong = Vec::new();
    let mut standing = Vec::new();
    let mut due = Vec::new();
    for (number, answered) in (0..).zip(ledger.iter_mut()) {
        let who = visitor(number);
        let found = store.head(&who).unwrap();
        let append = found.as_ref().map_or(0, |head| head.page);
        if append < *answered {
            wrong.push(format!("{who}: {append} is there, {answered} was answered"));
        }
        if append > *answered + 1 {
            wrong.push(format!("{who}: {append} is there, {answered} was answered"));
        }
        *answered = append;
        if found.is_some_and(|found| found != head(append)) {
            wrong.push(format!("{who}: the head is not that of append {append}"));
        }
        if !append.is_multiple_of(APPENDS_A_SESSION) {
            standing.push((who.clone(), head(append).standing));
            due.extend(head(append).due.map(|at| (at, who.clone())));
        }
        wrong.extend(check_lines(&store, &who, append));
        wrong.extend(check_documents(&store, number, append));
    }
    let mut found = store.standing().unwrap();
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    standing.sort_by(|(one, _), (other, _)| one.cmp(other));
    due.sort();
    if found != standing {
        wrong.push("the index of waiting visitors differs from the heads".to_owned());
    }
    if store.due(Timestamp::from_millis(i64::MAX), 1_000).unwrap() != due {
        wrong.push("the index of due times differs from the heads".to_owned());
    }
    wrong
}

fn check_lines(store: &SledStore, who: &VisitorKey, append: u64) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut sessions: Vec<u64> = (1..append)
        .filter(|of| of.is_multiple_of(APPENDS_A_SESSION))
        .collect();
    sessions.extend((append > 0).then_some(append));
    for last in sessions {
        let session = SessionNo(session_of(last));
        let found = store.entries(who, session, Seq(1), 1_000).unwrap();
        let found: Vec<(u64, String)> = found
            .iter()
            .map(|line| match &line.entry.event {
                Event::Message(Message {
                    content: Content::Text(text),
                    ..
                }) => (line.seq.0, text.to_string()),
                other => panic!("not a text: {other:?}"),
            })
            .collect();
        if found != lines(last) {
            wrong.push(format!(
                "{who}: session {} is not what append {last} left",
                session.0
            ));
        }
    }
    wrong
}

fn check_documents(store: &SledStore, number: u64, append: u64) -> Option<String> {
    let name = format!("v{number}");
    let newest = store.document(DocumentKind::WebhookState, &name).unwrap();
    let queue = store.documents(DocumentKind::WebhookQueue, &format!("{name}/"));
    let queue: Vec<String> = queue.unwrap().into_iter().map(|(name, _)| name).collect();
    let expected = (append > 0).then(|| append.to_string().into_bytes());
    let is_right = newest == expected && (append == 0 || queue == [format!("{name}/{append}")]);
    (!is_right).then(|| format!("{name}: {newest:?} and {queue:?} are not of append {append}"))
}

/// Pseudo-random numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

#[test]
fn everything_acknowledged_survives_thirty_kills() {
    let folder = TempDir::new().unwrap();
    let mut ledger = vec![0; usize::try_from(VISITORS).unwrap()];
    let mut dice = Dice(20_261_120);

    for kill in 0..KILLS {
        let child = start(folder.path(), false);
        run_and_kill(child, 1 + dice.below(300), &mut ledger);
        let wrong = check(folder.path(), &mut ledger);
        assert_eq!(wrong, Vec::<String>::new(), "after kill {kill}");
    }
}

#[test]
fn a_store_that_acknowledges_before_it_flushes_is_detected() {
    let folder = TempDir::new().unwrap();
    let mut ledger = vec![0; usize::try_from(VISITORS).unwrap()];
    let mut dice = Dice(7);

    let lost = (0..KILLS).any(|_| {
        let child = start(folder.path(), true);
        run_and_kill(child, 1 + dice.below(300), &mut ledger);
        !check(folder.path(), &mut ledger).is_empty()
    });

    assert!(lost, "no kill fell between an answer and its flush");
}
