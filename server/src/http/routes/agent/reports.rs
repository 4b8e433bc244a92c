//! Reports: reports/get, reports/sessions, reports/agents, reports/export (Protocol, 'Reports'). [`files`]: the export.

mod files;

pub(crate) use files::exported;

use super::supervising::{looks_after, supervisor};
use crate::agent_token::SignedIn;
use crate::authentication::Agent;
use crate::blocking::{block, work};
use crate::catalogue::TenantSettings;
use crate::error::{Answer, ApiError};
use crate::fixtures::findings::Flag;
use crate::reports::presence;
use crate::reports::record::{self, Kept};
use crate::reports::table::{Asked, By, Compares, DAYS_MAX, Filter, is_overseen};
use crate::reports::zone::{Zone, next};
use crate::routes::read::filled;
use crate::state::State;
use crate::team::tags;
use crate::wire::envelope::success;
use crate::wire::report::{
    AgentTimesRequest, AgentTimesResponse, ExportReportRequest, ReportRequest, ReportResponse,
    SessionsRequest, SessionsResponse, WireAgentTime, WireNumbers, WireReported, WireRow,
    WireTargets,
};
use actix_web::web::Data;
use actors_core::ids::{AgentId, GroupId, Language, TagId, TenantId};
use actors_core::session::report::sums::Sums;
use actors_core::tenant::Oversight;
use actors_core::time::Timestamp;
use actors_runtime::ports::Store;
use chrono::NaiveDate;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The sessions of a page.
const PAGE: usize = 50;

/// The most records that are looked at for a page.
const LOOKED_AT_MAX: usize = 5_000;

/// Who reads reports, and of what.
pub(crate) struct Reader {
    /// Who asks.
    pub who: Arc<SignedIn>,
    /// What they look after.
    pub oversight: Oversight,
    /// The language of names.
    pub language: Language,
}

impl Reader {
    fn of<T>(state: &State, call: &Agent<T>) -> Result<Self, ApiError> {
        Ok(Self {
            oversight: supervisor(state, &call.who)?.oversight,
            who: Arc::clone(&call.who),
            language: call.language,
        })
    }
}

/// reports/get: the numbers of some days.
///
/// # Errors
/// 400 with the field, 403 below supervisor.
pub async fn get(state: Data<State>, call: Agent<ReportRequest>) -> Answer {
    let reader = Reader::of(&state, &call)?;
    report(state, reader, call.body).await
}

/// reports/sessions: the sessions behind a number, newest first.
///
/// # Errors
/// 400 with the field, 403 below supervisor.
pub async fn sessions(state: Data<State>, call: Agent<SessionsRequest>) -> Answer {
    let reader = Reader::of(&state, &call)?;
    listed(state, reader, call.body).await
}

/// reports/agents: how agents spent some days.
///
/// # Errors
/// 400 with the field, 403 below supervisor.
pub async fn agents(state: Data<State>, call: Agent<AgentTimesRequest>) -> Answer {
    let reader = Reader::of(&state, &call)?;
    agent_times(state, reader, call.body).await
}

/// reports/export: a report, one row for each session, or one for each agent, as a file.
///
/// # Errors
/// 400 with the field, 403 below supervisor, 413 with too many rows, 429 over the rate limit.
pub async fn export(state: Data<State>, call: Agent<ExportReportRequest>) -> Answer {
    let reader = Reader::of(&state, &call)?;
    exported(state, reader, call.body).await
}

/// The days of a request.
fn days(from: &str, to: &str) -> Result<(NaiveDate, NaiveDate), ApiError> {
    let day = |field: &'static str, text: &str| {
        let day: Option<NaiveDate> = text.parse().ok();
        let first = NaiveDate::from_ymd_opt(2000, 1, 1);
        let last = NaiveDate::from_ymd_opt(2199, 12, 31);
        let day = day.filter(|day| first.is_some_and(|first| *day >= first));
        let day = day.filter(|day| last.is_some_and(|last| *day <= last));
        day.ok_or_else(|| ApiError::of_field(field, "must be a date such as 2026-11-02"))
    };
    let (from, to) = (day("from", from)?, day("to", to)?);
    let count = (to - from).num_days() + 1;
    if count < 1 {
        return Err(ApiError::of_field("to", "must not be before from"));
    }
    if count > DAYS_MAX {
        return Err(ApiError::of_field("to", "must be at most 400 days"));
    }
    Ok((from, to))
}

fn settings(state: &State, reader: &Reader) -> Result<Arc<TenantSettings>, ApiError> {
    let settings = state.catalogue.tenant(&reader.who.tenant);
    settings.ok_or(ApiError::NotFound)
}

