//! The built client, embedded in the binary: compressed by the build, cached by content, under a strict CSP.
//!
//! A debug build reads the files from disk, so that a new client needs no new server build.

use crate::error::{Answer, ApiError};
use crate::first_screen::FirstScreen;
use actix_web::http::header::{self, EntityTag, HeaderValue, IfNoneMatch};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "../client/dist"]
struct Dist;

/// Which pages may frame a document (Protocol, 'Embedding').
pub enum Framing<'a> {
    /// None: the desk, and channels that do not exist.
    Nobody,
    /// Only pages of this server.
    Ourselves,
    /// All pages.
    Anybody,
    /// Pages of these origins and of this server.
    Origins(&'a [Box<str>]),
}

/// How long a browser may use an answer without asking again.
#[derive(Clone, Copy)]
enum Keeping {
    /// Forever: the file's name changes with its content.
    ForGood,
    /// Not at all: it asks each time whether the file has changed.
    AskAgain,
}

/// Returns a document of the client, with its security headers.
///
/// # Errors
/// 404 if the build has no such document.
pub fn document(request: &HttpRequest, path: &str, framing: &Framing) -> Answer {
    let mut response = file(request, path, Keeping::AskAgain)?;
    guard(&mut response, framing);
    Ok(response)
}

/// Allows a document to load pictures from these hosts. They are host names; the settings refuse anything else.
pub fn allow_pictures<'a>(response: &mut HttpResponse, hosts: impl Iterator<Item = &'a str>) {
    let allowed: String = hosts.map(|host| format!(" https://{host}")).collect();
    change_policy(response, PICTURES, &format!("{PICTURES}{allowed}"));
}

/// Forbids a document every request: it gets all it shows from the page around it.
pub fn forbid_connections(response: &mut HttpResponse) {
    change_policy(response, "connect-src 'self'", "connect-src 'none'");
}

fn change_policy(response: &mut HttpResponse, from: &str, to: &str) {
    let headers = response.headers_mut();
    let policy = headers.get(header::CONTENT_SECURITY_POLICY);
    let policy = policy.and_then(|policy| policy.to_str().ok());
    let changed = policy.map(|policy| HeaderValue::from_str(&policy.replacen(from, to, 1)));
    if let Some(Ok(changed)) = changed {
        headers.insert(header::CONTENT_SECURITY_POLICY, changed);
    }
}

/// Returns the chat's document with its first screen inside, with the same security headers.
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
    let mut response = if is_known(request, &screen.etag) {
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

/// A document as the build made it.
pub struct Source {
    /// Changes when the document does.
    pub hash: [u8; 32],
    text: Cow<'static, [u8]>,
}

impl Source {
    /// Returns the text; `None` if it is not UTF-8.
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.text).ok()
    }
}

/// Returns a document of the build, to be extended; `None` if there is none.
pub fn source(path: &str) -> Option<Source> {
    let found = Dist::get(path)?;
    Some(Source {
        hash: found.metadata.sha256_hash(),
        text: found.data,
    })
}

/// Returns the paths of the hashed scripts and styles whose names have these beginnings.
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
    // A document that is never framed shares no window handle with its opener or the windows it opens. The chat keeps
    // the handle, because a shop may open it in a window.
    if matches!(framing, Framing::Nobody) {
        headers.insert(
            header::CROSS_ORIGIN_OPENER_POLICY,
            HeaderValue::from_static("same-origin"),
        );
    }
}

/// Returns a file under `/assets/`, whose name changes with its content.
///
/// # Errors
/// 404 if there is none.
pub fn hashed(request: &HttpRequest, name: &str) -> Answer {
    let mut response = file(request, &format!("assets/{name}"), Keeping::ForGood)?;
    // A shop's page loads the second half of the loader as a module, which needs permission.
    response.headers_mut().insert(
        header::ACCESS_CONTROL_ALLOW_ORIGIN,
        HeaderValue::from_static("*"),
    );
    Ok(response)
}

/// Returns any other file of the client: the loader, or pictures of the demo.
///
/// # Errors
/// 404 if there is none.
pub fn plain(request: &HttpRequest, path: &str) -> Answer {
    file(request, path, Keeping::AskAgain)
}

fn file(request: &HttpRequest, path: &str, keeping: Keeping) -> Answer {
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

/// Returns the file in the smallest encoding that the browser accepts.
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

/// Returns whether the caller already has the answer with this ETag.
pub fn is_known(request: &HttpRequest, etag: &str) -> bool {
    match request.get_header::<IfNoneMatch>() {
        Some(IfNoneMatch::Any) => true,
        Some(IfNoneMatch::Items(tags)) => {
            let own = etag.parse::<EntityTag>();
            own.is_ok_and(|own| tags.iter().any(|tag| tag.weak_eq(&own)))
        }
        None => false,
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
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

/// Where the pictures of every document may come from: this server, or the page itself.
const PICTURES: &str = "img-src 'self' data: blob:";

/// Scripts, styles and requests are allowed from this server alone.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    media-src 'self' blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; object-src 'none'; frame-ancestors ";

/// The browser features that a page may use. Calls need those allowed here; in a shop's frame, the loader's `allow`
/// must grant them too. Nothing needs the features denied here.
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

/// Returns whether the text is an origin, without characters that end the directive.
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
    fn a_document_has_its_security_headers_and_is_not_sent_again_unchanged() {
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
    fn only_valid_origins_are_added_to_the_policy() {
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
    fn a_refused_encoding_is_not_sent() {
        assert!(accepts("gzip, deflate, br", "br"));
        assert!(accepts("br;q=0.5", "br"));
        assert!(!accepts("br;q=0, gzip", "br"));
        assert!(!accepts("", "gzip"));
    }

    #[test]
    fn a_missing_file_is_404() {
        let request = TestRequest::default().to_http_request();

        for path in ["assets/none.js", "../Cargo.toml", "index.html.br", ""] {
            assert!(
                matches!(plain(&request, path), Err(ApiError::NotFound)),
                "{path}"
            );
        }
    }
}
