//! docs/readPage: a web page as proposed documents. Nothing is stored but the audit record.

use crate::admin::audit::Action;
use crate::authentication::Admin;
use crate::blocking::run;
use crate::error::{Answer, ApiError};
use crate::rates::ByToken;
use crate::relay::page::{ADDRESS_CHARS_MAX, Fetched};
use crate::routes::admin::{note, robot_of};
use crate::state::State;
use crate::web_page;
use crate::wire::admin::web_page::{ReadPageRequest, ReadPageResponse};
use crate::wire::envelope::success;
use actix_web::web::Data;
use actors_core::ids::Language;
use encoding_rs::{Encoding, UTF_8};

/// How much of a page is searched for the name of its charset, in bytes; as browsers do.
const CHARSET_WITHIN: usize = 1_024;

/// docs/readPage: fetches a page, and returns its text split at its headings.
///
/// # Errors
/// 400 with the reason why the page cannot be read, 404 for a robot that is not the tenant's, 429 over the rate limit.
pub async fn read(state: Data<State>, call: Admin<ReadPageRequest>) -> Answer {
    let who = &call.who;
    let ReadPageRequest { robot_no, address } = &call.body;
    robot_of(&state, &who.tenant, robot_no)?;
    state.limits.agent(&who.hash, ByToken::Relay)?;
    let named: String = address.trim().chars().take(ADDRESS_CHARS_MAX).collect();
    note(&state, who, (Action::Read, "webPage", &named)).await?;
    let fetched = state.web_pages.fetch(address).await.map_err(refused)?;
    let address = fetched.address.to_string();
    let read = run(move || {
        let address = fetched.address.to_string();
        web_page::read(&decoded(&fetched), &address)
    });
    let page = read.await?.map_err(refused)?;
    let language = Language::parse(&page.language);
    let language = language.as_ref().map_or("", Language::as_str);
    Ok(success(&ReadPageResponse::new(&address, page, language)))
}

/// The page is the fault of the field that names it.
fn refused(why: impl ToString) -> ApiError {
    ApiError::wrong("address", &why.to_string())
}

/// Decodes a page: a byte order mark, the server's charset and the page's own are taken in this order; else UTF-8.
fn decoded(page: &Fetched) -> String {
    let head = &page.html[..page.html.len().min(CHARSET_WITHIN)];
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let own = head.split_once("charset=").map(|(_, rest)| {
        let rest = rest.trim_start_matches(['"', '\'']);
        let is_end = |c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_';
        rest.split(is_end).next().unwrap_or_default()
    });
    let of = |name: &str| Encoding::for_label(name.as_bytes());
    let encoding = page.charset.as_deref().and_then(of);
    let encoding = encoding.or_else(|| own.and_then(of)).unwrap_or(UTF_8);
    encoding.decode(&page.html).0.into_owned()
}
