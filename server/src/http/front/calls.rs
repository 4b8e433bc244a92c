//! Answers the most frequent calls directly, without the routing of all others.

use super::plain_request::PlainRequest;
use crate::authentication::{self, Agent, Visitor, VisitorCall};
use crate::cluster::gate;
use crate::error::ApiError;
use crate::guard::close_answer;
use crate::routes::agent::messages as agents;
use crate::routes::visitor::poll::{self, Waiting};
use crate::routes::visitor::{history, messages};
use crate::state::State;
use actix_web::HttpResponse;
use actix_web::http::Method;
use actix_web::web::{Bytes, Data};
use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;
use std::future::ready;
use std::net::SocketAddr;

type Answer = LocalBoxFuture<'static, HttpResponse>;

const POLL: &str = "/api/chat/visitor/getEventMsg";
const SEND: &str = "/api/chat/visitor/sendMsg";
const HISTORY: &str = "/api/chat/visitor/getHistoryMsg";
const AGENT_SEND: &str = "/api/agent/sendMsg";
const AGENT_HISTORY: &str = "/api/agent/getHistoryMsg";

/// Starts to answer; `None` if the request is another call, or one that the routes must judge.
pub fn begin(
    state: &Data<State>,
    request: &PlainRequest<'_>,
    peer: Option<SocketAddr>,
) -> Option<Answer> {
    let shared = state.clone();
    Some(match request.json_call()? {
        POLL => {
            let address = state.limits.address_of(peer, |name| request.said(name));
            let call = visitor(state, request)?;
            let waiting = call.and_then(|call| poll::begin(shared, address, call));
            answered(POLL, waiting, Waiting::answer)
        }
        SEND => {
            let call = visitor(state, request)?;
            let call = gate::pass(state).and(call);
            answered(SEND, call, |call| messages::send_msg(shared, call))
        }
        HISTORY => answered(HISTORY, visitor(state, request)?, |call| {
            history::get_history_msg(shared, call)
        }),
        AGENT_SEND => {
            let call = agent(state, request)?;
            let call = gate::pass(state).map(|()| call);
            answered(AGENT_SEND, call, |call| async move {
                agents::send_msg(shared, call.await?).await
            })
        }
        AGENT_HISTORY => {
            let call = agent(state, request)?;
            answered(AGENT_HISTORY, Ok(call), |call| async move {
                agents::get_history_msg(shared, call.await?).await
            })
        }
        _ => return None,
    })
}

/// Answers a call, or refuses it, and finishes the answer as the guard does.
fn answered<C, F>(
    route: &'static str,
    call: Result<C, ApiError>,
    answer: impl FnOnce(C) -> F,
) -> Answer
where
    F: Future<Output = Result<HttpResponse, ApiError>> + 'static,
{
    let close = move |answer: Result<HttpResponse, ApiError>| {
        let mut response = answer.unwrap_or_else(HttpResponse::from_error);
        close_answer(&mut response, &Method::POST, || route);
        response
    };
    // Not an async block: it would hold the call twice, before and during the await.
    match call.map(answer) {
        Ok(answer) => Box::pin(answer.map(close)),
        Err(error) => Box::pin(ready(close(Err(error)))),
    }
}

fn visitor<T: VisitorCall>(
    state: &State,
    request: &PlainRequest<'_>,
) -> Option<Result<Visitor<T>, ApiError>> {
    let Some(token) = request.bearer().ok()? else {
        return Some(Visitor::read(state, None, request.body));
    };
    let known = authentication::read_token(state, token).ok_or(ApiError::LoginExpired);
    Some(known.and_then(|known| Visitor::read(state, Some(known), request.body)))
}

fn agent<T: DeserializeOwned>(
    state: &Data<State>,
    request: &PlainRequest<'_>,
) -> Option<impl Future<Output = Result<Agent<T>, ApiError>> + use<T>> {
    let token = request.bearer().ok()??.to_owned();
    let language = {
        let said = request.said("accept-language").next();
        authentication::first_accepted(said.and_then(|said| std::str::from_utf8(said).ok()))
    };
    let body = Bytes::copy_from_slice(request.body);
    let state = state.clone();
    Some(async move {
        let who = authentication::agent_of(&state, &token).await?;
        Ok(Agent {
            who,
            language,
            body: crate::body::parse(&body)?,
        })
    })
}
