//! Everybody: agents, visitors who talk to them, those in the line, those with the robot, and those who arrive meanwhile.

use crate::http;
use crate::page::{Loyalty, Outside, Page, fraction};
use crate::people::{Desk, Place, Visitor};
use crate::servers::Cluster;
use crate::tenant::Size;
use crate::watch::{Seen, Watch};
use futures_util::{StreamExt as _, stream};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::task::JoinSet;

/// Timeout of a fault and the recovery, with everything around.
const PATIENCE: Duration = Duration::from_secs(240);
/// Calls at the same time while the shop opens and is read back.
const AT_ONCE: usize = 16;
/// Texts of a visitor who arrives meanwhile.
const TEXTS_OF_AN_ARRIVAL: usize = 3;

/// All people.
pub struct Shop {
    outside: Outside,
    size: Size,
    desks: Vec<Arc<Desk>>,
    visitors: Vec<Arc<Visitor>>,
    /// The line, as numbers of visitors.
    line: Mutex<Vec<usize>>,
    arrived: Arc<Mutex<Vec<Arc<Visitor>>>>,
    numbers: Arc<AtomicUsize>,
    /// The desks poll all the time, because agents without a poll are away.
    _polling: JoinSet<()>,
}

impl Shop {
    /// Opens the shop with everybody in their place. Pages are spread over the nodes and move on.
    pub async fn open(cluster: &Cluster) -> Self {
        Self::open_with(cluster, |_| Loyalty::MovesOn).await
    }

    /// The same. `loyalty` says which visitors' pages stay at their node: visitor `n` begins at node `n % 3`.
    pub async fn open_with(cluster: &Cluster, loyalty: impl Fn(usize) -> Loyalty) -> Self {
        let size = cluster.size;
        let outside = Outside {
            http: http::client(),
            nodes: cluster.urls(),
            watch: Arc::new(Watch::new()),
        };
        let desks = (0..size.agents).map(|number| {
            let page = Page::new(&outside, number, Loyalty::MovesOn);
            Desk::sign_in(page, number)
        });
        let desks: Vec<_> = stream::iter(desks).buffered(AT_ONCE).collect().await;
        let chats = (0..size.visitors).map(|number| {
            let page = Page::new(&outside, number, loyalty(number));
            Visitor::open(page, number)
        });
        let visitors: Vec<_> = stream::iter(chats).buffered(AT_ONCE).collect().await;
        assert_eq!(outside.watch.complaints(), Vec::<String>::new());
        let desks: Vec<_> = desks.into_iter().flatten().map(Arc::new).collect();
        let mut polling = JoinSet::new();
        for desk in &desks {
            let desk = Arc::clone(desk);
            polling.spawn(async move { desk.poll().await });
        }
        let talking = size.talking();
        let shop = Self {
            desks,
            visitors: visitors.into_iter().flatten().map(Arc::new).collect(),
            line: Mutex::new((talking..talking + size.waiting()).collect()),
            arrived: Arc::default(),
            numbers: Arc::new(AtomicUsize::new(size.visitors)),
            _polling: polling,
            outside,
            size,
        };
        let asking = shop.visitors[..talking]
            .iter()
            .map(|one| one.ask_for_an_agent());
        let placed: Vec<_> = stream::iter(asking).buffered(AT_ONCE).collect().await;
        assert!(placed.iter().all(|place| *place == Some(0)), "{placed:?}");
        // One after the other, so that their order is known.
        for number in talking..talking + size.waiting() {
            let place = shop.visitors[number].ask_for_an_agent().await;
            assert_eq!(place, Some(number - talking + 1));
        }
        assert_eq!(shop.read_back().await, Vec::<String>::new());
        shop
    }

    /// What all pages have met.
    pub fn watch(&self) -> Arc<Watch> {
        Arc::clone(&self.outside.watch)
    }

    /// The visitors who write.
    pub fn writing(&self) -> &[Arc<Visitor>] {
        &self.visitors[..self.size.visitors - self.size.silent()]
    }

    /// The conversations of those who write, as the watch counts.
    pub fn conversations(&self) -> Vec<usize> {
        let writing = self.writing().iter();
        writing.map(|visitor| visitor.conversation()).collect()
    }

    /// The visitors who only read.
    pub fn silent(&self) -> &[Arc<Visitor>] {
        &self.visitors[self.size.visitors - self.size.silent()..]
    }

    /// Moves the first in the line to its end.
    pub async fn first_goes_to_the_end(&self) {
        let first = self.line.lock().remove(0);
        let visitor = &self.visitors[first];
        let left = visitor.leave_the_line().await;
        let place = visitor.ask_for_an_agent().await;
        self.line.lock().push(first);
        let length = self.line.lock().len();
        if left.is_none() || place != Some(length) {
            let what = format!("{first} asked again and is at {place:?} of {length}");
            self.outside.watch.complain(what);
        }
    }

