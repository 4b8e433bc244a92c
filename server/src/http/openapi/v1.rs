//! The calls of a shop's own server.

use super::{Caller, Writer};
use crate::api_key::PREFIX;
use crate::wire::agent::{VisitorRequest, VisitorResponse, WireConversation};
use crate::wire::envelope::Nothing;
use crate::wire::leave_message::{
    HandleLeaveMsgRequest, ListLeaveMsgsRequest, ListLeaveMsgsResponse,
};
use crate::wire::v1::{
    ConversationsRequest, ConversationsResponse, HandledMessageResponse, HandledOrderResponse,
    MessagesRequest, MessagesResponse, SendMessageRequest, SendMessageResponse, VisitorsRequest,
    VisitorsResponse,
};
use crate::wire::work_order::OrderRequest;
use crate::wire::work_order::agent::{
    AgentOrderResponse, HandleWorkOrderRequest, ListWorkOrdersRequest, ListWorkOrdersResponse,
};
use utoipa::PartialSchema;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{HeaderBuilder, ResponseBuilder};

/// The name of the security scheme.
pub(super) const SCHEME: &str = "apiKey";

/// How a shop's server proves who it is.
pub(super) fn scheme() -> SecurityScheme {
    let says = format!("an API key: {PREFIX}… (Protocol, 'API keys')");
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer);
    SecurityScheme::Http(bearer.description(Some(says)).build())
}

/// Whether the call of this name changes something.
pub(super) fn changes(name: &str) -> bool {
    let deeds = ["/close", "/send", "/handle", "/put", "/delete"];
    deeds.iter().any(|deed| name.ends_with(deed))
}

/// The header that makes a repeat harmless.
pub(super) fn idempotency_key() -> Parameter {
    ParameterBuilder::new()
        .name("Idempotency-Key")
        .parameter_in(ParameterIn::Header)
        .description(Some(
            "A name for the call, 1 to 255 visible characters: a repeat gets the same answer for at least 24 hours.",
        ))
        .schema(Some(String::schema()))
        .build()
}

/// Adds the headers of the rate limit.
pub(super) fn with_limits(mut answer: ResponseBuilder) -> ResponseBuilder {
    for (name, says) in [
        ("RateLimit-Limit", "calls a second"),
        ("RateLimit-Remaining", "calls that are possible at once"),
        ("RateLimit-Reset", "seconds until all are possible again"),
    ] {
        let header = HeaderBuilder::new().schema(Some(u32::schema()));
        answer = answer.header(name, header.description(Some(says)).build());
    }
    answer
}

pub(super) fn calls(writer: &mut Writer) {
    const AT: &str = "/api/v1/";
    use Caller::Key;
    writer.call::<ConversationsRequest, ConversationsResponse>(AT, "conversations/list", Key);
    writer.call::<VisitorRequest, WireConversation>(AT, "conversations/get", Key);
    writer.call::<VisitorRequest, Nothing>(AT, "conversations/close", Key);
    writer.call::<MessagesRequest, MessagesResponse>(AT, "messages/list", Key);
    writer.call::<SendMessageRequest, SendMessageResponse>(AT, "messages/send", Key);
    writer.call::<VisitorsRequest, VisitorsResponse>(AT, "visitors/list", Key);
    writer.call::<VisitorRequest, VisitorResponse>(AT, "visitors/get", Key);
    writer.call::<ListWorkOrdersRequest, ListWorkOrdersResponse>(AT, "workOrders/list", Key);
    writer.call::<OrderRequest, AgentOrderResponse>(AT, "workOrders/get", Key);
    writer.call::<HandleWorkOrderRequest, HandledOrderResponse>(AT, "workOrders/handle", Key);
    writer.call::<ListLeaveMsgsRequest, ListLeaveMsgsResponse>(AT, "leaveMessages/list", Key);
    writer.call::<HandleLeaveMsgRequest, HandledMessageResponse>(AT, "leaveMessages/handle", Key);
}