fn filter(
    reader: &Reader,
    (channel, group): (&Option<String>, &Option<String>),
) -> Result<Filter, ApiError> {
    let group = filled(group.as_ref()).map(str::to_owned);
    if let Some(group) = &group
        && !is_overseen(&reader.oversight, group)
    {
        return Err(ApiError::of_field(
            "groupId",
            "is not one that you look after",
        ));
    }
    Ok(Filter {
        oversight: reader.oversight.clone(),
        channel: filled(channel.as_ref()).map(str::to_owned),
        group,
    })
}

fn asked(reader: &Reader, body: &ReportRequest) -> Result<Asked, ApiError> {
    let (from, to) = days(&body.from, &body.to)?;
    let by = By::named(&body.by);
    let by = by.ok_or_else(|| {
        ApiError::of_field("by", "must be hour, day, channel, group, agent or tag")
    })?;
    let filter = filter(reader, (&body.channel_id, &body.group_id))?;
    if filter.channel.is_some() && !by.knows_channel() {
        return Err(ApiError::of_field(
            "channelId",
            "cannot be combined with agent and tag",
        ));
    }
    let compares = match body.compare {
        Some(Flag(true)) => Compares::Yes,
        Some(Flag(false)) | None => Compares::No,
    };
    Ok(Asked {
        from,
        to,
        by,
        filter,
        compares,
    })
}

pub(crate) async fn report(state: Data<State>, reader: Reader, body: ReportRequest) -> Answer {
    let settings = settings(&state, &reader)?;
    let asked = asked(&reader, &body)?;
    let by = asked.by;
    let (reports, tenant) = (Arc::clone(&state.reports), reader.who.tenant.clone());
    let table = block(move || reports.table(&tenant, &asked)).await?;
    let names = names(&state, &settings, (by, reader.language)).await?;
    let reporting = &settings.tenant.reporting;
    let numbers = |sums: &Sums| WireNumbers::new(sums, &reporting.targets);
    let rows = table.rows.iter().map(|(key, sums)| WireRow {
        name: names.get(key).cloned(),
        key: key.clone(),
        numbers: numbers(sums),
    });
    Ok(success(&ReportResponse {
        total: numbers(&table.total),
        before: table.before.as_ref().map(numbers),
        rows: rows.collect(),
        targets: WireTargets::from(&reporting.targets),
        time_zone: reporting.time_zone.to_string(),
    }))
}

/// The names of the groups, agents or tags of a report's rows.
async fn names(
    state: &Data<State>,
    settings: &TenantSettings,
    (by, language): (By, Language),
) -> Result<BTreeMap<String, String>, ApiError> {
    Ok(match by {
        By::Hour | By::Day | By::Channel => BTreeMap::new(),
        By::Group => settings
            .groups
            .iter()
            .map(|group| {
                let name = group.name.or_empty(language.as_str());
                (group.id.to_string(), name.to_owned())
            })
            .collect(),
        By::Agent => settings
            .agents
            .iter()
            .map(|account| {
                let agent = &account.agent;
                (agent.id.to_string(), agent.nick.to_string())
            })
            .collect(),
        By::Tag => {
            let tenant = settings.tenant.id.clone();
            let store = Arc::clone(state.office.store());
            let all = block(move || tags::all(store.as_ref(), &tenant)).await?;
            all.into_iter().map(|tag| (tag.id, tag.name)).collect()
        }
    })
}

/// Which sessions to list.
struct Sought {
    tenant: TenantId,
    zone: Zone,
    from: Timestamp,
    filter: Filter,
    agent: Option<AgentId>,
    tag: Option<TagId>,
    hour: Option<u32>,
    only_missed: bool,
}

impl Sought {
    fn admits(&self, kept: &Kept) -> bool {
        let report = &kept.report;
        let group = report.group.as_ref().map_or("", GroupId::as_str);
        let filter = &self.filter;
        let (agent, tag) = (self.agent.as_ref(), self.tag.as_ref());
        let is_in_hour = |hour: u32| self.zone.day_and_hour(report.started).1 == hour;
        is_overseen(&filter.oversight, group)
            && filter.group.as_deref().is_none_or(|only| only == group)
            && filter
                .channel
                .as_deref()
                .is_none_or(|only| only == report.channel.as_str())
            && agent.is_none_or(|agent| report.agents.contains(agent))
            && tag.is_none_or(|tag| report.tags.contains(tag))
            && self.hour.is_none_or(is_in_hour)
            && (!self.only_missed || report.missed.is_some())
    }