    /// Lets everybody write and poll at the node where they began, until `fault` is done or they must go elsewhere, and
    /// reads everything back. Returns what the load has met, and
    /// what is wrong.
    pub async fn during(&self, fault: impl Future<Output = ()>) -> (Seen, Vec<String>) {
        let watch = self.watch();
        watch.begin();
        let mark = watch.mark();
        self.desks.iter().for_each(|desk| desk.return_home());
        self.visitors.iter().for_each(|one| one.return_home());
        let (mut senders, mut polls) = (JoinSet::new(), JoinSet::new());
        self.send_and_poll(&mut senders, &mut polls);
        let ended = tokio::time::timeout(PATIENCE, async {
            fault.await;
            watch.end();
            while senders.join_next().await.is_some() {}
        });
        let is_over = ended.await.is_ok();
        let seen = watch.since(mark);
        assert!(is_over, "no end: {seen}; {:?}", watch.complaints());
        // What an ended poll was told is read again.
        polls.shutdown().await;
        let mut wrong = watch.complaints();
        wrong.extend(self.read_back().await);
        (seen, wrong)
    }

    fn send_and_poll(&self, senders: &mut JoinSet<()>, polls: &mut JoinSet<()>) {
        let all = self.visitors.len() + self.size.talking();
        let pause = Duration::from_secs(1) * u32::try_from(all).unwrap()
            / u32::try_from(self.size.messages_a_second()).unwrap();
        for visitor in &self.visitors {
            let visitor = Arc::clone(visitor);
            polls.spawn(async move { visitor.poll().await });
        }
        for visitor in self.writing() {
            let desk = visitor.desk().map(|desk| Arc::clone(&self.desks[desk]));
            senders.spawn(keep_sending(Arc::clone(visitor), None, pause));
            if desk.is_some() {
                senders.spawn(keep_sending(Arc::clone(visitor), desk, pause));
            }
        }
        let arriving = Arriving {
            outside: self.outside.clone(),
            numbers: Arc::clone(&self.numbers),
            arrived: Arc::clone(&self.arrived),
            pause,
        };
        senders.spawn(arriving.keep_arriving());
    }

    /// Reads every conversation and place back. Returns what is lost, doubled, changed, in another order or elsewhere.
    pub async fn read_back(&self) -> Vec<String> {
        let everybody: Vec<_> = {
            let arrived = self.arrived.lock();
            self.visitors
                .iter()
                .chain(arrived.iter())
                .cloned()
                .collect()
        };
        let reading = everybody.iter().map(|visitor| async move {
            let mut wrong = visitor.read_back().await;
            let (expected, place) = (self.expected(visitor.number), visitor.place().await);
            if place != Some(expected) {
                wrong.push(format!(
                    "{}: {expected:?} has become {place:?}",
                    visitor.number
                ));
            }
            wrong
        });
        let wrong: Vec<_> = stream::iter(reading).buffered(AT_ONCE).collect().await;
        let mut wrong: Vec<String> = wrong.into_iter().flatten().collect();
        wrong.extend(self.watch().complaints());
        wrong
    }

    fn expected(&self, number: usize) -> Place {
        let place = self.line.lock().iter().position(|who| *who == number);
        match place {
            Some(place) => Place::Line(place + 1),
            None if number < self.size.talking() => Place::Agent,
            None => Place::Robot,
        }
    }
}

/// Sends one message after the other, as the visitor or as their agent.
async fn keep_sending(visitor: Arc<Visitor>, desk: Option<Arc<Desk>>, pause: Duration) {
    let watch = visitor.watch();
    while !watch.is_over() {
        tokio::time::sleep(pause.mul_f64(0.5 + fraction())).await;
        if visitor.send(desk.as_deref()).await.is_none() {
            return;
        }
    }
}

/// Visitors who come while others write, one after the other.
struct Arriving {
    outside: Outside,
    numbers: Arc<AtomicUsize>,
    arrived: Arc<Mutex<Vec<Arc<Visitor>>>>,
    pause: Duration,
}

impl Arriving {
    async fn keep_arriving(self) {
        while !self.outside.watch.is_over() {
            tokio::time::sleep(self.pause).await;
            let number = self.numbers.fetch_add(1, Ordering::Relaxed);
            let page = Page::new(&self.outside, number, Loyalty::MovesOn);
            let Some(visitor) = Visitor::open(page, number).await else {
                return;
            };
            for _ in 0..TEXTS_OF_AN_ARRIVAL {
                if visitor.send(None).await.is_none() {
                    break;
                }
            }
            self.arrived.lock().push(Arc::new(visitor));
        }
    }
}
