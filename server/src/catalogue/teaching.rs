//! Robots that learn from their documents, one after another, on a thread of their own: answers go on meanwhile, given
//! by the robot as it was indexed.

use super::Catalogue;
use actors_core::ids::{RobotNo, TenantId};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Where robots are handed in to be taught. The thread ends with it.
#[derive(Debug)]
pub struct Teacher {
    wishes: Sender<(TenantId, RobotNo)>,
}

impl Teacher {
    /// Starts the thread, and teaches every robot there is.
    pub fn start(catalogue: &Arc<Catalogue>) -> std::io::Result<Self> {
        let (wishes, wished) = channel();
        let of_thread = Arc::clone(catalogue);
        std::thread::Builder::new()
            .name("robot-teacher".to_owned())
            .spawn(move || teach(&of_thread, &wished))?;
        let teacher = Self { wishes };
        for settings in catalogue.tenants() {
            teacher.look_at(catalogue, &settings.tenant.id);
        }
        Ok(teacher)
    }

    /// Has the robots of a tenant taught that have something to learn.
    pub fn look_at(&self, catalogue: &Catalogue, tenant: &TenantId) {
        let settings = catalogue.tenant(tenant);
        for (number, robot) in settings.iter().flat_map(|settings| &settings.robots) {
            if robot.can_learn() {
                // A thread that is gone teaches nobody, and the robots answer as they are.
                let _ = self.wishes.send((tenant.clone(), number.clone()));
            }
        }
    }
}

fn teach(catalogue: &Catalogue, wished: &Receiver<(TenantId, RobotNo)>) {
    let mut waiting = BTreeSet::new();
    loop {
        if waiting.is_empty() {
            match wished.recv() {
                Ok(wish) => waiting.insert(wish),
                Err(_) => return,
            };
        }
        // Whatever changed meanwhile is one wish, however often it did.
        waiting.extend(wished.try_iter());
        if let Some((tenant, number)) = waiting.pop_first() {
            catalogue.teach(&tenant, &number);
        }
    }
}

impl Catalogue {
    /// Teaches a robot what its documents' questions have in common, and swaps it in; none waits for it. Nothing where
    /// its documents changed meanwhile.
    pub fn teach(&self, tenant: &TenantId, number: &RobotNo) {
        let robot = |settings: &super::TenantSettings| settings.robots.get(number).cloned();
        let before = self.tenant(tenant).and_then(|settings| robot(&settings));
        let Some(before) = before.filter(|robot| robot.can_learn()) else {
            return;
        };
        let learned = before.learned();
        tracing::info!(%tenant, robot = %number, bytes = learned.bytes(), "a robot has learned");
        let _alone = self.changing.lock();
        let Some(settings) = self.tenant(tenant) else {
            return;
        };
        let Some(now) = robot(&settings).filter(|now| now.knows_as(&before)) else {
            return;
        };
        let mut settings = super::TenantSettings::clone(&settings);
        let learned = learned.with(now.levels());
        settings.robots.insert(number.clone(), Arc::new(learned));
        let mut next = super::Snapshot::clone(&self.now.load());
        next.put(Arc::new(settings));
        self.now.store(Arc::new(next));
    }
}
