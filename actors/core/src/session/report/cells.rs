//! The numbers of a day, divided in four ways, so that a report reads only what it shows.

use super::SessionReport;
use super::numbers::{Reading, put_piece};
use super::sums::Sums;
use std::collections::BTreeMap;

/// What the numbers mean: it rises when [`Sums::add`] counts in another way. Sums of another edition are made again.
pub const EDITION: u32 = 2;

/// How the sessions of a day are divided. All have the group, because a supervisor may be limited to some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Division {
    /// By group and channel. Each session counts once.
    Channels,
    /// By group, channel and hour. Each session counts once.
    Hours,
    /// By group and agent. A session counts for each of its agents.
    Agents,
    /// By group and tag. A session counts for each of its tags.
    Tags,
}

impl Division {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Channels, Self::Hours, Self::Agents, Self::Tags];

    /// Its name in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Channels => "channels",
            Self::Hours => "hours",
            Self::Agents => "agents",
            Self::Tags => "tags",
        }
    }
}

/// What the sessions of a cell have in common. What a division does not know is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell<'a> {
    /// The group; empty for none.
    pub group: &'a str,
    /// The channel.
    pub channel: &'a str,
    /// The hour, the agent or the tag.
    pub key: &'a str,
}

/// The numbers of a day in one division.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells(BTreeMap<[Box<str>; 3], Sums>);

impl Cells {
    /// Adds a session that began in this hour of the day, in the tenant's time zone.
    pub fn add(&mut self, division: Division, report: &SessionReport, hour: u32) {
        let group = report.group.as_ref().map_or("", |group| group.as_str());
        let channel = report.channel.as_str();
        match division {
            Division::Channels => self.sums([group, channel, ""]).add(report),
            Division::Hours => self.sums([group, channel, &hour_key(hour)]).add(report),
            Division::Agents => {
                for agent in &report.agents {
                    self.sums([group, "", agent.as_str()]).add_of(report, agent);
                }
            }
            Division::Tags => {
                for tag in &report.tags {
                    self.sums([group, "", tag.as_str()]).add(report);
                }
            }
        }
    }

    fn sums(&mut self, cell: [&str; 3]) -> &mut Sums {
        self.0.entry(cell.map(Box::from)).or_default()
    }

    /// Writes them.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (cell, sums) in &self.0 {
            for text in cell {
                put_piece(&mut bytes, text.as_bytes());
            }
            put_piece(&mut bytes, &sums.write());
        }
        bytes
    }
}

/// An hour of the day as a key: two digits.
pub fn hour_key(hour: u32) -> String {
    format!("{hour:02}")
}

/// Stored sums that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stored sums cannot be read")]
pub struct Damaged;

/// Reads what [`Cells::write`] wrote: each cell, and its numbers for [`Sums::add_written`].
pub fn written(bytes: &[u8]) -> impl Iterator<Item = Result<(Cell<'_>, &[u8]), Damaged>> {
    let mut reading = Reading::of(bytes);
    let mut is_damaged = false;
    std::iter::from_fn(move || {
        if is_damaged || reading.is_over() {
            return None;
        }
        let mut next = || {
            let cell = Cell {
                group: reading.text()?,
                channel: reading.text()?,
                key: reading.text()?,
            };
            Some((cell, reading.piece()?))
        };
        let next = next().ok_or(Damaged);
        is_damaged = next.is_err();
        Some(next)
    })
}
