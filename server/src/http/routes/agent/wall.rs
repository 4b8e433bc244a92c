//! The supervisor's wall: wall, wall/conversations (Protocol, 'Supervisor's wall').

use super::supervising::{Supervisor, looks_after, supervisor};
use crate::authentication::Agent;
use crate::blocking::block;
use crate::catalogue::TenantSettings;
use crate::error::{Answer, ApiError};
use crate::routes::agent::{ask, reader};
use crate::routes::visitor::poll::wait_index;
use crate::state::State;
use crate::wall::{AgentRow, Difference, Extent, Gone};
use crate::wire::agent::group_id;
use crate::wire::agent::supervising::{
    WallAgent, WallAlarm, WallConversationsRequest, WallConversationsResponse, WallGone, WallGroup,
    WallRequest, WallResponse, WallThresholds,
};
use crate::wire::codes;
use crate::wire::envelope::success;
use crate::wire::report::WireNumbers;
use actix_web::web::Data;
use actors_core::ids::{AgentId, GroupId, Language, VisitorId, VisitorKey};
use actors_core::router::LineView;
use actors_core::router::alarms::raised;
use actors_core::routing::SeatStatus;
use actors_core::session::commands::describe::Describe;
use actors_core::session::report::sums::Sums;
use actors_core::tenant::Oversight;
use actors_core::time::Timestamp;
use actors_core::waiting::JUDGED_MIN;
use std::sync::Arc;

/// The most agents of an answer (Protocol, 'Supervisor's wall').
const AGENTS_MAX: usize = 500;

/// The most conversations of a page.
const PAGE: usize = 50;

/// wall: the queues, the agents and today's numbers, or what changed since a version. For a minute, the desk hears of
/// changes.
///
/// # Errors
/// 403 below supervisor.
pub async fn wall(state: Data<State>, call: Agent<WallRequest>) -> Answer {
    let Supervisor { oversight, .. } = supervisor(&state, &call.who)?;
    let tenant = &call.who.tenant;
    let settings = state.catalogue.tenant(tenant).ok_or(ApiError::NotFound)?;
    let (router, now) = (state.router(tenant)?, state.now());
    let wall = state.walls.of(tenant);
    let (difference, lines) = {
        let mut wall = wall.lock();
        router.read(|router| wall.look(router, now));
        wall.watch(call.who.agent.clone(), now);
        let mut difference = wall.since(call.body.since);
        if difference.agents.len() > AGENTS_MAX && difference.extent == Extent::Changes {
            difference = wall.since(None);
        }
        let lines: Vec<LineView> = wall.lines().cloned().collect();
        (difference, lines)
    };
    let today = today(&state, &settings, &oversight).await?;
    let alarms = &settings.tenant.reporting.alarms;
    let showing = Showing {
        settings: &settings,
        oversight: &oversight,
        language: call.language,
    };
    let lines = lines.iter().filter(|line| showing.sees(&line.group));
    let missed = today.missed + today.abandoned;
    Ok(success(&WallResponse {
        alarms: raised(alarms, lines, missed, now)
            .iter()
            .map(WallAlarm::from)
            .collect(),
        today: WireNumbers::new(&today, &settings.tenant.reporting.targets),
        thresholds: WallThresholds {
            waiting: alarms.waiting,
            oldest_wait: alarms.oldest_wait.map(|wait| wait.as_millis() / 1_000),
            missed: alarms.missed,
        },
        ..showing.difference(difference, now)
    }))
}

/// The numbers of today. The sums of a day are made again only after a session ended.
async fn today(
    state: &Data<State>,
    settings: &Arc<TenantSettings>,
    oversight: &Oversight,
) -> Result<Sums, ApiError> {
    let (reports, tenant) = (Arc::clone(&state.reports), settings.tenant.id.clone());
    let oversight = oversight.clone();
    block(move || reports.today(&tenant, &oversight)).await
}

struct Showing<'a> {
    settings: &'a TenantSettings,
    oversight: &'a Oversight,
    language: Language,
}

