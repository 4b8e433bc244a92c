//! Calls tenants' services for flows, through the relay (Protocol, 'fromRequest'), and returns the answers to the
//! sessions.

use crate::relay::Relayed;
use crate::state::State;
use crate::wake;
use actors_core::flow::Guide;
use actors_core::ids::VisitorKey;
use actors_core::session::commands::from_service::ServiceReplied;
use actors_core::session::flows::Errand;
use actors_runtime::Errands;
use std::sync::{Arc, Weak};
use tokio::runtime::Handle;

/// Runs the errands of the server's sessions.
pub struct Messenger {
    /// Weak, because the state owns the sessions, which own this messenger.
    state: Weak<State>,
    handle: Handle,
}

impl Messenger {
    /// Starts to run the sessions' errands, on the runtime it is called in.
    ///
    /// # Panics
    /// It is called outside a runtime.
    pub fn start(state: &Arc<State>) {
        let messenger = Self {
            state: Arc::downgrade(state),
            handle: Handle::current(),
        };
        state.office.send_errands_by(Arc::new(messenger));
    }
}

impl Errands for Messenger {
    fn run(&self, visitor: VisitorKey, errand: Errand) {
        if let Some(state) = self.state.upgrade() {
            self.handle.spawn(carry_out(state, visitor, errand));
        }
    }
}

async fn carry_out(state: Arc<State>, visitor: VisitorKey, errand: Errand) {
    let channel = state.catalogue.channel(errand.channel.as_str());
    let guide = match &channel {
        Some(channel) => wake::guide(&state, channel).await,
        None => None,
    };
    let reply = match &errand.request {
        // Without the channel's robot nothing can use the answer.
        Some(request) if guide.is_some() => {
            let tenant = state.catalogue.tenant(&visitor.tenant);
            let hosts = tenant
                .as_ref()
                .map(|settings| settings.tenant.relay_hosts.as_slice());
            match state.relay.send(request, hosts.unwrap_or_default()).await {
                Ok(Relayed {
                    ok: true, fields, ..
                }) => Some(fields),
                Ok(_) => None,
                Err(_) => {
                    tracing::warn!(tenant = %visitor.tenant, "a flow calls a host that is not in relayHosts");
                    None
                }
            }
        }
        Some(_) | None => None,
    };
    let guide = guide.map(|guide| Guide {
        given: errand.given,
        ..guide
    });
    let replied = ServiceReplied {
        session: errand.session,
        number: errand.number,
        reply,
        guide,
    };
    if let Err(error) = state.office.ask(&visitor, replied).await {
        tracing::info!(%error, "a service's answer did not reach its session");
    }
}
