//! Mails last week's report to administrators, on Monday from 08:00 of the tenant's time zone. The week is noted in the
//! commit of the mails, so that it is sent once.

use super::table::{Asked, By, Compares, Filter, Table};
use super::zone::{Zone, before};
use crate::blocking::block;
use crate::mail::notices::{self, Notice};
use crate::state::State;
use actix_web::web::Data;
use actors_core::ids::TenantId;
use actors_core::tenant::{Oversight, Tenant};
use actors_core::time::Timestamp;
use actors_runtime::ports::{DocumentChange, DocumentKind};
use chrono::{Datelike as _, NaiveDate};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

/// How often the time is looked at.
const EVERY: Duration = Duration::from_secs(600);

/// The hour of Monday from which mails are sent.
const HOUR: u32 = 8;

/// The last week whose report was sent.
#[derive(Serialize, Deserialize)]
struct Sent {
    /// Its Monday.
    week: NaiveDate,
}

/// Sends reports as long as the server runs.
pub fn start(state: Data<State>) {
    actix_web::rt::spawn(async move {
        let mut looks = interval(EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !state.is_draining() {
            looks.tick().await;
            send_due(&state).await;
        }
    });
}

/// Sends the reports that are due.
pub async fn send_due(state: &Data<State>) {
    for settings in state.catalogue.tenants() {
        if let Err(error) = send(state, &settings.tenant).await {
            let tenant = &settings.tenant.id;
            let cause = error.cause();
            tracing::warn!(code = "FD414", %tenant, cause, "the weekly report was not sent; the next run retries");
        }
    }
}

/// The Monday of last week, if its report may be sent at this time.
fn due_week(zone: Zone, now: Timestamp) -> Option<NaiveDate> {
    let (day, hour) = zone.day_and_hour(now);
    let since_monday = day.weekday().num_days_from_monday();
    let is_early = since_monday == 0 && hour < HOUR;
    (!is_early).then(|| before(day, u64::from(since_monday) + 7))
}

async fn send(state: &Data<State>, tenant: &Tenant) -> Result<(), crate::error::ApiError> {
    let reporting = &tenant.reporting;
    if reporting.weekly_mail.is_none() || !state.mail.is_on() {
        return Ok(());
    }
    let zone = Zone::named(&reporting.time_zone);
    let Some(week) = due_week(zone, state.now()) else {
        return Ok(());
    };
    let (reports, store, id) = (
        Arc::clone(&state.reports),
        Arc::clone(state.office.store()),
        tenant.id.clone(),
    );
    let made = block(move || {
        let sent = store.document(DocumentKind::ReportMail, id.as_str())?;
        let sent = sent.and_then(|json| serde_json::from_slice::<Sent>(&json).ok());
        if sent.is_some_and(|sent| sent.week >= week) {
            return Ok(None);
        }
        reports.table(&id, &last_week(week)).map(Some)
    });
    let Some(table) = made.await? else {
        return Ok(());
    };
    let notice = Notice::WeeklyReport {
        language: reporting.weekly_mail.clone().unwrap_or_default(),
        week,
        table: Box::new(table),
    };
    let mut changes = notices::administrators(state, &tenant.id, &notice);
    changes.extend(noted(&tenant.id, week));
    let store = Arc::clone(state.office.store());
    block(move || store.change_documents(&changes)).await
}

fn noted(tenant: &TenantId, week: NaiveDate) -> Option<DocumentChange> {
    let json = serde_json::to_vec(&Sent { week }).ok()?;
    Some(DocumentChange::put(
        DocumentKind::ReportMail,
        tenant.as_str(),
        json,
    ))
}

fn last_week(monday: NaiveDate) -> Asked {
    Asked {
        from: monday,
        to: monday + chrono::Days::new(6),
        by: By::Day,
        filter: Filter {
            oversight: Oversight::Everything,
            channel: None,
            group: None,
        },
        compares: Compares::Yes,
    }
}

/// The lines of the mail: the key of a sentence, this week's number and that of the week before.
pub fn facts(table: &Table) -> Vec<(&'static str, String, String)> {
    let before = table.before.clone().unwrap_or_default();
    let now = &table.total;
    let minutes = |span: Option<actors_core::time::Span>| {
        span.map_or_else(
            || "–".to_owned(),
            |span| {
                let seconds = span.as_millis() / 1_000;
                format!("{}:{:02}", seconds / 60, seconds % 60)
            },
        )
    };
    let count = |count: u64| count.to_string();
    let stars = |stars: u64, ratings: u64| match (stars * 10).checked_div(ratings) {
        None => "–".to_owned(),
        Some(tenths) => format!("{}.{}", tenths / 10, tenths % 10),
    };
    vec![
        ("week_sessions", count(now.sessions), count(before.sessions)),
        ("week_asked", count(now.asked), count(before.asked)),
        (
            "week_missed",
            count(now.missed + now.abandoned),
            count(before.missed + before.abandoned),
        ),
        (
            "week_waiting",
            minutes(now.waiting.percentile(50)),
            minutes(before.waiting.percentile(50)),
        ),
        (
            "week_first_answer",
            minutes(now.first_answer.percentile(50)),
            minutes(before.first_answer.percentile(50)),
        ),
        (
            "week_stars",
            stars(now.stars, now.ratings),
            stars(before.stars, before.ratings),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{DateTime, Utc};

    fn at(text: &str) -> Timestamp {
        Timestamp::from_millis(text.parse::<DateTime<Utc>>().unwrap().timestamp_millis())
    }

    #[test]
    fn a_report_is_due_from_monday_at_eight_local_time() {
        let berlin = Zone::named("Europe/Berlin");
        let week = |text| due_week(berlin, at(text)).map(|week| week.to_string());

        assert_eq!(week("2026-11-23T06:59:59Z"), None);
        assert_eq!(week("2026-11-23T07:00:00Z").as_deref(), Some("2026-11-16"));
        assert_eq!(week("2026-11-29T20:00:00Z").as_deref(), Some("2026-11-16"));
        assert_eq!(week("2026-11-30T07:00:00Z").as_deref(), Some("2026-11-23"));
        // In summer, eight is an hour earlier.
        assert_eq!(week("2026-07-06T06:00:00Z").as_deref(), Some("2026-06-29"));
    }

    #[test]
    fn numbers_of_nothing_are_dashes() {
        let facts = facts(&Table::default());

        assert_eq!(facts[0], ("week_sessions", "0".into(), "0".into()));
        assert_eq!(facts[3].1, "–");
        assert_eq!(facts[5].1, "–");
    }
}
