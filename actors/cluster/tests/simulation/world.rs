//! Nodes, what is in transit between them and the stream, and what a step does.

use crate::ledger::{Acknowledged, Ledger, Violation};
use crate::stream::{Answer, Stream};
use crate::tally::Tally;
use actors_cluster::message::Message;
use actors_cluster::owner::{Action, Owner, PublishError};
use actors_cluster::position::{Damage, Position, Verdict};
use bytes::Bytes;
use std::collections::VecDeque;

const NODES: usize = 3;
const STEPS: usize = 240;
const IN_FLIGHT_MAX: usize = 5;
const CALM_MAX: u64 = 8;
/// In this many rounds an owner that is alone finishes.
const ROUNDS: usize = 100;

/// Which rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// All: the program.
    Kept,
    /// Owners believe each PubAck; nodes fold by the rule.
    WithoutGapCheck,
    /// Owners believe each PubAck, and nodes count each group whatever its epoch and number.
    WithoutAny,
}

/// What a node folded.
#[derive(Clone, Debug, Default)]
struct View {
    position: Position,
    groups: Vec<u64>,
}

#[derive(Default)]
struct Node {
    view: View,
    /// What a crash leaves of the view.
    durable: View,
    machine: Option<Machine>,
    is_stopped: bool,
    /// What was sent and has not reached the stream. It outlives the node.
    transit: VecDeque<Transit>,
    inbox: VecDeque<(u64, Input)>,
    wanted_read: Option<u64>,
}

struct Machine {
    id: u64,
    owner: Owner,
    owns: bool,
    /// Submitted groups in the order of their numbers, which begin at 1.
    groups: Vec<u64>,
}

struct Transit {
    machine: u64,
    publish: u64,
    message: Bytes,
    after: u64,
    /// The sender was told that the outcome is unknown.
    is_given_up: bool,
}

enum Input {
    Published(u64, Result<u64, PublishError>),
    Read(Answer),
    ReadFailed,
}

#[derive(Clone, Copy)]
enum Step {
    Submit,
    Deliver,
    Take,
    TimeOut,
    Read,
    Follow,
    Claim,
    Crash,
    Stop,
    Continue,
    Persist,
    Snapshot,
    Purge,
}

/// How often each step is drawn.
const WEIGHTS: [(Step, u32); 13] = [
    (Step::Submit, 12),
    (Step::Deliver, 16),
    (Step::Take, 20),
    (Step::TimeOut, 2),
    (Step::Read, 10),
    (Step::Follow, 6),
    (Step::Claim, 3),
    (Step::Crash, 1),
    (Step::Stop, 2),
    (Step::Continue, 4),
    (Step::Persist, 2),
    (Step::Snapshot, 1),
    (Step::Purge, 1),
];

/// One schedule.
pub struct World {
    rules: Rules,
    dice: fastrand::Rng,
    /// Faults are this many times rarer than in the roughest schedule.
    calm: u64,
    stream: Stream,
    nodes: [Node; NODES],
    snapshot: View,
    ledger: Ledger,
    machines: u64,
    found: Vec<Violation>,
    pub tally: Tally,
}

