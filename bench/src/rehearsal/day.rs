//! The description of a day, as an operator writes it in TOML. Every field has a default, so a file names only what
//! differs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

/// More hours than this are no day.
const HOURS_MAX: usize = 24;
/// A visit's messages at most, so that no visitor exceeds the rate of sendMsg or robotAsk (Protocol, 'Rates').
const MESSAGES_MAX: u32 = 15;

/// A described day.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Day {
    /// Hour of the clock at which the first value of `visitors_per_hour` counts, 0 to 23. Default: 0.
    pub begins: u32,
    /// Visitors who arrive in each hour, at most 24 values. Default: a sale day with 3,000 in its busiest hour.
    pub visitors_per_hour: Vec<f64>,
    /// How many times faster than the clock the day passes. Rates stay those of the day: only its duration, and so the
    /// number of visitors, is smaller. Default: 24, so that 24 hours take one hour.
    pub speed_up: f64,
    /// Mean messages of a visitor, 1 to 8. Default: 4.
    pub messages: f64,
    /// Mean time between two messages of a visitor, s. Default: 15.
    pub pause_seconds: f64,
    /// Share of the visitors who ask the robot, 0 to 1. Default: 0.7.
    pub robot_share: f64,
    /// Share of the visitors who ask the robot once, and then a person, 0 to 1. The others only look. Default: 0.2.
    pub person_share: f64,
    /// Mean time in which an agent answers a message, s. Default: 10.
    pub reply_seconds: f64,
    /// How long a visitor waits for a person, s. Default: 600.
    pub patience_seconds: f64,
    /// What visitors ask the robot, in turn. Default: four questions of any shop.
    pub questions: Vec<String>,
    /// Seed of all dice, so that the same day is played again. Default: 1.
    pub seed: u64,
    /// The agents. Without any, nobody asks for a person. Default: none.
    pub agents: Vec<AgentAccount>,
    /// When the day holds.
    pub holds: Limits,
}

/// An agent who takes part. It should be an account for rehearsals alone.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentAccount {
    /// The tenant's id; empty if there is only one tenant.
    #[serde(default)]
    pub tenant: String,
    /// What the agent signs in with.
    pub account: String,
    /// The environment variable with the password.
    pub password_env: Option<String>,
    /// The file with the password.
    pub password_file: Option<PathBuf>,
    /// Conversations at once. The lower of this and the tenant's capacity counts. Default: 5.
    #[serde(default = "five")]
    pub capacity: u32,
}

fn five() -> u32 {
    5
}

impl AgentAccount {
    /// Reads the password.
    ///
    /// # Errors
    /// Neither source is named, or it has nothing.
    pub fn password(&self) -> Result<String> {
        let account = &self.account;
        match (&self.password_env, &self.password_file) {
            (Some(name), None) => std::env::var(name)
                .with_context(|| format!("agent {account}: the variable {name} is not set")),
            (None, Some(path)) => {
                let text = std::fs::read_to_string(path)
                    .with_context(|| format!("agent {account}: reading {}", path.display()))?;
                Ok(text.trim_end_matches(['\r', '\n']).to_owned())
            }
            _ => bail!("agent {account}: name one of password_env and password_file"),
        }
    }
}

/// The limits within which a day holds. A percentile counts in each part of the day with enough calls, and in all.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// p99 of opening a chat, ms. Default: 1,000.
    pub open_ms: u32,
    /// p99 of sending a message until it is acknowledged, ms. Default: 1,000.
    pub send_ms: u32,
    /// p99 of a message from sending it until the other side has it, ms. Default: 1,000.
    pub deliver_ms: u32,
    /// p99 of the robot's answer, ms. Default: 2,000; a large model needs more.
    pub robot_ms: u32,
    /// p90 of waiting for a person, s. Default: 120.
    pub wait_seconds: u32,
    /// Calls in a thousand that may fail. Default: 1.
    pub failed_per_thousand: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            open_ms: 1_000,
            send_ms: 1_000,
            deliver_ms: 1_000,
            robot_ms: 2_000,
            wait_seconds: 120,
            failed_per_thousand: 1.0,
        }
    }
}

