//! Mails to a tenant's administrators, for other parts of the program.

use super::letter::{Letter, Part, one_line};
use super::record::Kind;
use super::words::Tongue;
use super::{Posting, address_of, shops_tongue};
use crate::blocking::block;
use crate::reports::table::Table;
use crate::reports::weekly;
use crate::state::State;
use crate::webhooks::hook::OffReason;
use actix_web::web::Data;
use actors_core::ids::TenantId;
use actors_core::tenant::Role;
use actors_runtime::ports::DocumentChange;
use chrono::{Days, NaiveDate};
use std::sync::Arc;

/// The most administrators who get a notice.
const READERS_MAX: usize = 20;

/// Something that administrators must know.
#[derive(Clone, Debug)]
pub enum Notice {
    /// A webhook failed for so long that it was turned off.
    WebhookOff {
        /// Where it went.
        address: String,
        /// Why.
        why: OffReason,
        /// The path of its page.
        page: String,
    },
    /// Last week's report.
    WeeklyReport {
        /// The language that the tenant chose.
        language: Box<str>,
        /// The Monday of the week.
        week: NaiveDate,
        /// Its numbers.
        table: Box<Table>,
    },
}

/// Puts a mail for each of the tenant's administrators who has an address into the outbox. Commit the changes with what
/// the notice is about. Without mail, or over a limit, there are none: a notice never stops what it tells of.
pub fn administrators(state: &State, tenant: &TenantId, notice: &Notice) -> Vec<DocumentChange> {
    let Some(settings) = state.catalogue.tenant(tenant) else {
        return Vec::new();
    };
    let tongue = match notice {
        Notice::WebhookOff { .. } => shops_tongue(&settings),
        Notice::WeeklyReport { language, .. } => Tongue::of(language),
    };
    let shop = settings.tenant.name.or_empty(tongue.code());
    let mut readers: Vec<_> = settings
        .agents
        .iter()
        .filter(|account| account.agent.role == Role::Admin && account.is_active())
        .filter_map(|account| Some((address_of(account)?, &*account.agent.nick)))
        .collect();
    readers.sort_unstable();
    readers.dedup_by_key(|(address, _)| *address);
    let mut changes = Vec::new();
    for (address, nick) in readers.into_iter().take(READERS_MAX) {
        let posting = Posting {
            kind: Kind::Notice,
            to: address,
            to_name: nick,
            reply_to: "",
            visitor: None,
            letter: letter(state, tongue, (shop, nick), notice),
            stop: None,
        };
        match state.mail.post(&settings, posting, state.now()) {
            Ok(posted) => changes.extend(posted),
            Err(refusal) => {
                tracing::info!(%tenant, ?refusal, "a notice to administrators was not sent");
                break;
            }
        }
    }
    changes
}

/// Tells the tenant's administrators of something that is already stored.
pub async fn tell(state: &Data<State>, tenant: &TenantId, notice: &Notice) {
    let changes = administrators(state, tenant, notice);
    if changes.is_empty() {
        return;
    }
    let store = Arc::clone(state.office.store());
    if let Err(error) = block(move || store.change_documents(&changes)).await {
        tracing::info!(%tenant, cause = error.cause(), "a notice to administrators was not stored");
    }
}

fn letter(state: &State, tongue: Tongue, (shop, nick): (&str, &str), notice: &Notice) -> Letter {
    match notice {
        Notice::WeeklyReport { week, table, .. } => {
            weekly_letter(state, tongue, (shop, nick), (*week, table))
        }
        Notice::WebhookOff { address, why, page } => {
            let address = one_line(address, 300);
            let places = [
                ("shop", shop),
                ("name", nick),
                ("address", address.as_str()),
            ];
            let reason = match why {
                OffReason::Gone => "webhook_off_gone",
                OffReason::Failing => "webhook_off_failing",
            };
            let say = |key: &str| tongue.say(key, &places);
            let parts = vec![
                Part::Words(say("hello")),
                Part::Words(say("webhook_off_text")),
                Part::Words(say(reason)),
                Part::Words(say("webhook_off_do")),
                Part::Button {
                    label: say("notice_open"),
                    link: state.mail.link(page),
                },
            ];
            Letter::new(
                tongue,
                &say("webhook_off_subject"),
                parts,
                say("notice_foot"),
            )
        }
    }
}

fn weekly_letter(
    state: &State,
    tongue: Tongue,
    (shop, nick): (&str, &str),
    (week, table): (NaiveDate, &Table),
) -> Letter {
    let (from, to) = (week.to_string(), (week + Days::new(6)).to_string());
    let places = [
        ("shop", shop),
        ("name", nick),
        ("from", from.as_str()),
        ("to", to.as_str()),
    ];
    let say = |key: &str| tongue.say(key, &places);
    let facts = weekly::facts(table).into_iter();
    let facts = facts.map(|(key, now, before)| {
        let both = [("now", now.as_str()), ("before", before.as_str())];
        (say(key), tongue.say("week_compared", &both))
    });
    let parts = vec![
        Part::Words(say("hello")),
        Part::Words(say("week_text")),
        Part::Facts(facts.collect()),
        Part::Button {
            label: say("week_open"),
            link: state.mail.link("/desk/reports"),
        },
    ];
    Letter::new(tongue, &say("week_subject"), parts, say("week_foot"))
}
