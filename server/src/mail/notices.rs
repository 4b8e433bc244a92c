//! Mails to a tenant's administrators, for other parts of the program.

use super::letter::{Letter, Part, one_line};
use super::record::Kind;
use super::words::Tongue;
use super::{Posting, address_of, shops_tongue};
use crate::blocking::block;
use crate::state::State;
use crate::webhooks::hook::OffReason;
use actix_web::web::Data;
use actors_core::ids::TenantId;
use actors_core::tenant::Role;
use actors_runtime::ports::DocumentChange;
use std::sync::Arc;

/// The most administrators who get a notice.
const READERS_MAX: usize = 20;

/// Something that administrators must know.
#[derive(Clone, Debug, PartialEq, Eq)]
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
}

/// Puts a mail for each of the tenant's administrators who has an address into the outbox. Commit the changes with what
/// the notice is about. Without mail, or over a limit, there are none: a notice never stops what it tells of.
pub fn administrators(state: &State, tenant: &TenantId, notice: &Notice) -> Vec<DocumentChange> {
    let Some(settings) = state.catalogue.tenant(tenant) else {
        return Vec::new();
    };
    let tongue = shops_tongue(&settings);
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
