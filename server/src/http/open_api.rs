//! Guards `/api/v1/`: who calls, how often, and with which scope, before the body is read (Protocol, 'Open API'). A call
//! over the limit costs a hash and two look-ups in memory.

use crate::api_key::{ApiKey, Scope};
use crate::authentication::bearer;
use crate::error::ApiError;
use crate::rates::by_key::Spent;
use crate::state::State;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage as _, HttpResponse};
use std::sync::Arc;

/// Where the calls begin.
pub const V1: &str = "/api/v1";

const LIMIT: HeaderName = HeaderName::from_static("ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("ratelimit-reset");

/// Every call and the scope that it needs.
const CALLS: [(&str, Scope); 23] = [
    ("/conversations/list", Scope::ConversationsRead),
    ("/conversations/get", Scope::ConversationsRead),
    ("/conversations/close", Scope::MessagesWrite),
    ("/messages/list", Scope::ConversationsRead),
    ("/messages/send", Scope::MessagesWrite),
    ("/visitors/list", Scope::ConversationsRead),
    ("/visitors/get", Scope::ConversationsRead),
    ("/workOrders/list", Scope::ConversationsRead),
    ("/workOrders/get", Scope::ConversationsRead),
    ("/workOrders/handle", Scope::MessagesWrite),
    ("/leaveMessages/list", Scope::ConversationsRead),
    ("/leaveMessages/handle", Scope::MessagesWrite),
    ("/docs/list", Scope::KnowledgeManage),
    ("/docs/get", Scope::KnowledgeManage),
    ("/docs/put", Scope::KnowledgeManage),
    ("/docs/delete", Scope::KnowledgeManage),
    ("/channels/list", Scope::ChannelsManage),
    ("/channels/get", Scope::ChannelsManage),
    ("/channels/put", Scope::ChannelsManage),
    ("/reports/get", Scope::Reports),
    ("/reports/sessions", Scope::Reports),
    ("/reports/agents", Scope::Reports),
    ("/reports/export", Scope::Reports),
];

/// Returns the scope that the call of this path needs; `None` if there is no such call.
pub fn scope_of(path: &str) -> Option<Scope> {
    let call = path.strip_prefix(V1)?;
    let found = CALLS.iter().find(|(known, _)| *known == call);
    found.map(|(_, scope)| *scope)
}

/// Runs around every call of the scope. Other methods go on to their 405.
///
/// # Errors
/// Those of the app.
pub async fn gate<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    if request.method() != Method::POST {
        return Ok(next.call(request).await?.map_into_left_body());
    }
    let (spent, admitted) = admit(&request);
    let mut response = match admitted {
        Ok(key) => {
            request.extensions_mut().insert(key);
            next.call(request).await?.map_into_left_body()
        }
        Err(refusal) => request
            .into_response(HttpResponse::from_error(refusal))
            .map_into_right_body(),
    };
    if let Some(spent) = spent {
        tell(spent, response.headers_mut());
    }
    Ok(response)
}

/// Finds the key, counts the call, and checks the scope.
fn admit(request: &ServiceRequest) -> (Option<Spent>, Result<Arc<ApiKey>, ApiError>) {
    let Some(state) = request.app_data::<Data<State>>() else {
        return (None, Err(ApiError::internal("the server has no state")));
    };
    let text = bearer(request.request()).ok().flatten();
    let Some(key) = text.and_then(|text| live_key(state, text)) else {
        return (None, Err(ApiError::LoginExpired));
    };
    let spent = state.limits.key(&key.hash, &key.tenant);
    if let Some(spent) = spent.filter(|spent| spent.is_refused) {
        return (Some(spent), Err(ApiError::TooMany(spent.reset)));
    }
    key.note_use(state.now(), state.limits.caller_address(request.request()));
    let missing = scope_of(request.path()).filter(|scope| !key.may(*scope));
    let admitted = match missing {
        Some(scope) => Err(ApiError::Forbidden(scope.missing())),
        None => Ok(key),
    };
    (spent, admitted)
}

/// Returns the key of this text if it can be used: unknown, revoked and expired keys, and those of a disabled tenant,
/// are the same to the caller.
fn live_key(state: &State, text: &str) -> Option<Arc<ApiKey>> {
    let key = state.api_keys.find(text)?;
    let is_live = key.is_live(state.now()) && state.catalogue.tenant(&key.tenant).is_some();
    is_live.then_some(key)
}

fn tell(spent: Spent, headers: &mut HeaderMap) {
    headers.insert(LIMIT, HeaderValue::from(spent.limit));
    headers.insert(REMAINING, HeaderValue::from(spent.remaining));
    headers.insert(RESET, HeaderValue::from(spent.reset));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes;
    use std::collections::BTreeSet;

    #[test]
    fn exactly_the_registered_calls_have_a_scope() {
        let registered = routes::calls().into_iter();
        let registered: BTreeSet<String> = registered.filter(|path| path.starts_with(V1)).collect();
        let known: BTreeSet<String> = CALLS
            .iter()
            .map(|(call, _)| format!("{V1}{call}"))
            .collect();

        assert_eq!(registered, known);
        assert_eq!(scope_of("/api/v1/nothing"), None);
    }
}
