//! The built client inside the binary: compressed as the build left it, cached by content, under a strict CSP.
//!
//! A debug build reads the files from disk, so that a new client needs no new server.

use crate::error::ApiError;
use crate::first_screen::FirstScreen;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "../client/dist"]
struct Dist;

/// Whose pages may frame a document (Protocol, 'Embedding').
pub enum Framing<'a> {
    /// Nobody's: the desk, and channels that do not exist.
    Nobody,
    /// Our own alone.
    Ourselves,
    /// Anybody's.
    Anybody,
    /// These origins', and our own.
    Origins(&'a [Box<str>]),
}

/// How long a browser may keep an answer without asking again.
#[derive(Clone, Copy)]
enum Keeping {
    /// Named by its content: for good.
    ForGood,
    /// Named by its place: ask each time whether it has changed.
    AskAgain,
}

/// A document of the client, with the headers that guard it.
///
/// # Errors
/// 404 where the build has no such document.
pub fn document(
    request: &HttpRequest,
    path: &str,
    framing: &Framing,
) -> Result<HttpResponse, ApiError> {
    let mut response = file(request, path, Keeping::AskAgain)?;
    guard(&mut response, framing);
    Ok(response)
}

/// Lets a document load pictures of these hosts too. They are host names; settings that name anything else are refused.
pub fn allow_pictures<'a>(response: &mut HttpResponse, hosts: impl Iterator<Item = &'a str>) {
    let allowed: String = hosts.map(|host| format!(" https://{host}")).collect();
    let policy = response.headers().get(header::CONTENT_SECURITY_POLICY);
    let Some(policy) = policy.and_then(|policy| policy.to_str().ok()) else {
        return;
    };
    let policy = policy.replacen(PICTURES, &format!("{PICTURES}{allowed}"), 1);
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response
            .headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}

/// The chat's document with its first screen inside, guarded as any other.
pub fn first_screen(
    request: &HttpRequest,
    screen: &FirstScreen,
    framing: &Framing,
) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::ETAG, screen.etag.clone()))
        .insert_header((header::VARY, "Accept-Encoding, Accept-Language"))
        .insert_header((header::CACHE_CONTROL, "no-cache"));
    let mut response = if is_known(request, screen.etag.trim_start_matches("W/")) {
        response
            .status(actix_web::http::StatusCode::NOT_MODIFIED)
            .finish()
    } else {
        response.content_type("text/html; charset=utf-8");
        if accepts(accepted(request), "gzip") {
            response.insert_header((header::CONTENT_ENCODING, "gzip"));
            response.body(screen.gzip.clone())
        } else {
            response.body(screen.plain.clone())
        }
    };
    guard(&mut response, framing);
    response
}

/// A document of the build as it was built.
pub struct Source {
    /// Changes when the document does.
    pub hash: [u8; 32],
    text: Cow<'static, [u8]>,
}

impl Source {
    /// The document; nothing where it is no text.
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.text).ok()
    }
}

/// A document of the build, to be added to; nothing where there is none.
pub fn source(path: &str) -> Option<Source> {
    let found = Dist::get(path)?;
    Some(Source {
        hash: found.metadata.sha256_hash(),
        text: found.data,
    })
}

/// The hashed scripts and styles whose names begin so, as a document names them.
pub fn named(beginnings: &[&str]) -> Vec<String> {
    let mut found: Vec<String> = Dist::iter()
        .filter(|path| {
            let name = path.strip_prefix("assets/").unwrap_or_default();
            let begins = beginnings.iter().any(|one| name.starts_with(one));
            begins && (name.ends_with(".js") || name.ends_with(".css"))
        })
        .map(|path| format!("/{path}"))
        .collect();
    found.sort();
    found
}

fn guard(response: &mut HttpResponse, framing: &Framing) {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy(framing));
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    headers.insert(header::PERMISSIONS_POLICY, PERMISSIONS);
    // Whoever opened it, or is opened by it, has no handle to a document that is never framed. The chat keeps its own:
    // a shop may open it in a window.
    if matches!(framing, Framing::Nobody) {
        headers.insert(
            header::CROSS_ORIGIN_OPENER_POLICY,
            HeaderValue::from_static("same-origin"),
        );
    }
}

/// A file under `/assets/`, whose name changes with its content.
///
/// # Errors
/// 404 where there is none.
pub fn hashed(request: &HttpRequest, name: &str) -> Result<HttpResponse, ApiError> {
    let mut response = file(request, &format!("assets/{name}"), Keeping::ForGood)?;
    // A shop's page fetches the loader's second half as a module, which needs leave.
    response.headers_mut().insert(
        header::ACCESS_CONTROL_ALLOW_ORIGIN,
        HeaderValue::from_static("*"),
    );
    Ok(response)
}

/// Any other file of the client: the loader, pictures of the demo.
///
/// # Errors
/// 404 where there is none.
pub fn plain(request: &HttpRequest, path: &str) -> Result<HttpResponse, ApiError> {
    file(request, path, Keeping::AskAgain)
}