impl Showing<'_> {
    fn sees(&self, group: &GroupId) -> bool {
        self.oversight.covers(Some(group))
    }

    /// A deleted agent is nobody's.
    fn sees_agent(&self, agent: &AgentId) -> bool {
        let account = self.settings.agents.get(agent);
        account.is_some_and(|account| looks_after(self.oversight, account))
    }

    fn difference(&self, difference: Difference, now: Timestamp) -> WallResponse {
        let groups = difference.groups.iter();
        let groups = groups.filter(|line| self.sees(&line.group));
        let mut agents: Vec<(AgentId, AgentRow)> = difference.agents;
        agents.retain(|(agent, _)| self.sees_agent(agent));
        agents.sort_by_key(|(_, row)| row.state.status == SeatStatus::Offline);
        agents.truncate(AGENTS_MAX);
        let mut gone = WallGone::default();
        for thing in difference.gone {
            match thing {
                Gone::Group(group) if self.sees(&group) => gone.group_ids.push(group_id(&group)),
                Gone::Agent(agent) if *self.oversight == Oversight::Everything => {
                    gone.admin_ids.push(agent.to_string());
                }
                Gone::Group(_) | Gone::Agent(_) => {}
            }
        }
        WallResponse {
            version: difference.version,
            whole: (difference.extent == Extent::Whole).into(),
            at: now.as_millis(),
            groups: groups.map(|line| self.group(line)).collect(),
            agents: agents
                .iter()
                .filter_map(|(agent, row)| self.agent(agent, row))
                .collect(),
            gone,
            today: WireNumbers::new(&Sums::default(), &self.settings.tenant.reporting.targets),
            alarms: Vec::new(),
            thresholds: WallThresholds::default(),
        }
    }

    fn group(&self, line: &LineView) -> WallGroup {
        let known = self.settings.groups.iter();
        let mut known = known.filter(|group| group.id == line.group);
        let name = known.next().map(|group| &group.name);
        let share = line.estimates;
        WallGroup {
            group_id: group_id(&line.group),
            group_name: name
                .map(|name| name.or_empty(self.language.as_str()).to_owned())
                .unwrap_or_default(),
            waiting: line.waiting,
            oldest_since: line.oldest.map(Timestamp::as_millis),
            online: line.online,
            busy: line.busy,
            away: line.away,
            talking: line.talking,
            seats: line.seats,
            right_share: (share.judged as usize >= JUDGED_MIN)
                .then(|| share.right * 100 / share.judged.max(1)),
        }
    }

    fn agent(&self, agent: &AgentId, row: &AgentRow) -> Option<WallAgent> {
        let account = self.settings.agents.get(agent)?;
        Some(WallAgent {
            admin_id: agent.to_string(),
            admin_nick: account.agent.nick.to_string(),
            admin_face: account.agent.face.to_string(),
            group_ids: row.groups.iter().map(ToString::to_string).collect(),
            status: codes::seat_status(row.state.status),
            since: row.since.as_millis(),
            conversations: row.conversations,
            capacity: row.state.capacity,
        })
    }
}

/// wall/conversations: the conversations of an agent, or the waiting visitors of a group.
///
/// # Errors
/// 400 unless exactly one of both is named, 403 below supervisor, 404 for what they do not look after.
pub async fn conversations(state: Data<State>, call: Agent<WallConversationsRequest>) -> Answer {
    let Supervisor { account, oversight } = supervisor(&state, &call.who)?;
    let tenant = &call.who.tenant;
    let router = state.router(tenant)?;
    let named = |name: &Option<String>| name.clone().filter(|name| !name.is_empty());
    let from: usize = match call.body.cursor.as_deref().unwrap_or_default() {
        "" => 0,
        cursor => cursor
            .parse()
            .map_err(|_| ApiError::invalid("cursor is not valid"))?,
    };
    let agent = named(&call.body.admin_id);
    // An empty group is the queue of all agents.
    let group = call.body.group_id.clone();
    let group = group.filter(|group| agent.is_none() || !group.is_empty());
    let mut visitors: Vec<VisitorId> = match (agent, group) {
        (Some(agent), None) => {
            let agent = AgentId::from(agent);
            let theirs = state.catalogue.account(tenant, &agent);
            theirs
                .filter(|theirs| looks_after(&oversight, theirs))
                .ok_or(ApiError::NotFound)?;
            router.read(|router| {
                let all = router.conversations(&agent).skip(from).take(PAGE + 1);
                all.cloned().collect()
            })
        }
        (None, Some(group)) => {
            let group = GroupId::from(group.as_str());
            if !oversight.covers(Some(&group)) {
                return Err(ApiError::NotFound);
            }
            router.read(|router| {
                let all = router.waiting_in(&group).skip(from).take(PAGE + 1);
                all.cloned().collect()
            })
        }
        (Some(_), Some(_)) | (None, None) => {
            return Err(ApiError::invalid("adminId or groupId must be given"));
        }
    };
    let cursor = match visitors.len() > PAGE {
        true => from.saturating_add(PAGE).to_string(),
        false => String::new(),
    };
    visitors.truncate(PAGE);
    let mut list = Vec::with_capacity(visitors.len());
    for visitor in visitors {
        let key = VisitorKey {
            tenant: tenant.clone(),
            visitor,
        };
        // A visitor who has left meanwhile is not listed.
        let overview = match ask(&state, &key, Describe).await {
            Err(ApiError::NotFound) => continue,
            other => other?,
        };
        if oversight.covers(overview.group.as_ref()) {
            let place = wait_index(&state, &key, overview.status, None);
            let reader = reader(&state, &account, call.language, &key.visitor);
            list.push(reader.overview(&overview, place));
        }
    }
    Ok(success(&WallConversationsResponse { list, cursor }))
}
