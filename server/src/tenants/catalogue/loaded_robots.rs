//! Loads robots' indexes on demand: builds them at the first question, and drops them after a long rest or when all
//! indexes together use too much memory (`docs/decisions/0009`).

use super::{Catalogue, Snapshot, TenantSettings};
use crate::settings::robots::RobotSettings;
use actors_core::ids::{RobotNo, TenantId};
use actors_core::robot::Robot;
use parking_lot::Mutex;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

/// When each robot was last asked. Robots that rest are removed at the next check.
#[derive(Debug, Default)]
pub(super) struct LastAsked(Mutex<HashMap<TenantId, HashMap<RobotNo, Instant>>>);

/// A robot that is awake.
struct Awake {
    asked: Instant,
    bytes: usize,
    tenant: TenantId,
    number: RobotNo,
    robot: Arc<Robot>,
}

impl Catalogue {
    /// Returns a robot, and records that it was asked. This extends the time until it rests.
    pub fn asked(&self, tenant: &TenantId, number: &RobotNo) -> Option<Arc<Robot>> {
        let robot = self.tenant(tenant)?.robots.get(number).cloned()?;
        let mut asked = self.last_asked.0.lock();
        let of_tenant = asked.get_mut(tenant);
        match of_tenant.and_then(|robots| robots.get_mut(number)) {
            Some(last) => *last = Instant::now(),
            None => {
                let of_tenant = asked.entry(tenant.clone()).or_default();
                of_tenant.insert(number.clone(), Instant::now());
            }
        }
        Some(robot)
    }

    /// Builds the indexes of a resting robot and puts it into the catalogue. Takes a third of a second for ten thousand
    /// questions.
    pub fn wake(&self, tenant: &TenantId, number: &RobotNo) -> Option<Arc<Robot>> {
        let before = self.asked(tenant, number)?;
        if !before.is_resting() {
            return Some(before);
        }
        let awake = before.awake();
        tracing::debug!(%tenant, robot = %number, bytes = awake.index_bytes(), "a robot is awake");
        // The caller keeps this awake robot even if the one in the catalogue rests again soon.
        self.swap(tenant, number, &before, awake.clone());
        Some(Arc::new(awake))
    }

    /// Drops the indexes of robots that have not been asked for long. If all indexes use too much memory, also drops
    /// those of the least recently asked robots, but never those of the most recently asked one.
    pub fn let_rest(&self, settings: &RobotSettings, now: Instant) {
        let mut awake = self.awake(now);
        awake.sort_by_key(|robot| Reverse(robot.asked));
        let mut bytes = 0;
        for (place, one) in awake.iter().enumerate() {
            let is_long_ago = now.saturating_duration_since(one.asked) >= settings.rests_after();
            let is_too_much = place > 0 && bytes + one.bytes > settings.index_bytes_max();
            if !is_long_ago && !is_too_much {
                bytes += one.bytes;
                continue;
            }
            let (tenant, number) = (&one.tenant, &one.number);
            tracing::info!(%tenant, robot = %number, bytes = one.bytes, is_too_much, "a robot rests");
            self.swap(tenant, number, &one.robot, one.robot.rested());
        }
    }

    /// Returns the robots that are awake, and forgets when all others were asked.
    fn awake(&self, now: Instant) -> Vec<Awake> {
        let mut asked = self.last_asked.0.lock();
        let mut before = std::mem::take(&mut *asked);
        let mut awake = Vec::new();
        for settings in self.tenants() {
            let tenant = &settings.tenant.id;
            let mut of_tenant = before.remove(tenant).unwrap_or_default();
            for (number, robot) in &settings.robots {
                let bytes = robot.index_bytes();
                if bytes == 0 {
                    continue;
                }
                let last = of_tenant.remove(number).unwrap_or(now);
                let kept = asked.entry(tenant.clone()).or_default();
                kept.insert(number.clone(), last);
                awake.push(Awake {
                    asked: last,
                    bytes,
                    tenant: tenant.clone(),
                    number: number.clone(),
                    robot: Arc::clone(robot),
                });
            }
        }
        awake
    }