impl Default for Day {
    fn default() -> Self {
        let curve = [
            200, 100, 60, 40, 40, 60, 150, 400, 800, 1_200, 1_500, 1_700, 1_800, 1_600, 1_500,
            1_500, 1_600, 1_800, 2_200, 2_700, 3_000, 2_600, 1_500, 600,
        ];
        Self {
            begins: 0,
            visitors_per_hour: curve.map(f64::from).to_vec(),
            speed_up: 24.0,
            messages: 4.0,
            pause_seconds: 15.0,
            robot_share: 0.7,
            person_share: 0.2,
            reply_seconds: 10.0,
            patience_seconds: 600.0,
            questions: [
                "Where is my order?",
                "How do I return something?",
                "What does delivery cost?",
                "When do you open?",
            ]
            .map(str::to_owned)
            .to_vec(),
            seed: 1,
            agents: Vec::new(),
            holds: Limits::default(),
        }
    }
}

impl Day {
    /// Reads a description.
    ///
    /// # Errors
    /// The file cannot be read, or a name or value is wrong; the error names it.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("reading the day {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("reading the day {}", path.display()))
    }

    /// Checks the values.
    ///
    /// # Errors
    /// A value is out of range; the error names the field.
    pub fn check(&self) -> Result<()> {
        let hours = self.visitors_per_hour.len();
        let positive = |value: f64| value.is_finite() && value > 0.0;
        let share = |value: f64| (0.0..=1.0).contains(&value);
        ensure!(self.begins < 24, "begins: 0 to 23");
        ensure!(
            (1..=HOURS_MAX).contains(&hours),
            "visitors_per_hour: 1 to 24 values"
        );
        ensure!(
            self.visitors_per_hour
                .iter()
                .all(|value| value.is_finite() && *value >= 0.0),
            "visitors_per_hour: numbers from 0"
        );
        ensure!(
            self.visitors_per_hour.iter().sum::<f64>() > 0.0,
            "visitors_per_hour: nobody arrives"
        );
        ensure!(
            positive(self.speed_up) && self.speed_up <= 3_600.0,
            "speed_up: above 0, at most 3,600"
        );
        ensure!((1.0..=8.0).contains(&self.messages), "messages: 1 to 8");
        ensure!(
            (0.1..=600.0).contains(&self.pause_seconds),
            "pause_seconds: 0.1 to 600"
        );
        ensure!(
            (0.0..=600.0).contains(&self.reply_seconds),
            "reply_seconds: 0 to 600"
        );
        ensure!(
            (1.0..=7_200.0).contains(&self.patience_seconds),
            "patience_seconds: 1 to 7,200"
        );
        ensure!(share(self.robot_share), "robot_share: 0 to 1");
        ensure!(share(self.person_share), "person_share: 0 to 1");
        ensure!(
            self.robot_share + self.person_share <= 1.000_001,
            "robot_share and person_share: together at most 1"
        );
        ensure!(
            self.robot_share + self.person_share == 0.0 || !self.questions.is_empty(),
            "questions: name at least one"
        );
        ensure!(
            self.agents.iter().all(|agent| agent.capacity > 0),
            "agents: a capacity is at least 1"
        );
        Ok(())
    }

    /// Visitors an hour at a time of the day. Each value holds in the middle of its hour, and between two of them the
    /// rate changes evenly.
    pub fn rate_at(&self, hours: f64) -> f64 {
        let values = &self.visitors_per_hour;
        let place = (hours - 0.5).clamp(0.0, (values.len() - 1) as f64);
        let (low, part) = (place.floor() as usize, place.fract());
        let next = values.get(low + 1).unwrap_or(&values[low]);
        values[low] * (1.0 - part) + next * part
    }

    /// How long the day takes.
    pub fn duration(&self) -> Duration {
        Duration::from_secs_f64(self.visitors_per_hour.len() as f64 * 3_600.0 / self.speed_up)
    }

    /// The clock of the day after so long, such as `14:20`.
    pub fn clock(&self, after: Duration) -> String {
        let minutes = (after.as_secs_f64() * self.speed_up / 60.0) as u64;
        let minutes = u64::from(self.begins) * 60 + minutes;
        format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60)
    }

    /// The most messages of one visitor: twice the mean, so that the mean is right.
    pub fn messages_max(&self) -> u32 {
        ((self.messages * 2.0 - 1.0).round() as u32).clamp(1, MESSAGES_MAX)
    }

    /// Share of the visitors who ask for a person, which is 0 without agents.
    pub fn person_share_played(&self) -> f64 {
        match self.agents.is_empty() {
            true => 0.0,
            false => self.person_share,
        }
    }
}

#[cfg(test)]
mod tests;
