//! Tells supervisors of the tenant's thresholds (Protocol, 'Supervisor's wall'), whatever they look at. Each hears of an
//! alarm once, at their desk or by a notification. The core decides what is raised and what is news.

use crate::blocking::block;
use crate::catalogue::TenantSettings;
use crate::error::ApiError;
use crate::state::State;
use actix_web::web::Data;
use actors_core::ids::{AgentId, TenantId};
use actors_core::router::LineView;
use actors_core::router::alarms::{At, HeardAlarms, raised};
use actors_core::routing::{DeskNews, RaisedAlarm};
use actors_core::tenant::{Alarms, Oversight};
use actors_core::time::Timestamp;
use dashmap::DashMap;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

/// How often alarms are looked at.
const EVERY: Duration = Duration::from_secs(5);

/// After a start, agents' desks have polled again by then.
const FIRST_AFTER: Duration = Duration::from_secs(30);

/// What the supervisors of each tenant have heard. Memory holds it: after a restart, they hear it again.
#[derive(Default)]
pub struct Heard(DashMap<TenantId, BTreeMap<AgentId, HeardAlarms>>);

/// Looks as long as the server runs.
pub fn start(state: Data<State>) {
    actix_web::rt::spawn(async move {
        let mut looks = interval_at(Instant::now() + FIRST_AFTER, EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !state.is_draining() {
            looks.tick().await;
            tell_alarms(&state).await;
        }
    });
}

/// Looks at the queues of each tenant with thresholds, and tells its supervisors what they have not heard.
pub async fn tell_alarms(state: &Data<State>) {
    for settings in state.catalogue.tenants() {
        let tenant = &settings.tenant.id;
        if settings.tenant.reporting.alarms == Alarms::default() {
            state.walls.heard.0.remove(tenant);
            continue;
        }
        if let Err(error) = tell(state, &settings).await {
            tracing::warn!(
                code = "FD415",
                %tenant,
                cause = error.cause(),
                "today's numbers were not read for alarms; the next look retries"
            );
        }
    }
}

async fn tell(state: &Data<State>, settings: &Arc<TenantSettings>) -> Result<(), ApiError> {
    let (tenant, now) = (&settings.tenant.id, state.now());
    let Some(router) = state.office.router(tenant) else {
        return Ok(());
    };
    let (supervisors, lines) = router.read(|router| {
        let all = router.supervisors(now);
        let reached = all.filter(|(agent, _, at)| is_reached(state, tenant, agent, *at));
        let reached: Vec<(AgentId, Oversight)> = reached
            .map(|(agent, oversight, _)| (agent.clone(), oversight.clone()))
            .collect();
        let lines = match reached.is_empty() {
            true => Vec::new(),
            false => router.line_views(),
        };
        (reached, lines)
    });
    for (agent, oversight) in supervisors {
        let raised = raised_for(state, settings, (&oversight, &lines), now).await?;
        let mut heard = state.walls.heard.0.entry(tenant.clone()).or_default();
        let news = heard.entry(agent.clone()).or_default().news(raised, now);
        drop(heard);
        for alarm in news {
            let news = DeskNews::Alarm(Box::new(alarm), now);
            state.office.tell_desk(tenant, &agent, news);
        }
    }
    Ok(())
}

/// Whether somebody would hear an alarm: their desk polls, or they have a browser for notifications.
fn is_reached(state: &State, tenant: &TenantId, agent: &AgentId, at: At) -> bool {
    at == At::TheDesk || state.push.devices.has(&(tenant.clone(), agent.clone()))
}

async fn raised_for(
    state: &Data<State>,
    settings: &Arc<TenantSettings>,
    (oversight, lines): (&Oversight, &[LineView]),
    now: Timestamp,
) -> Result<Vec<RaisedAlarm>, ApiError> {
    let alarms = &settings.tenant.reporting.alarms;
    let missed = match alarms.missed {
        Some(_) => missed_today(state, settings, oversight).await?,
        None => 0,
    };
    let theirs = lines
        .iter()
        .filter(|line| oversight.covers(Some(&line.group)));
    Ok(raised(alarms, theirs, missed, now))
}

/// The sums of a day are made again only after a session ended.
async fn missed_today(
    state: &Data<State>,
    settings: &Arc<TenantSettings>,
    oversight: &Oversight,
) -> Result<u64, ApiError> {
    let (reports, tenant) = (Arc::clone(&state.reports), settings.tenant.id.clone());
    let oversight = oversight.clone();
    let today = block(move || reports.today(&tenant, &oversight)).await?;
    Ok(today.missed + today.abandoned)
}
