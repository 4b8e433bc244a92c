//! The documents and files of the built client (Protocol, 'Server addresses').

use crate::assets::{self, Framing};
use crate::error::{Answer, ApiError};
use crate::files::serve;
use crate::first_screen;
use crate::state::State;
use actix_web::http::header;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use actors_core::ids::TenantId;
use std::collections::BTreeSet;

/// The tenant of the demo shop.
const DEMO: &str = "demo";

/// The document of the administration's preview.
const PREVIEW: &str = "/chat_online/preview";

/// `/`: the setup while there is no tenant, the demo's shop while there is a demo, else the desk.
pub async fn root(state: Data<State>) -> HttpResponse {
    let has_demo = || state.catalogue.tenant(&TenantId::from(DEMO)).is_some();
    let target = match state.catalogue.is_empty() {
        true => "/setup",
        false if has_demo() => "/demo/",
        false => "/desk/",
    };
    HttpResponse::Found()
        .insert_header((header::LOCATION, target))
        .finish()
}

/// `/chat_online/*`: framed by the origins that the channel allows (Protocol, 'Embedding').
///
/// # Errors
/// 404 if the client was built without it.
pub async fn visitor_page(
    state: Data<State>,
    request: HttpRequest,
    query: Query<Vec<(String, String)>>,
) -> Answer {
    if request.path() == PREVIEW {
        return preview_page(&state, &request, &query);
    }
    // The rest of the query is for the page.
    let channel = query.iter().find(|(name, _)| name == "channelId");
    let channel = channel.map(|(_, id)| state.catalogue.channel(id));
    let is_chat = request.path() == "/chat_online/index";
    let framing = match &channel {
        None => Framing::Ourselves,
        Some(channel) => match channel {
            // It contains only the message that there is no such channel, and the surrounding page must get that.
            None if is_chat => Framing::Anybody,
            None => Framing::Nobody,
            Some(channel) if channel.allowed_origins.is_empty() => Framing::Anybody,
            Some(channel) => Framing::Origins(&channel.allowed_origins),
        },
    };
    let channel = channel.as_ref().and_then(Option::as_ref);
    let tenant = match channel {
        Some(channel) => Some(channel.tenant.clone()),
        None => query
            .iter()
            .find(|(name, _)| name == "tenantId")
            .map(|(_, id)| TenantId::from(id.as_str())),
    };
    let settings = tenant.and_then(|tenant| state.catalogue.tenant(&tenant));
    let mut response = if let Some(channel) = channel.filter(|_| is_chat) {
        let settings = settings.as_ref().ok_or(ApiError::NotFound)?;
        let asked = query.iter().find(|(name, _)| name == "locale");
        let language =
            first_screen::language(&request, channel, asked.map(|(_, code)| code.as_str()));
        let screen = settings.first_screens.of(channel, settings, language)?;
        assets::first_screen(&request, &screen, &framing)
    } else {
        assets::document(&request, "index.html", &framing)?
    };
    if let Some(settings) = settings {
        let hosts = settings.tenant.picture_hosts.iter();
        assets::allow_pictures(&mut response, hosts.map(AsRef::as_ref));
    }
    Ok(response)
}

/// The administration's frame with a draft's settings: it shows the pictures of the tenant's hosts.
fn preview_page(state: &State, request: &HttpRequest, query: &[(String, String)]) -> Answer {
    let mut response = assets::document(request, "preview.html", &Framing::Ourselves)?;
    assets::forbid_connections(&mut response);
    let tenant = query.iter().find(|(name, _)| name == "tenantId");
    let tenant = tenant.and_then(|(_, id)| state.catalogue.tenant(&TenantId::from(id.as_str())));
    if let Some(tenant) = tenant {
        let hosts = tenant.tenant.picture_hosts.iter();
        assets::allow_pictures(&mut response, hosts.map(AsRef::as_ref));
    }
    Ok(response)
}

/// `/desk/app/*`: the manifest and the icons of the installed desk, and its service worker, which serves all of `/desk/`.
///
/// # Errors
/// 404 for an unknown file.
pub async fn desk_app(request: HttpRequest, name: Path<String>) -> Answer {
    let mut response = assets::plain(&request, &format!("desk-app/{name}"))?;
    let scope = header::HeaderValue::from_static("/desk/");
    let allowed = header::HeaderName::from_static("service-worker-allowed");
    response.headers_mut().insert(allowed, scope);
    Ok(response)
}

/// `/desk/*`: never framed. The agent signs in later, so the document may load the pictures of every tenant. The desk
/// itself shows only those of its own tenant's hosts (`docs/decisions/0026`).
///
/// # Errors
/// 404 if the client was built without it.
pub async fn desk_page(state: Data<State>, request: HttpRequest) -> Answer {
    let response = assets::document(&request, "desk.html", &Framing::Nobody)?;
    Ok(with_pictures_of_all(&state, response))
}

/// `/setup`, `/desk/admin/*`, `/desk/join` and `/desk/account`, and `/desk/operator` on the operator's address: never
/// framed, as the desk.
///
/// # Errors
/// 404 where the client was built without it.
pub async fn admin_page(state: Data<State>, request: HttpRequest) -> Answer {
    let response = assets::document(&request, "admin.html", &Framing::Nobody)?;
    Ok(with_pictures_of_all(&state, response))
}

fn with_pictures_of_all(state: &State, mut response: HttpResponse) -> HttpResponse {
    let tenants = state.catalogue.tenants();
    let hosts = tenants
        .iter()
        .flat_map(|tenant| tenant.tenant.picture_hosts.iter());
    let hosts: BTreeSet<&str> = hosts.map(AsRef::as_ref).collect();
    assets::allow_pictures(&mut response, hosts.into_iter());
    response
}

/// `/chat_online/embed.js`: the loader, for any page.
///
/// # Errors
/// 404 if the client was built without it.
pub async fn loader(request: HttpRequest) -> Answer {
    let mut response = assets::plain(&request, "embed.js")?;
    let anybody = header::HeaderValue::from_static("cross-origin");
    response
        .headers_mut()
        .insert(header::CROSS_ORIGIN_RESOURCE_POLICY, anybody);
    Ok(response)
}

/// `/chat_online/worker.js`: the service worker of visitors who agreed to pushes.
///
/// # Errors
/// 404 if the client was built without it.
pub async fn visitor_worker(request: HttpRequest) -> Answer {
    assets::plain(&request, "chat-worker.js")
}

/// `/assets/*`: files whose names change with their content.
///
/// # Errors
/// 404 for an unknown file.
pub async fn asset(request: HttpRequest, name: Path<String>) -> Answer {
    assets::hashed(&request, &name)
}

/// `/demo/*`: the demo shop and its pictures.
///
/// # Errors
/// 404 for an unknown file.
pub async fn demo(request: HttpRequest, path: Path<String>) -> Answer {
    match path.as_str() {
        "" | "index.html" => assets::document(&request, "demo/index.html", &Framing::Ourselves),
        file => assets::plain(&request, &format!("demo/{file}")),
    }
}

/// `/api/files/*`: uploaded files.
///
/// # Errors
/// 404 for an unknown name.
pub async fn file(state: Data<State>, request: HttpRequest, name: Path<String>) -> Answer {
    match serve::serve(&state, &request, &name).await {
        Err(ApiError::NotFound) => Err(state.limits.miss(&request)),
        served => served,
    }
}
