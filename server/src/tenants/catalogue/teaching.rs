//! Robots that learn from their documents, one after another, on a thread of their own: answers go on meanwhile, given
//! by the robot as it was indexed. The same thread wakes robots that nobody waits for, and lets them rest.

use super::Catalogue;
use crate::settings::robots::RobotSettings;
use actors_core::ids::{RobotNo, TenantId};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How often is looked for robots that may rest, where nothing is to be taught.
const LOOKED_EVERY: Duration = Duration::from_secs(60);

/// Where robots are handed in to be taught. The thread ends with it.
#[derive(Debug)]
pub struct Teacher {
    wishes: Sender<(TenantId, RobotNo)>,
    /// Held while a robot is woken that somebody waits for: one question makes its indexes, and the others wait for
    /// them.
    pub waking: tokio::sync::Mutex<()>,
}

impl Teacher {
    /// Starts the thread.
    pub fn start(catalogue: &Arc<Catalogue>, rests: RobotSettings) -> std::io::Result<Self> {
        let (wishes, wished) = channel();
        let of_thread = Arc::clone(catalogue);
        std::thread::Builder::new()
            .name("robot-teacher".to_owned())
            .spawn(move || teach(&of_thread, &wished, &rests))?;
        Ok(Self {
            wishes,
            waking: tokio::sync::Mutex::default(),
        })
    }

    /// Has a robot woken and taught.
    pub fn take(&self, tenant: &TenantId, number: &RobotNo) {
        // A thread that is gone teaches nobody, and the robots answer as they are.
        let _ = self.wishes.send((tenant.clone(), number.clone()));
    }

    /// Has the robots of a tenant taught that are awake and have something to learn.
    pub fn look_at(&self, catalogue: &Catalogue, tenant: &TenantId) {
        let settings = catalogue.tenant(tenant);
        for (number, robot) in settings.iter().flat_map(|settings| &settings.robots) {
            if robot.can_learn() {
                self.take(tenant, number);
            }
        }
    }
}

fn teach(catalogue: &Catalogue, wished: &Receiver<(TenantId, RobotNo)>, rests: &RobotSettings) {
    actors_runtime::thread_cache::enable();
    let mut waiting = BTreeSet::new();
    loop {
        if waiting.is_empty() {
            match wished.recv_timeout(LOOKED_EVERY) {
                Ok(wish) => {
                    waiting.insert(wish);
                }
                Err(RecvTimeoutError::Timeout) => catalogue.let_rest(rests, Instant::now()),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        // Whatever changed meanwhile is one wish, however often it did.
        waiting.extend(wished.try_iter());
        if let Some((tenant, number)) = waiting.pop_first() {
            catalogue.teach(&tenant, &number);
            catalogue.let_rest(rests, Instant::now());
        }
    }
}

impl Catalogue {
    /// Wakes a robot, teaches it what its documents' questions have in common, and swaps it in; none waits for it.
    /// Nothing where its documents changed meanwhile.
    pub fn teach(&self, tenant: &TenantId, number: &RobotNo) {
        let before = self.wake(tenant, number);
        let Some(before) = before.filter(|robot| robot.can_learn()) else {
            return;
        };
        let learned = before.learned();
        tracing::info!(%tenant, robot = %number, bytes = learned.bytes(), "a robot has learned");
        self.swap(tenant, number, &before, learned);
    }
}