fn file(request: &HttpRequest, path: &str, keeping: Keeping) -> Result<HttpResponse, ApiError> {
    if path.ends_with(".br") || path.ends_with(".gz") {
        return Err(ApiError::NotFound);
    }
    let (found, encoding) = best_encoding(request, path).ok_or(ApiError::NotFound)?;
    let etag = format!(
        "\"{}\"",
        crate::secrets::hex(&found.metadata.sha256_hash()[..16])
    );
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::ETAG, etag.clone()))
        .insert_header((header::VARY, "Accept-Encoding"))
        .insert_header((
            header::CACHE_CONTROL,
            match keeping {
                Keeping::ForGood => "public, max-age=31536000, immutable",
                Keeping::AskAgain => "no-cache",
            },
        ));
    if is_known(request, &etag) {
        return Ok(response
            .status(actix_web::http::StatusCode::NOT_MODIFIED)
            .finish());
    }
    if let Some(encoding) = encoding {
        response.insert_header((header::CONTENT_ENCODING, encoding));
    }
    response.content_type(content_type(path));
    Ok(match found.data {
        Cow::Borrowed(bytes) => response.body(bytes),
        Cow::Owned(bytes) => response.body(bytes),
    })
}

/// The file in the smallest form the browser reads.
fn best_encoding(
    request: &HttpRequest,
    path: &str,
) -> Option<(EmbeddedFile, Option<&'static str>)> {
    for (encoding, suffix) in [("br", "br"), ("gzip", "gz")] {
        if accepts(accepted(request), encoding)
            && let Some(found) = Dist::get(&format!("{path}.{suffix}"))
        {
            return Some((found, Some(encoding)));
        }
    }
    Dist::get(path).map(|found| (found, None))
}

fn accepted(request: &HttpRequest) -> &str {
    request
        .headers()
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

fn accepts(accepted: &str, encoding: &str) -> bool {
    accepted.split(',').any(|offer| {
        let (name, weight) = offer.split_once(';').unwrap_or((offer, ""));
        let refused = weight
            .trim()
            .strip_prefix("q=")
            .is_some_and(|q| q.parse() == Ok(0.0_f32));
        name.trim().eq_ignore_ascii_case(encoding) && !refused
    })
}

fn is_known(request: &HttpRequest, etag: &str) -> bool {
    request
        .headers()
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|known| {
            known
                .split(',')
                .any(|one| one.trim().trim_start_matches("W/") == etag)
        })
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "gif" => "image/gif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Where pictures come from on every document: from here, or made in the page.
const PICTURES: &str = "img-src 'self' data: blob:";

/// Scripts, styles and requests from here alone.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    media-src 'self' blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; object-src 'none'; frame-ancestors ";

/// What a page may ask the browser for: calls need the first line (in a shop's frame where the loader's `allow` says so
/// too), nothing needs the second.
const PERMISSIONS: HeaderValue = HeaderValue::from_static(
    "autoplay=(self), camera=(self), display-capture=(self), fullscreen=(self), microphone=(self), \
     picture-in-picture=(self), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), \
     bluetooth=(), accelerometer=(), gyroscope=(), magnetometer=(), browsing-topics=()",
);

fn policy(framing: &Framing) -> HeaderValue {
    let text = match framing {
        Framing::Nobody => format!("{POLICY}'none'"),
        Framing::Ourselves => format!("{POLICY}'self'"),
        Framing::Anybody => format!("{POLICY}*"),
        Framing::Origins(origins) => {
            let listed: Vec<&str> = origins
                .iter()
                .map(AsRef::as_ref)
                .filter(|origin| is_origin(origin))
                .collect();
            format!("{POLICY}'self' {}", listed.join(" "))
        }
    };
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

/// Nothing that could end the directive or begin another.
fn is_origin(text: &str) -> bool {
    (text.starts_with("https://") || text.starts_with("http://"))
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b":/.-*[]".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn a_document_carries_its_guards_and_an_unchanged_one_is_not_sent_again() {
        let request = TestRequest::default().to_http_request();
        let first = document(&request, "index.html", &Framing::Nobody).unwrap();
        let etag = first.headers().get(header::ETAG).unwrap().clone();

        let again = TestRequest::default()
            .insert_header((header::IF_NONE_MATCH, etag))
            .to_http_request();
        let second = document(&again, "index.html", &Framing::Nobody).unwrap();

        assert_eq!(first.status(), 200);
        assert_eq!(second.status(), 304);
        let policy = second
            .headers()
            .get(header::CONTENT_SECURITY_POLICY)
            .unwrap()
            .to_str()
            .unwrap();
        assert!(
            policy.contains("default-src 'none'") && policy.ends_with("frame-ancestors 'none'")
        );
        assert_eq!(
            second.headers().get(header::REFERRER_POLICY).unwrap(),
            "no-referrer"
        );
        let permissions = second.headers().get(header::PERMISSIONS_POLICY).unwrap();
        for needed in ["camera=(self)", "microphone=(self)", "autoplay=(self)"] {
            assert!(permissions.to_str().unwrap().contains(needed), "{needed}");
        }
    }

    #[test]
    fn only_origins_reach_the_policy() {
        let listed = [
            "https://shop.example".into(),
            "https://x; script-src *".into(),
            "javascript:alert(1)".into(),
        ];

        let policy = policy(&Framing::Origins(&listed));

        assert!(
            policy
                .to_str()
                .unwrap()
                .ends_with("frame-ancestors 'self' https://shop.example")
        );
    }

    #[test]
    fn an_encoding_that_is_refused_is_not_sent() {
        assert!(accepts("gzip, deflate, br", "br"));
        assert!(accepts("br;q=0.5", "br"));
        assert!(!accepts("br;q=0, gzip", "br"));
        assert!(!accepts("", "gzip"));
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        let request = TestRequest::default().to_http_request();

        for path in ["assets/none.js", "../Cargo.toml", "index.html.br", ""] {
            assert!(
                matches!(plain(&request, path), Err(ApiError::NotFound)),
                "{path}"
            );
        }
    }
}
