//! Calls tenants' services for flows, through the relay (Protocol, 'fromRequest'), and returns the answers to the
//! sessions.

use crate::relay::Relayed;
use crate::state::State;
use crate::wake;
use actors_core::flow::Guide;
use actors_core::ids::VisitorKey;
use actors_core::session::commands::from_service::ServiceReplied;
use actors_core::session::flows::ServiceRequest;
use actors_runtime::ServiceClient;
use std::sync::{Arc, Weak};
use tokio::runtime::Handle;

/// Sends the requests of the server's sessions to tenants' services.
pub struct Messenger {
    /// Weak, because the state owns the sessions, which own this messenger.
    state: Weak<State>,
    handle: Handle,
}

impl Messenger {
    /// Starts to run the sessions' requests, on the runtime it is called in.
    ///
    /// # Panics
    /// It is called outside a runtime.
    pub fn start(state: &Arc<State>) {
        let messenger = Self {
            state: Arc::downgrade(state),
            handle: Handle::current(),
        };
        state.office.set_service_client(Arc::new(messenger));
    }
}

impl ServiceClient for Messenger {
    fn send(&self, visitor: VisitorKey, request: ServiceRequest) {
        if let Some(state) = self.state.upgrade() {
            self.handle.spawn(carry_out(state, visitor, request));
        }
    }
}

async fn carry_out(state: Arc<State>, visitor: VisitorKey, request: ServiceRequest) {
    let channel = state.catalogue.channel(request.channel.as_str());
    let guide = match &channel {
        Some(channel) => wake::guide(&state, channel).await,
        None => None,
    };
    let reply = match &request.request {
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
                    tracing::warn!(code = "FD503", tenant = %visitor.tenant, "a flow calls a host that is not in relayHosts");
                    None
                }
            }
        }
        Some(_) | None => None,
    };
    let guide = guide.map(|guide| Guide {
        given: request.given,
        ..guide
    });
    let replied = ServiceReplied {
        session: request.session,
        number: request.number,
        reply,
        guide,
    };
    if let Err(error) = state.office.ask(&visitor, replied).await {
        tracing::info!(%error, "a service's answer did not reach its session");
    }
}
