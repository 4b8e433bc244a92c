//! `/mail/stop`: ends the mails to an address (RFC 8058). A GET shows a page that asks, because mail programs and virus
//! scanners follow links by themselves. A POST ends them, from that page or in one click from the mail program.

use crate::authentication::first_language;
use crate::blocking::block;
use crate::error::{Answer, ApiError};
use crate::link_token::{self, Opens};
use crate::mail::stopped;
use crate::mail::words::Tongue;
use crate::rates::ByAddress;
use crate::state::State;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use actors_core::ids::TenantId;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, html};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

/// The only style of the page; the policy names its hash.
const STYLE: &str = "body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.5rem}\
    button{font:inherit;font-weight:600;padding:.7rem 1.25rem;border:0;border-radius:.5rem;background:#1f6f54;\
    color:#fff;cursor:pointer}button:focus-visible{outline:3px solid #7fc9ad;outline-offset:2px}";

/// The query.
#[derive(Debug, Deserialize)]
pub struct StopQuery {
    /// Names the address.
    #[serde(default)]
    pub token: String,
}

/// Shows the page that asks; for a token that is not valid, a page with 404.
///
/// # Errors
/// 429 after too many tokens that are not valid.
pub async fn ask(state: Data<State>, request: HttpRequest, query: Query<StopQuery>) -> Answer {
    let Some(stop) = read(&state, &request, &query)? else {
        return Ok(cut(&request));
    };
    Ok(stops(&state, &stop, Shown::Question))
}

/// Ends the mails; for a token that is not valid, shows a page with 404.
///
/// # Errors
/// 429 after too many tokens that are not valid, 503 if the store did not keep it.
pub async fn stop(state: Data<State>, request: HttpRequest, query: Query<StopQuery>) -> Answer {
    let Some(stop) = read(&state, &request, &query)? else {
        return Ok(cut(&request));
    };
    let change = stopped::stop(&stop.tenant, &stop.hash, state.now());
    let store = Arc::clone(state.office.store());
    block(move || store.change_documents(&[change])).await?;
    Ok(stops(&state, &stop, Shown::Done))
}

struct Stop {
    tenant: TenantId,
    hash: String,
    tongue: Tongue,
}

enum Shown {
    Question,
    Done,
}

/// Returns whose mails end; `None` for a token that is not valid.
fn read(state: &State, request: &HttpRequest, query: &StopQuery) -> Result<Option<Stop>, ApiError> {
    match link_token::read(&state.keys, &query.token, state.now()) {
        Some(Opens::Stop {
            tenant,
            hash,
            tongue,
        }) => Ok(Some(Stop {
            tenant,
            hash,
            tongue,
        })),
        Some(Opens::Order(..) | Opens::Form(_) | Opens::Conversation(..)) | None => {
            state.limits.address(request, ByAddress::Miss)?;
            Ok(None)
        }
    }
}

/// The page of a link that a mail program broke, in the language of the browser.
fn cut(request: &HttpRequest) -> HttpResponse {
    let tongue = Tongue::for_reader(first_language(request));
    let says = html! { p { (tongue.say("stop_cut_text", &[])) } };
    let title = tongue.say("stop_cut_title", &[]);
    page(StatusCode::NOT_FOUND, tongue, &title, &says)
}

fn stops(state: &State, stop: &Stop, shown: Shown) -> HttpResponse {
    let tongue = stop.tongue;
    let settings = state.catalogue.tenant(&stop.tenant);
    let shop = settings
        .as_ref()
        .map_or("", |settings| settings.tenant.name.or_empty(tongue.code()));
    let say = |key: &str| tongue.say(key, &[("shop", shop)]);
    let says = match shown {
        Shown::Question => html! {
            p { (say("stop_text")) }
            // Without an action, the form goes to the page's own address.
            form method="post" { button { (say("stop_button")) } }
        },
        Shown::Done => html! { p role="status" { (say("stop_done")) } },
    };
    page(StatusCode::OK, tongue, &say("stop_title"), &says)
}

fn page(status: StatusCode, tongue: Tongue, title: &str, says: &Markup) -> HttpResponse {
    let page = html! {
        (DOCTYPE)
        html lang=(tongue.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="robots" content="noindex";
                title { (title) }
                style { (maud::PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (title) }
                    (says)
                }
            }
        }
    };
    let style = STANDARD.encode(Sha256::digest(STYLE.as_bytes()));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    );
    HttpResponse::build(status)
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, policy))
        .insert_header((header::REFERRER_POLICY, "no-referrer"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .body(page.into_string())
}
