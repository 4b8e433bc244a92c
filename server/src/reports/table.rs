//! What a report shows: the numbers of some days, in rows.

use super::Reports;
use super::days::Day;
use super::zone::{Zone, before, next};
use actors_core::ids::{GroupId, TenantId};
use actors_core::session::report::cells::{Cell, Division, written};
use actors_core::session::report::sums::Sums;
use actors_core::tenant::Oversight;
use actors_core::time::Timestamp;
use actors_runtime::ports::StoreError;
use chrono::NaiveDate;
use std::collections::BTreeMap;

/// The most days of a report (Protocol, 'Reports').
pub const DAYS_MAX: i64 = 400;

/// What the rows of a report stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// An hour of the day, of all days.
    Hour,
    /// A day.
    Day,
    /// A channel.
    Channel,
    /// A group.
    Group,
    /// An agent.
    Agent,
    /// A tag.
    Tag,
}

impl By {
    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "hour" => Self::Hour,
            "day" => Self::Day,
            "channel" => Self::Channel,
            "group" => Self::Group,
            "agent" => Self::Agent,
            "tag" => Self::Tag,
            _ => return None,
        })
    }

    /// Whether its rows know the channel.
    pub fn knows_channel(self) -> bool {
        !matches!(self, Self::Agent | Self::Tag)
    }

    fn division(self) -> Division {
        match self {
            Self::Hour => Division::Hours,
            Self::Day | Self::Channel | Self::Group => Division::Channels,
            Self::Agent => Division::Agents,
            Self::Tag => Division::Tags,
        }
    }

    fn key<'a>(self, cell: &Cell<'a>, day: &'a str) -> &'a str {
        match self {
            Self::Hour | Self::Agent | Self::Tag => cell.key,
            Self::Day => day,
            Self::Channel => cell.channel,
            Self::Group => cell.group,
        }
    }
}

/// Which sessions count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// What the reader looks after.
    pub oversight: Oversight,
    /// Only this channel.
    pub channel: Option<String>,
    /// Only this group.
    pub group: Option<String>,
}

impl Filter {
    fn admits(&self, cell: &Cell<'_>) -> bool {
        let channel = self.channel.as_deref();
        let group = self.group.as_deref();
        channel.is_none_or(|channel| cell.channel == channel)
            && group.is_none_or(|group| cell.group == group)
            && is_overseen(&self.oversight, cell.group)
    }
}

/// Whether sessions of this group belong to the reader. An empty one stands for none.
pub fn is_overseen(oversight: &Oversight, group: &str) -> bool {
    match oversight {
        Oversight::Everything => true,
        Oversight::Groups(groups) => groups.contains(&GroupId::from(group)),
    }
}

/// A question.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    /// What the rows stand for.
    pub by: By,
    /// Which sessions count.
    pub filter: Filter,
    /// Whether the days before count, too.
    pub compares: Compares,
}

/// Whether a report also has the same number of days before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compares {
    /// It has.
    Yes,
    /// It has not.
    No,
}

/// An answer.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// All sessions.
    pub total: Sums,
    /// Those of the days before.
    pub before: Option<Sums>,
    /// By key.
    pub rows: BTreeMap<String, Sums>,
}

impl Reports {
    /// Answers a question. Reads the sums of each day: call it on a blocking pool.
    ///
    /// # Errors
    /// The store's.
    pub fn table(&self, tenant: &TenantId, asked: &Asked) -> Result<Table, StoreError> {
        let reading = Reading {
            reports: self,
            tenant,
            zone: self.zone(tenant),
            now: self.clock.now(),
            filter: &asked.filter,
        };
        let (from, to, by) = (asked.from, asked.to, asked.by);
        let mut table = Table::default();
        // A session with several agents or tags is in several rows, and in the total once.
        let counts_once = by.knows_channel();
        let mut date = from;
        while date <= to {
            let name = date.to_string();
            let rows = &mut table.rows;
            reading.add(date, by.division(), |cell, numbers| {
                let row = rows.entry(by.key(cell, &name).to_owned());
                row.or_default().add_written(numbers)
            })?;
            if !counts_once {
                reading.add_total(date, &mut table.total)?;
            }
            date = next(date);
        }
        if counts_once {
            for sums in table.rows.values() {
                table.total.merge(sums);
            }
        }
        if asked.compares == Compares::Yes {
            let days = (to - from).num_days().unsigned_abs() + 1;
            let mut sums = Sums::default();
            let mut date = before(from, days);
            while date < from {
                reading.add_total(date, &mut sums)?;
                date = next(date);
            }
            table.before = Some(sums);
        }
        Ok(table)
    }

    /// The numbers of today.
    ///
    /// # Errors
    /// The store's.
    pub fn today(&self, tenant: &TenantId, oversight: &Oversight) -> Result<Sums, StoreError> {
        let filter = Filter {
            oversight: oversight.clone(),
            channel: None,
            group: None,
        };
        let (zone, now) = (self.zone(tenant), self.clock.now());
        let reading = Reading {
            reports: self,
            tenant,
            zone,
            now,
            filter: &filter,
        };
        let mut sums = Sums::default();
        reading.add_total(zone.day(now), &mut sums)?;
        Ok(sums)
    }
}

struct Reading<'a> {
    reports: &'a Reports,
    tenant: &'a TenantId,
    zone: Zone,
    now: Timestamp,
    filter: &'a Filter,
}

impl Reading<'_> {
    fn add_total(&self, date: NaiveDate, sums: &mut Sums) -> Result<(), StoreError> {
        self.add(date, Division::Channels, |_, numbers| {
            sums.add_written(numbers)
        })
    }

    /// Gives the cells of a day that count to `add`.
    fn add(
        &self,
        date: NaiveDate,
        division: Division,
        mut add: impl FnMut(&Cell<'_>, &[u8]) -> Option<()>,
    ) -> Result<(), StoreError> {
        let day = Day {
            tenant: self.tenant,
            zone: self.zone,
            date,
        };
        let reports = self.reports;
        let cells = reports
            .days
            .of(reports.store.as_ref(), day, division, self.now)?;
        for cell in written(&cells) {
            let damaged = || StoreError::Damaged("the sums of a day".into());
            let (cell, numbers) = cell.map_err(|_| damaged())?;
            if self.filter.admits(&cell) {
                add(&cell, numbers).ok_or_else(damaged)?;
            }
        }
        Ok(())
    }
}
