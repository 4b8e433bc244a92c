//! The behaviour that every store must have. A store's tests call the macro once:
//! `store_conformance!({ Subject { … } })` makes one test for each behaviour.

pub(crate) mod documents;
pub(crate) mod forgetting;
pub(crate) mod heads;
pub(crate) mod keeping;
pub(crate) mod logs;

use actors_core::event::Entry;
use actors_core::event::Event;
use actors_core::ids::{AgentId, GroupId, LinePlace, Seq, SessionNo, VisitorKey};
use actors_core::message::{Content, Message, Sender};
use actors_core::record::{Forget, Record, RecordBody};
use actors_core::routing::Standing;
use actors_core::session::restore::Head;
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind, Store, StoreError, Stored};
use std::sync::{Arc, mpsc};

type Reopen = dyn Fn(Arc<dyn Store>) -> Arc<dyn Store>;

/// A store under test.
pub(crate) struct Subject {
    /// The store, empty.
    pub(crate) store: Arc<dyn Store>,
    /// Closes the store and opens it again.
    pub(crate) reopen: Box<Reopen>,
}

impl Subject {
    fn reopened(&self) -> Arc<dyn Store> {
        (self.reopen)(Arc::clone(&self.store))
    }
}

/// Makes a test for each behaviour. The expression makes a new, empty [`Subject`].
#[macro_export]
#[doc(hidden)]
macro_rules! store_conformance {
    ($subject:expr) => {
        $crate::store_conformance! { $subject;
            logs::lines_are_read_oldest_first_up_to_the_limit
            logs::history_runs_backwards_through_all_sessions
            logs::paging_shows_every_line_once
            logs::an_amended_line_keeps_its_place
            logs::visitors_with_similar_names_do_not_see_each_other
            heads::the_newest_head_replaces_the_others
            heads::waiting_and_connected_visitors_are_listed
            heads::due_visitors_are_listed_soonest_first
            heads::a_changed_due_time_is_not_found_at_its_old_time
            forgetting::an_erased_visitor_is_removed_from_every_index
            forgetting::records_after_an_erasure_are_kept
            forgetting::lines_before_a_time_are_removed_and_later_ones_stay
            forgetting::a_tenants_visitors_are_listed_page_by_page
            keeping::an_empty_store_returns_nothing
            keeping::done_is_called_once_and_in_order
            keeping::an_empty_append_waits_for_those_before_it
            keeping::everything_survives_a_restart
            keeping::many_writers_at_once_lose_nothing
            keeping::documents_are_kept_by_kind_and_name
            keeping::documents_survive_a_restart
            keeping::changes_of_documents_are_made_all_or_none
            keeping::a_page_of_documents_continues_where_the_last_one_ended
            keeping::all_documents_are_given_and_those_that_change_meanwhile_once_more
            documents::an_append_stores_its_records_and_documents_or_nothing
            documents::pages_of_documents_follow_every_change
            keeping::an_append_with_a_too_long_name_is_refused_completely
            keeping::a_closed_store_refuses_everything_with_an_error
        }
    };
    ($subject:expr; $($room:ident::$behaviour:ident)*) => {$(
        #[test]
        fn $behaviour() {
            $crate::store::conformance::$room::$behaviour($subject);
        }
    )*};
}

pub(crate) fn visitor(name: &str) -> VisitorKey {
    VisitorKey {
        tenant: "demo".into(),
        visitor: name.into(),
    }
}

pub(crate) fn entry(at: i64, text: &str) -> Arc<Entry> {
    Arc::new(Entry {
        at: Timestamp::from_millis(at),
        event: Event::Message(Message {
            sender: Sender::Visitor,
            content: Content::Text(text.into()),
            client_id: Some("c-1".into()),
            attributes: None,
        }),
    })
}

/// Line `seq` of a session, with the time `100_000 * session + seq`.
pub(crate) fn line(name: &str, session: u32, seq: u64) -> Record {
    let at = i64::from(session) * 100_000 + i64::try_from(seq).unwrap();
    Record {
        visitor: visitor(name),
        body: RecordBody::Entry {
            session: SessionNo(session),
            seq: Seq(seq),
            entry: entry(at, &format!("{name} {session}/{seq}")),
        },
    }
}

fn amended(name: &str, session: u32, seq: u64, text: &str) -> Record {
    let at = i64::from(session) * 100_000 + i64::try_from(seq).unwrap();
    Record {
        visitor: visitor(name),
        body: RecordBody::Amend {
            session: SessionNo(session),
            seq: Seq(seq),
            entry: entry(at, text),
        },
    }
}

pub(crate) fn a_head(session: u32, standing: Standing, due: Option<i64>) -> Head {
    let began = Timestamp::from_millis(1);
    Head {
        due: due.map(Timestamp::from_millis),
        ..Head::plain(SessionNo(session), standing, "web".into(), began)
    }
}

pub(crate) fn head(name: &str, session: u32, standing: Standing, due: Option<i64>) -> Record {
    let head = a_head(session, standing, due);
    Record {
        visitor: visitor(name),
        body: RecordBody::Head(Box::new(head)),
    }
}

pub(crate) fn queued(place: i64) -> Standing {
    Standing::Queued {
        group: GroupId::from("sales"),
        place: LinePlace(place),
        since: Timestamp::from_millis(1),
    }
}

fn manual(agent: &str) -> Standing {
    Standing::Manual {
        agent: AgentId::from(agent),
        group: GroupId::from("sales"),
        since: Timestamp::from_millis(2),
    }
}

/// Appends and waits until it is durable.
pub(crate) fn append(store: &dyn Store, records: Vec<Record>) -> Result<(), StoreError> {
    let (told, heard) = mpsc::channel();
    store.append(records, Box::new(move |result| told.send(result).unwrap()));
    heard.recv().unwrap()
}

fn keep(store: &dyn Store, records: Vec<Record>) {
    append(store, records).unwrap();
}

/// Lines `1..=upto` of a session, a few in each append.
fn keep_session(store: &dyn Store, name: &str, session: u32, upto: u64) {
    let lines: Vec<Record> = (1..=upto).map(|seq| line(name, session, seq)).collect();
    for some in lines.chunks(7) {
        keep(store, some.to_vec());
    }
}

fn seqs(lines: &[Stored]) -> Vec<(u32, u64)> {
    lines
        .iter()
        .map(|line| (line.session.0, line.seq.0))
        .collect()
}

fn text(line: &Stored) -> &str {
    match &line.entry.event {
        Event::Message(Message {
            content: Content::Text(text),
            ..
        }) => text,
        other => panic!("not a text: {other:?}"),
    }
}

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

const END_OF_TIME: Timestamp = Timestamp::from_millis(i64::MAX);
