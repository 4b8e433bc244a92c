use super::*;
use crate::error::ApiError;
use crate::mail::letter::Letter;
use crate::mail::record::Kind;
use crate::mail::smtp::Problem;
use crate::mail::words::Tongue;

use actors_core::ids::VisitorKey;
use actors_runtime::testing::MemoryStore;

const START: Timestamp = Timestamp::from_millis(1_790_000_000_000);

fn at(seconds: u64) -> Timestamp {
    START + Span::from_secs(seconds)
}

fn content(to: &str, now: Timestamp) -> Content {
    Content {
        kind: Kind::Test,
        at: now,
        from_name: "Shop".into(),
        reply_to: None,
        to: to.into(),
        to_name: String::new(),
        visitor: Some("v1".into()),
        letter: Letter::new(Tongue::En, "Hi", Vec::new(), String::new()),
        stop: None,
    }
}

struct World {
    store: Arc<MemoryStore>,
    outbox: Outbox,
}

impl World {
    fn new(limits: Limits) -> Self {
        let store = Arc::new(MemoryStore::new());
        store
            .put_document(DocumentKind::Tenant, "shop", b"{}")
            .unwrap();
        let outbox = Outbox::open(Arc::clone(&store) as Arc<dyn Store>, limits, START).unwrap();
        Self { store, outbox }
    }

    /// The same after a restart.
    fn again(&self, now: Timestamp) -> Outbox {
        let store = Arc::clone(&self.store) as Arc<dyn Store>;
        Outbox::open(store, self.outbox.limits, now).unwrap()
    }

    fn post(&self, tenant: &str, to: &str, now: Timestamp) {
        let posted = self.outbox.post(&tenant.into(), content(to, now), now);
        self.store.change_documents(&posted.unwrap()).unwrap();
    }
}

const WIDE: Limits = Limits {
    waiting: 100,
    daily: 100,
};

fn take(outbox: &Outbox, now: Timestamp) -> Option<Due> {
    outbox.load(outbox.take(now)?, now).unwrap()
}

fn later() -> Tried {
    Tried::Later(Failure::new(Problem::NotNow, "busy"))
}

#[test]
fn a_mail_is_taken_once_and_gone_when_it_is_sent() {
    let world = World::new(WIDE);
    world.post("shop", "a@example.com", at(0));

    let due = take(&world.outbox, at(0)).unwrap();
    assert!(world.outbox.take(at(0)).is_none());
    world
        .outbox
        .ended(due, Tried::Sent, (at(1), at(1)))
        .unwrap();

    assert!(world.outbox.take(at(100_000)).is_none());
    let listed = world.outbox.page(&"shop".into(), None, 10).unwrap();
    assert_eq!(listed[0].1.state, MailState::Sent);
    let queue = world.store.documents(DocumentKind::MailQueue, "").unwrap();
    assert!(queue.is_empty());
}

#[test]
fn a_mail_that_was_taken_and_not_ended_is_taken_again_after_a_restart() {
    let world = World::new(WIDE);
    world.post("shop", "a@example.com", at(0));
    let first = take(&world.outbox, at(0)).unwrap();

    let second = take(&world.again(at(5)), at(5)).unwrap();

    assert_eq!(first.name, second.name);
    assert_eq!(second.content, content("a@example.com", at(0)));
}

#[test]
fn tries_come_less_and_less_often_and_end_after_a_day() {
    let world = World::new(WIDE);
    world.post("shop", "a@example.com", at(0));
    let (mut now, mut waits) = (at(0), Vec::new());

    let state = loop {
        let due = take(&world.outbox, now).unwrap();
        if world.outbox.ended(due, later(), (now, now)).unwrap() == MailState::Bounced {
            break world.outbox.page(&"shop".into(), None, 1).unwrap();
        }
        let fate = world
            .outbox
            .page(&"shop".into(), None, 1)
            .unwrap()
            .remove(0)
            .1;
        assert!(
            world
                .outbox
                .take(fate.next - Span::from_millis(1))
                .is_none()
        );
        waits.push(fate.next.since(now).as_millis() / 1_000);
        now = fate.next;
    };

    assert_eq!(&waits[..4], [30, 120, 600, 1_800]);
    assert!(waits.is_sorted() || waits.len() > 4);
    assert_eq!(now, at(24 * 3_600));
    assert_eq!(state[0].1.state, MailState::Bounced);
    assert_eq!(state[0].1.problem(), Some(Problem::NotNow));
}