    /// Replaces a robot by one made from it. Does nothing if the documents have changed in between.
    pub(super) fn swap(&self, tenant: &TenantId, number: &RobotNo, before: &Robot, after: Robot) {
        let _alone = self.changing.lock();
        let Some(settings) = self.tenant(tenant) else {
            return;
        };
        let now = settings.robots.get(number);
        let Some(now) = now.filter(|now| now.knows_as(before)) else {
            return;
        };
        let after = after.with(now.levels());
        let mut settings = TenantSettings::clone(&settings);
        settings.robots.insert(number.clone(), Arc::new(after));
        let mut next = Snapshot::clone(&self.now.load());
        next.put(Arc::new(settings));
        self.now.store(Arc::new(next));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::tenant_with;
    use super::*;
    use actors_core::robot::Document;
    use std::time::Duration;

    const HOUR: Duration = Duration::from_secs(3_600);

    fn robot(subject: &str) -> Robot {
        let questions = ["Where is the {}?", "How much is a {}?", "May I keep a {}?"];
        let mut questions = questions
            .map(|question| question.replace("{}", subject).into())
            .into_iter();
        Robot::resting(vec![Document {
            id: subject.into(),
            language: "en".into(),
            question: questions.next().unwrap(),
            similar: questions.collect(),
            answer: "Here.".into(),
        }])
    }

    fn catalogue() -> Catalogue {
        let robots =
            ["fern", "moss", "rose"].map(|name| (RobotNo::from(name), Arc::new(robot(name))));
        Catalogue::new([tenant_with("shop", robots.into())])
    }

    fn awake(catalogue: &Catalogue) -> Vec<String> {
        let settings = catalogue.tenant(&"shop".into()).unwrap();
        let robots = settings.robots.iter();
        let awake = robots.filter(|(_, robot)| !robot.is_resting());
        awake.map(|(number, _)| number.to_string()).collect()
    }

    fn wake(catalogue: &Catalogue, number: &str) -> Arc<Robot> {
        catalogue.wake(&"shop".into(), &number.into()).unwrap()
    }

    #[test]
    fn only_a_robot_that_is_asked_wakes() {
        let catalogue = catalogue();
        assert!(awake(&catalogue).is_empty());

        let woken = wake(&catalogue, "moss");

        assert!(!woken.is_resting());
        assert_eq!(awake(&catalogue), ["moss"]);
        assert!(woken.knows_as(&wake(&catalogue, "moss")), "built once");
        assert!(catalogue.wake(&"shop".into(), &"ivy".into()).is_none());
    }

    #[test]
    fn a_robot_rests_when_nobody_asks_it_and_wakes_again() {
        let catalogue = catalogue();
        let settings = RobotSettings {
            rest_minutes: 60,
            ..RobotSettings::default()
        };
        wake(&catalogue, "moss");
        let woken = Instant::now();

        catalogue.let_rest(&settings, woken + HOUR / 2);
        assert_eq!(awake(&catalogue), ["moss"]);
        catalogue.let_rest(&settings, woken + HOUR);
        assert!(awake(&catalogue).is_empty());

        wake(&catalogue, "moss");
        assert_eq!(awake(&catalogue), ["moss"]);
    }

    #[test]
    fn above_the_memory_limit_all_but_the_most_recently_asked_robot_rest() {
        let catalogue = catalogue();
        let none = RobotSettings {
            index_mib_max: 0,
            ..RobotSettings::default()
        };
        for number in ["rose", "fern", "moss"] {
            wake(&catalogue, number);
        }
        catalogue.asked(&"shop".into(), &"rose".into());

        catalogue.let_rest(&RobotSettings::default(), Instant::now());
        assert_eq!(awake(&catalogue), ["fern", "moss", "rose"]);
        catalogue.let_rest(&none, Instant::now());
        assert_eq!(awake(&catalogue), ["rose"]);
    }

    #[test]
    fn a_robot_with_old_documents_does_not_replace_a_newer_one() {
        let catalogue = catalogue();
        let before = wake(&catalogue, "moss");
        let other = [(RobotNo::from("moss"), Arc::new(robot("peat")))];
        catalogue.put(tenant_with("shop", other.into()).into());

        catalogue.swap(&"shop".into(), &"moss".into(), &before, before.rested());

        let now = catalogue.asked(&"shop".into(), &"moss".into()).unwrap();
        assert_eq!(now.documents()[0].id.as_str(), "peat");
    }
}
