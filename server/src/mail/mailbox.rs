//! What goes to a shop's mailbox: left messages and new work orders, if the shop wants them. A visitor's message never
//! fails because of its mail.

use super::letter::Letter;
use super::record::Kind;
use super::words::Tongue;
use super::{MailRefusal, Posting, letters, shops_tongue};
use crate::catalogue::TenantSettings;
use crate::state::State;
use actors_core::ids::{TenantId, VisitorId};
use actors_core::leave_message::LeaveMessage;
use actors_core::tenant::TenantMail;
use actors_core::work_order::{Owner, WorkOrder};
use actors_runtime::ports::DocumentChange;

/// Where agents find left messages and work orders.
const LEFT_PAGE: &str = "/desk/left";

/// The mail about a left message. A reply goes to its author.
pub fn of_message(state: &State, tenant: &TenantId, message: &LeaveMessage) -> Vec<DocumentChange> {
    let wants = |mail: &TenantMail| mail.sends_messages;
    let Some(settings) = wanting(state, tenant, wants) else {
        return Vec::new();
    };
    let page = format!("{LEFT_PAGE}/message/{}", message.id);
    let write = |tongue, shop: &str, desk: &str| letters::left_message(tongue, shop, message, desk);
    let about = About {
        kind: Kind::LeaveMessage,
        visitor: Some(&message.visitor),
        reply_to: &message.email,
    };
    posted(state, &settings, about, (&page, &write))
}

/// The mail about a new work order.
pub fn of_order(state: &State, tenant: &TenantId, order: &WorkOrder) -> Vec<DocumentChange> {
    let wants = |mail: &TenantMail| mail.sends_orders;
    let Some(settings) = wanting(state, tenant, wants) else {
        return Vec::new();
    };
    let page = format!("{LEFT_PAGE}/order/{}", order.id);
    let write = |tongue, shop: &str, desk: &str| letters::work_order(tongue, shop, order, desk);
    let about = About {
        kind: Kind::WorkOrder,
        visitor: match &order.owner {
            Owner::Visitor(visitor) => Some(visitor),
            Owner::Form(_) => None,
        },
        reply_to: "",
    };
    posted(state, &settings, about, (&page, &write))
}

struct About<'a> {
    kind: Kind,
    visitor: Option<&'a VisitorId>,
    reply_to: &'a str,
}

type Write<'a> = dyn Fn(Tongue, &str, &str) -> Letter + 'a;

/// The tenant's settings, if it wants such mails.
fn wanting(
    state: &State,
    tenant: &TenantId,
    wants: impl Fn(&TenantMail) -> bool,
) -> Option<std::sync::Arc<TenantSettings>> {
    let settings = state.catalogue.tenant(tenant)?;
    let mail = &settings.tenant.mail;
    (state.mail.is_on() && wants(mail) && !mail.mailbox.is_empty()).then_some(settings)
}

fn posted(
    state: &State,
    settings: &TenantSettings,
    about: About<'_>,
    (page, write): (&str, &Write<'_>),
) -> Vec<DocumentChange> {
    let tongue = shops_tongue(settings);
    let shop = settings.tenant.name.or_empty(tongue.code());
    let posting = Posting {
        kind: about.kind,
        to: &settings.tenant.mail.mailbox,
        to_name: "",
        reply_to: about.reply_to,
        visitor: about.visitor,
        letter: write(tongue, shop, &state.mail.link(page)),
        stop: None,
    };
    state
        .mail
        .post(settings, posting, state.now())
        .unwrap_or_else(|refusal: MailRefusal| {
            let (tenant, kind) = (&settings.tenant.id, about.kind);
            tracing::warn!(code = "FD705", %tenant, ?kind, ?refusal, "a mail to a shop's mailbox was not written");
            Vec::new()
        })
}