#[test]
fn a_mail_whose_commit_failed_is_forgotten() {
    let world = World::new(WIDE);
    let posted = world
        .outbox
        .post(&"shop".into(), content("a@example.com", at(0)), at(0));
    assert_eq!(posted.unwrap().len(), 2);

    assert!(take(&world.outbox, at(0)).is_none());
    assert_eq!(world.outbox.use_of(&"shop".into(), at(1)).waiting, 1);
    assert!(take(&world.outbox, at(601)).is_none());

    assert_eq!(world.outbox.use_of(&"shop".into(), at(601)).waiting, 0);
}

#[test]
fn each_tenant_has_its_own_limits() {
    let world = World::new(Limits {
        waiting: 2,
        daily: 3,
    });
    world.post("shop", "a@example.com", at(0));
    world.post("shop", "b@example.com", at(0));
    let refused = |outbox: &Outbox, now| {
        let posted = outbox.post(&"shop".into(), content("c@example.com", now), now);
        posted.unwrap_err()
    };

    assert_eq!(refused(&world.outbox, at(0)), MailRefusal::TooManyWait);
    world.post("rival", "a@example.com", at(0));
    let send_next = |now| {
        let due = take(&world.outbox, now).unwrap();
        world.outbox.ended(due, Tried::Sent, (now, now)).unwrap();
    };
    (0..3).for_each(|_| send_next(at(0)));
    world.post("shop", "c@example.com", at(1));
    send_next(at(1));
    let again = world.again(at(2));
    for outbox in [&world.outbox, &again] {
        assert_eq!(outbox.use_of(&"shop".into(), at(2)).waiting, 0);
        assert_eq!(refused(outbox, at(2)), MailRefusal::DailyLimit);
    }
    world.post("shop", "d@example.com", at(24 * 3_600));
}

#[test]
fn tenants_take_turns() {
    let world = World::new(WIDE);
    for number in 0..3 {
        world.post("busy", &format!("{number}@example.com"), at(number));
    }
    world.post("shop", "a@example.com", at(3));

    let turns: Vec<_> = (0..4)
        .map(|_| world.outbox.take(at(9)).unwrap().tenant.to_string())
        .collect();

    assert_eq!(turns, ["busy", "shop", "busy", "busy"]);
}

#[test]
fn what_is_about_an_erased_visitor_is_gone_and_does_not_come_back() {
    let world = World::new(WIDE);
    world.post("shop", "a@example.com", at(0));
    world.post("shop", "b@example.com", at(0));
    let due = take(&world.outbox, at(0)).unwrap();
    let key = VisitorKey {
        tenant: "shop".into(),
        visitor: "v1".into(),
    };

    assert_eq!(world.outbox.forget(&key).unwrap(), 2);
    world.outbox.ended(due, later(), (at(1), at(1))).unwrap();

    assert!(take(&world.outbox, at(2)).is_none());
    assert!(
        world
            .outbox
            .page(&"shop".into(), None, 9)
            .unwrap()
            .is_empty()
    );
    let queue = world.store.documents(DocumentKind::MailQueue, "").unwrap();
    assert!(queue.is_empty());
}

#[test]
fn a_mail_that_bounced_is_sent_again_by_hand_and_old_ones_are_forgotten() {
    let world = World::new(WIDE);
    world.post("shop", "a@example.com", at(0));
    let due = take(&world.outbox, at(0)).unwrap();
    let id = due.name.id.clone();
    let refused = Tried::Never(Failure::new(Problem::Refused, "no such mailbox"));
    world.outbox.ended(due, refused, (at(0), at(0))).unwrap();
    let beside = || DocumentChange::put(DocumentKind::Audit, "shop/1", b"{}".to_vec());
    let shop = TenantId::from("shop");

    world
        .outbox
        .resend(&shop, &id, (at(100), beside()))
        .unwrap();
    let due = take(&world.outbox, at(100)).unwrap();
    assert_eq!(due.fate.until, at(100) + TRIED_FOR);
    world
        .outbox
        .ended(due, Tried::Sent, (at(100), at(100)))
        .unwrap();

    let sent = world.outbox.resend(&shop, &id, (at(101), beside()));
    assert!(matches!(sent, Err(ApiError::Conflict(_))));
    for unknown in ["", "x", &"0".repeat(32)] {
        let missing = world.outbox.resend(&shop, unknown, (at(101), beside()));
        assert!(matches!(missing, Err(ApiError::NotFound)), "{unknown}");
    }
    assert_eq!(world.outbox.forget_before(&shop, at(0)).unwrap(), 0);
    assert_eq!(world.outbox.forget_before(&shop, at(1)).unwrap(), 1);
}
