//! Teaches robots from their documents, one after another, on a separate thread. Until then, a robot answers from its
//! indexes alone. The thread also wakes robots in the background, and lets robots rest.

use super::Catalogue;
use crate::settings::robots::RobotSettings;
use actors_core::ids::{RobotNo, TenantId};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How often the thread checks for robots that may rest, if there is nothing to teach.
const LOOKED_EVERY: Duration = Duration::from_secs(60);

/// The sender of robots to the teaching thread. The thread ends when this is dropped.
#[derive(Debug)]
pub struct Teacher {
    wishes: Sender<(TenantId, RobotNo)>,
    /// Held while a robot is woken for a waiting question. The first question builds the indexes, and the others wait.
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

    /// Queues a robot to be woken and taught.
    pub fn take(&self, tenant: &TenantId, number: &RobotNo) {
        // If the thread has ended, robots answer without further teaching.
        let _ = self.wishes.send((tenant.clone(), number.clone()));
    }

    /// Queues the tenant's awake robots that have something to learn.
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
        // The set merges repeated wishes for the same robot.
        waiting.extend(wished.try_iter());
        if let Some((tenant, number)) = waiting.pop_first() {
            catalogue.teach(&tenant, &number);
            catalogue.let_rest(rests, Instant::now());
        }
    }
}

impl Catalogue {
    /// Wakes a robot, teaches it what its documents' questions have in common, and puts it into the catalogue. Discards
    /// the result if its documents have changed in between.
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