    /// The next page of records, of which at most `wanted` are meant, and the key of the last one that was looked at;
    /// no key if these were all.
    fn page(
        &self,
        store: &dyn Store,
        after: &str,
        wanted: usize,
    ) -> Result<(Vec<Kept>, Option<String>), ApiError> {
        let mut meant = Vec::new();
        let page = record::page(store, &self.tenant, after, LOOKED_AT_MAX)?;
        let is_last = page.len() < LOOKED_AT_MAX;
        let mut last = None;
        for kept in page {
            if kept.report.started < self.from {
                return Ok((meant, None));
            }
            last = Some(kept.key.clone());
            if self.admits(&kept) {
                meant.push(kept);
                if meant.len() == wanted {
                    return Ok((meant, last));
                }
            }
        }
        Ok((meant, last.filter(|_| !is_last)))
    }
}

pub(crate) async fn listed(state: Data<State>, reader: Reader, body: SessionsRequest) -> Answer {
    let (from, to) = days(&body.from, &body.to)?;
    if body.hour.is_some_and(|hour| hour > 23) {
        return Err(ApiError::of_field("hour", "must be 0 to 23"));
    }
    let tenant = reader.who.tenant.clone();
    let zone = state.reports.zone(&tenant);
    let prefix = format!("{tenant}/");
    let first = record::before(&tenant, zone.start_of(next(to)));
    let after = match filled(body.cursor.as_ref()) {
        Some(cursor) if cursor.len() > 400 => {
            return Err(ApiError::invalid("cursor is not valid"));
        }
        // A cursor never leads before the first day.
        Some(cursor) => format!("{prefix}{cursor}").max(first),
        None => first,
    };
    let sought = Sought {
        filter: filter(&reader, (&body.channel_id, &body.group_id))?,
        from: zone.start_of(from),
        agent: filled(body.admin_id.as_ref()).map(AgentId::from),
        tag: filled(body.tag.as_ref()).map(TagId::from),
        hour: body.hour,
        only_missed: body.missed.is_some_and(|missed| missed.0),
        tenant,
        zone,
    };
    let store = Arc::clone(state.office.store());
    let (list, last) = work(move || sought.page(store.as_ref(), &after, PAGE)).await?;
    let last = last.unwrap_or_default();
    Ok(success(&SessionsResponse {
        list: list.iter().map(WireReported::from).collect(),
        cursor: last.strip_prefix(&prefix).unwrap_or_default().to_owned(),
    }))
}

/// Whose time, and when.
struct SoughtTimes {
    days: (NaiveDate, NaiveDate),
    group: Option<GroupId>,
    agent: Option<AgentId>,
}

impl SoughtTimes {
    fn of(reader: &Reader, body: &AgentTimesRequest) -> Result<Self, ApiError> {
        let group = filter(reader, (&None, &body.group_id))?.group;
        Ok(Self {
            days: days(&body.from, &body.to)?,
            group: group.map(GroupId::from),
            agent: filled(body.admin_id.as_ref()).map(AgentId::from),
        })
    }
}

/// How agents spent some days, by id. Agents whom the reader does not look after are left out.
async fn times(
    state: &Data<State>,
    reader: &Reader,
    sought: SoughtTimes,
) -> Result<Vec<WireAgentTime>, ApiError> {
    let settings = settings(state, reader)?;
    let SoughtTimes { days, group, agent } = sought;
    let (reports, store, tenant) = (
        Arc::clone(&state.reports),
        Arc::clone(state.office.store()),
        reader.who.tenant.clone(),
    );
    let spent = block(move || {
        reports.presence.store(store.as_ref())?;
        presence::spent(store.as_ref(), &tenant, days)
    });
    let spent = spent.await?.into_iter();
    let spent = spent.filter(|(of, _)| agent.as_ref().is_none_or(|only| only == of));
    let list = spent.filter_map(|(agent, spent)| {
        let account = settings.agents.get(&agent);
        let is_seen = match account {
            Some(account) => looks_after(&reader.oversight, account),
            None => reader.oversight == Oversight::Everything,
        };
        let in_group = group.as_ref().is_none_or(|group| {
            account.is_some_and(|account| account.agent.groups.contains(group))
        });
        (is_seen && in_group).then(|| WireAgentTime {
            admin_nick: account
                .map(|account| account.agent.nick.to_string())
                .unwrap_or_default(),
            admin_id: agent.to_string(),
            online: spent.online / 1_000,
            busy: spent.busy / 1_000,
            away: spent.away / 1_000,
            chatting: spent.chatting / 1_000,
        })
    });
    Ok(list.collect())
}

pub(crate) async fn agent_times(
    state: Data<State>,
    reader: Reader,
    body: AgentTimesRequest,
) -> Answer {
    let sought = SoughtTimes::of(&reader, &body)?;
    let list = times(&state, &reader, sought).await?;
    Ok(success(&AgentTimesResponse { list }))
}