impl World {
    pub fn new(rules: Rules, seed: u64) -> Self {
        let mut dice = fastrand::Rng::with_seed(seed);
        let calm = dice.u64(1..=CALM_MAX);
        Self {
            rules,
            dice,
            calm,
            stream: Stream::default(),
            nodes: Default::default(),
            snapshot: View::default(),
            ledger: Ledger::default(),
            machines: 0,
            found: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// Takes the steps. The same seed draws the same steps whatever the rules are.
    pub fn run(&mut self) {
        let weights: u32 = WEIGHTS.iter().map(|(_, weight)| weight).sum();
        for _ in 0..STEPS {
            let mut drawn = self.dice.u32(..weights);
            let node = self.dice.usize(..NODES);
            let luck = Luck(self.dice.u64(..));
            for (step, weight) in WEIGHTS {
                if drawn < weight {
                    self.step(step, node, luck);
                    break;
                }
                drawn -= weight;
            }
        }
        if self.rules == Rules::Kept {
            let survivor = self.dice.usize(..NODES);
            self.finish(survivor);
        }
    }

    /// Folds the whole stream on every node, and compares with the ledger.
    pub fn violations(&mut self) -> Vec<Violation> {
        let mut reference = View::default();
        for seq in 1..=self.stream.end() {
            fold(self.rules, &mut reference, seq, self.stream.at(seq));
        }
        for node in 0..NODES {
            self.follow(node, usize::MAX / 2);
            if self.nodes[node].view.groups != reference.groups {
                self.found.push(Violation::FoldsDiffer);
            }
        }
        let mut violations = self.ledger.violations(&reference.groups);
        violations.append(&mut self.found);
        violations
    }

    fn step(&mut self, step: Step, at: usize, luck: Luck) {
        let is_free = self.nodes.iter().all(|node| node.machine.is_none());
        let disturbs = luck.one_in(0, self.calm);
        let node = &mut self.nodes[at];
        let runs = !node.is_stopped;
        match step {
            Step::Submit if runs => self.submit(at, 1 + luck.below(3)),
            Step::Deliver => self.deliver(at, luck),
            Step::Take if runs => self.take(at),
            Step::TimeOut if disturbs => {
                let waiting = node.transit.iter_mut().find(|sent| !sent.is_given_up);
                if let Some(sent) = waiting {
                    sent.is_given_up = true;
                    let outcome = Input::Published(sent.publish, Err(PublishError::Unknown));
                    node.inbox.push_back((sent.machine, outcome));
                }
            }
            Step::Read => self.read(at, luck),
            Step::Follow if runs => self.follow(at, luck.below(6)),
            Step::Claim if runs && (is_free || disturbs) => self.claim(at),
            Step::Crash if disturbs => {
                let lost = node.machine.take();
                let in_flight = lost.map_or(0, |machine| machine.owner.in_flight());
                self.tally.owner_crashed_in_flight += u64::from(in_flight > 0);
                node.inbox.clear();
                node.wanted_read = None;
                node.is_stopped = false;
                node.view = node.durable.clone();
            }
            Step::Stop if runs && disturbs => {
                node.is_stopped = true;
                let machine = node.machine.as_ref();
                let in_flight = machine.map_or(0, |machine| machine.owner.in_flight());
                self.tally.owner_stopped_in_flight += u64::from(in_flight > 0);
            }
            Step::Continue => node.is_stopped = false,
            Step::Persist => node.durable = node.view.clone(),
            Step::Snapshot if node.view.position.seq > self.snapshot.position.seq => {
                self.snapshot = node.view.clone();
            }
            Step::Purge => self.stream.purge(self.snapshot.position.seq),
            Step::Submit
            | Step::Take
            | Step::TimeOut
            | Step::Follow
            | Step::Claim
            | Step::Crash
            | Step::Stop
            | Step::Snapshot => {}
        }
    }

    fn submit(&mut self, at: usize, count: usize) {
        let Some(machine) = &mut self.nodes[at].machine else {
            return;
        };
        for _ in 0..count {
            if machine.owner.in_flight() < IN_FLIGHT_MAX {
                let group = self.ledger.submit();
                machine.groups.push(group);
                machine
                    .owner
                    .submit(Bytes::copy_from_slice(&group.to_le_bytes()));
            }
        }
        self.perform(at);
    }

    fn claim(&mut self, at: usize) {
        if self.nodes[at].machine.is_some() {
            return;
        }
        self.machines += 1;
        let claiming = match self.rules {
            Rules::Kept => Owner::claiming,
            Rules::WithoutGapCheck | Rules::WithoutAny => Owner::claiming_unchecked,
        };
        let nonce = self.machines;
        self.nodes[at].machine = Some(Machine {
            id: nonce,
            owner: claiming(self.nodes[at].view.position, "node", nonce),
            owns: false,
            groups: Vec::new(),
        });
        self.perform(at);
    }

    /// A publish reaches the stream, and its outcome starts the way back.
    fn deliver(&mut self, at: usize, luck: Luck) {
        let node = &mut self.nodes[at];
        let overtakes = luck.one_in(5, 24 * self.calm) && node.transit.len() > 1;
        let Some(sent) = node.transit.remove(usize::from(overtakes)) else {
            return;
        };
        self.tally.overtaken += u64::from(overtakes);
        self.tally.late += u64::from(sent.is_given_up);
        if luck.one_in(0, 24 * self.calm) {
            self.tally.dropped += 1;
            return self.answer(at, &sent, Err(PublishError::Unknown));
        }
        let ignores = luck.one_in(1, 2);
        let expected = (!ignores).then_some(sent.after);
        self.tally.expected_ignored += u64::from(ignores && sent.after != self.stream.end());
        let stored = self.stream.publish(sent.message.clone(), expected);
        let outcome = stored.ok_or(PublishError::NotStored);
        self.tally.refused += u64::from(outcome.is_err());
        if luck.one_in(2, 24 * self.calm) {
            self.tally.doubled += 1;
            self.nodes[at].transit.push_back(Transit {
                message: sent.message.clone(),
                is_given_up: true,
                ..sent
            });
        }
        if luck.one_in(3, 16 * self.calm) {
            self.tally.acks_lost += 1;
            return self.answer(at, &sent, Err(PublishError::Unknown));
        }
        self.answer(at, &sent, outcome);
    }

    fn answer(&mut self, at: usize, sent: &Transit, outcome: Result<u64, PublishError>) {
        if !sent.is_given_up {
            let input = (sent.machine, Input::Published(sent.publish, outcome));
            self.nodes[at].inbox.push_back(input);
        }
    }

    /// The stream answers a wanted read.
    fn read(&mut self, at: usize, luck: Luck) {
        let node = &mut self.nodes[at];
        let (Some(from), Some(machine)) = (node.wanted_read.take(), &node.machine) else {
            return;
        };
        let input = if luck.one_in(0, 12 * self.calm) {
            Input::ReadFailed
        } else {
            let is_stale = luck.one_in(1, 8 * self.calm);
            self.tally.stale_reads += u64::from(is_stale);
            self.tally.gaps_read += 1;
            let missing = if is_stale { luck.below(4) as u64 } else { 0 };
            Input::Read(self.stream.read(from, 1 + luck.below(8), missing))
        };
        node.inbox.push_back((machine.id, input));
    }

    /// A node takes the oldest input.
    fn take(&mut self, at: usize) {
        let node = &mut self.nodes[at];
        let Some((id, input)) = node.inbox.pop_front() else {
            return;
        };
        let Some(machine) = node.machine.as_mut().filter(|machine| machine.id == id) else {
            return;
        };
        match input {
            Input::Published(publish, outcome) => machine.owner.published(publish, outcome),
            Input::ReadFailed => machine.owner.read_failed(),
            Input::Read(answer) => {
                // The shell shows its view what it reads.
                for (seq, stored) in &answer.messages {
                    if *seq == node.view.position.seq + 1 {
                        fold(self.rules, &mut node.view, *seq, stored);
                    }
                }
                // The other reads show the machine by themselves what is purged.
                if self.rules == Rules::Kept && answer.messages.is_empty() {
                    machine.owner.stream_begins(answer.first);
                }
                machine.owner.has_read(&answer.messages, answer.end);
            }
        }
        self.perform(at);
    }

    /// Performs what the machine wants.
    fn perform(&mut self, at: usize) {
        let node = &mut self.nodes[at];
        let Some(machine) = &mut node.machine else {
            return;
        };
        let mut is_lost = false;
        while let Some(action) = machine.owner.next() {
            if is_lost {
                self.found.push(Violation::TwoOwners);
            }
            match action {
                Action::Publish {
                    publish,
                    message,
                    after,
                } => node.transit.push_back(Transit {
                    machine: machine.id,
                    publish,
                    message,
                    after,
                    is_given_up: false,
                }),
                Action::Read { from } => node.wanted_read = Some(from),
                Action::Own => {
                    machine.owns = true;
                    self.tally.owned += 1;
                }
                Action::Counts { position } => {
                    self.tally.acknowledged += 1;
                    self.ledger.acknowledge(Acknowledged {
                        group: machine.groups[position.number as usize - 1],
                        machine: machine.id,
                        epoch: position.epoch,
                        seq: position.seq,
                    });
                }
                Action::Lost { .. } => is_lost = true,
            }
        }
        if is_lost {
            let is_purged = |hole| self.stream.first() > hole;
            let is_outbid = machine.owner.position().owner != machine.id;
            match machine.owner.damage() {
                None if is_outbid => self.tally.lost_to_a_claim += 1,
                Some(Damage::Hole { expected, .. }) if is_purged(expected) => {
                    self.tally.lost_behind_a_purge += 1;
                }
                None | Some(_) => self.found.push(Violation::GaveUp),
            }
            node.machine = None;
            node.wanted_read = None;
        }
    }

    /// A node folds messages, from a snapshot if they are purged.
    fn follow(&mut self, at: usize, count: usize) {
        let view = &mut self.nodes[at].view;
        if view.position.seq + 1 < self.stream.first() {
            self.tally.snapshots_loaded += 1;
            *view = self.snapshot.clone();
        }
        let from = view.position.seq + 1;
        let last = self.stream.end().min(view.position.seq + count as u64);
        for seq in from..=last {
            fold(self.rules, view, seq, self.stream.at(seq));
        }
    }

    /// All faults end, and all nodes but one. Its owner finishes what was submitted, and three groups more.
    fn finish(&mut self, survivor: usize) {
        for at in (0..NODES).filter(|at| *at != survivor) {
            self.nodes[at].machine = None;
            self.nodes[at].is_stopped = true;
        }
        self.nodes[survivor].is_stopped = false;
        let mut is_submitted = false;
        for round in 0..ROUNDS {
            // What is in transit from others arrives in between.
            self.deliver(round % NODES, Luck::NONE);
            self.deliver(survivor, Luck::NONE);
            if self.nodes[survivor].machine.is_none() {
                self.follow(survivor, usize::MAX / 2);
                self.claim(survivor);
                is_submitted = false;
            }
            self.read(survivor, Luck::NONE);
            while !self.nodes[survivor].inbox.is_empty() {
                self.take(survivor);
            }
            let Some(machine) = &self.nodes[survivor].machine else {
                continue;
            };
            if machine.owns && !is_submitted && machine.owner.in_flight() < 2 {
                is_submitted = true;
                self.submit(survivor, 3);
            } else if is_submitted && machine.owner.in_flight() == 0 {
                return;
            }
        }
        self.found.push(Violation::Stuck);
    }
}

fn fold(rules: Rules, view: &mut View, seq: u64, stored: &Bytes) {
    let (verdict, message) = match rules {
        Rules::Kept | Rules::WithoutGapCheck => view.position.fold_stored(seq, stored).unwrap(),
        Rules::WithoutAny => {
            let message = Message::decode(stored).unwrap();
            view.position.seq = seq;
            if let Message::Claim(claim) = &message {
                view.position.epoch = view.position.epoch.max(claim.epoch);
            }
            (Verdict::Counts, message)
        }
    };
    if let (Verdict::Counts, Message::Group(group)) = (verdict, message) {
        let id = group.frames.as_ref().try_into().unwrap();
        view.groups.push(u64::from_le_bytes(id));
    }
}

/// The chance of one step, drawn at once so that all rules see the same.
#[derive(Clone, Copy)]
struct Luck(u64);

impl Luck {
    /// No fault happens, and reads bring all.
    const NONE: Self = Self(u64::MAX);

    /// Whether chance `which` (0 to 5) of one in `of` (at most 256) comes true.
    fn one_in(self, which: u32, of: u64) -> bool {
        let drawn = self.0.rotate_right(which * 9) & 0x1ff;
        drawn < 512 / of
    }

    fn below(self, count: usize) -> usize {
        (self.0 >> 54) as usize % count
    }
}
