//! A small provider of OpenID Connect. The last part of its issuer selects how it is wrong.

use actix_web::web::{self, Bytes};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use futures_util::stream;
use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::Url;
use rsa::RsaPrivateKey;
use rsa::pkcs1v15::SigningKey;
use rsa::signature::{SignatureEncoding as _, Signer as _};
use rsa::traits::PublicKeyParts as _;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

pub const CLIENT: &str = "desk";
pub const SECRET: &str = "client-secret-canary-51c0";

static KEY: LazyLock<RsaPrivateKey> =
    LazyLock::new(|| RsaPrivateKey::new(&mut rsa::rand_core::OsRng, 2_048).unwrap());

/// A sign-in at the provider.
struct Grant {
    asked: HashMap<String, String>,
    claims: Value,
}

#[derive(Default)]
struct Shared {
    grants: Mutex<HashMap<String, Grant>>,
    /// The names of the published keys.
    keys: Mutex<Vec<String>>,
    /// The paths that were called.
    calls: Mutex<Vec<String>>,
}

pub struct Provider {
    pub host: String,
    shared: Arc<Shared>,
}

impl Provider {
    pub fn start() -> Self {
        let shared = Arc::new(Shared::default());
        shared.keys.lock().unwrap().push("k1".to_owned());
        let of = Arc::clone(&shared);
        let server = HttpServer::new(move || {
            App::new()
                .app_data(web::Data::from(Arc::clone(&of)))
                .route(
                    "/{how}/.well-known/openid-configuration",
                    web::get().to(describe),
                )
                .route("/{how}/keys", web::get().to(keys))
                .route("/{how}/token", web::post().to(token))
        });
        let server = server.workers(1).disable_signals();
        let server = server.bind("127.0.0.1:0").unwrap();
        let host = server.addrs()[0].to_string();
        actix_web::rt::spawn(server.run());
        Self { host, shared }
    }

    pub fn issuer(&self, how: &str) -> String {
        format!("http://{}/{how}", self.host)
    }

    /// Signs a person in at the page of this address. Returns the state and the code that the browser takes back.
    pub fn signs_in(&self, url: &str, claims: Value) -> (String, String) {
        let url = Url::parse(url).unwrap();
        let asked: HashMap<String, String> = url.query_pairs().into_owned().collect();
        assert_eq!(asked["response_type"], "code");
        assert_eq!(asked["client_id"], CLIENT);
        assert_eq!(asked["code_challenge_method"], "S256");
        let mut grants = self.shared.grants.lock().unwrap();
        let (state, code) = (asked["state"].clone(), format!("code-{}", asked["state"]));
        grants.insert(code.clone(), Grant { asked, claims });
        (state, code)
    }

    /// Publishes only the key of this name.
    pub fn publishes(&self, key: &str) {
        *self.shared.keys.lock().unwrap() = vec![key.to_owned()];
    }

    /// How often a path of this end was called.
    pub fn calls(&self, end: &str) -> usize {
        let calls = self.shared.calls.lock().unwrap();
        calls.iter().filter(|path| path.ends_with(end)).count()
    }
}

async fn describe(
    request: HttpRequest,
    how: web::Path<String>,
    shared: web::Data<Shared>,
) -> HttpResponse {
    note(&request, &shared);
    let own = format!("http://{}/{how}", request.connection_info().host());
    let mut said = json!({
        "issuer": own, "authorization_endpoint": format!("{own}/page"), "token_endpoint": format!("{own}/token"),
        "jwks_uri": format!("{own}/keys"), "end_session_endpoint": format!("{own}/end"),
        "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"]
    });
    match how.as_str() {
        "hangs" => std::future::pending::<()>().await,
        "huge" => {
            let piece = || Ok::<_, actix_web::Error>(Bytes::from(vec![b' '; 65_536]));
            let pieces = std::iter::repeat_with(piece).take((1 << 30) / 65_536);
            return HttpResponse::Ok()
                .content_type("application/json")
                .streaming(stream::iter(pieces));
        }
        "named-otherwise" => said["issuer"] = json!("https://id.example.com"),
        "page" => {
            return HttpResponse::Ok()
                .content_type("text/html")
                .body("<p>Hello");
        }
        "gone" => return HttpResponse::NotFound().finish(),
        "moved" => {
            return HttpResponse::Found()
                .insert_header(("location", own.replace("moved", "good")))
                .finish();
        }
        "keys-inside" => said["jwks_uri"] = json!("http://127.0.0.1:1/keys"),
        "keys-private" => said["jwks_uri"] = json!("https://localhost/keys"),
        "script" => said["authorization_endpoint"] = json!("javascript:alert(1)"),
        _ => {}
    }
    HttpResponse::Ok().json(said)
}

async fn keys(
    request: HttpRequest,
    how: web::Path<String>,
    shared: web::Data<Shared>,
) -> HttpResponse {
    note(&request, &shared);
    let part = |number: &rsa::BigUint| URL_SAFE_NO_PAD.encode(number.to_bytes_be());
    let names = match how.as_str() {
        "no-keys" => Vec::new(),
        _ => shared.keys.lock().unwrap().clone(),
    };
    let keys = names.into_iter().map(|kid| {
        json!({ "kty": "RSA", "use": "sig", "alg": "RS256", "kid": kid, "n": part(KEY.n()), "e": part(KEY.e()) })
    });
    HttpResponse::Ok().json(json!({ "keys": keys.collect::<Vec<_>>() }))
}

async fn token(
    request: HttpRequest,
    how: web::Path<String>,
    form: web::Form<HashMap<String, String>>,
    shared: web::Data<Shared>,
) -> HttpResponse {
    note(&request, &shared);
    let refuse = |error: &str| HttpResponse::BadRequest().json(json!({ "error": error }));
    let expected = format!("Basic {}", STANDARD.encode(format!("{CLIENT}:{SECRET}")));
    let given = request.headers().get("authorization");
    if given.is_none_or(|given| given.to_str().unwrap() != expected) {
        return HttpResponse::Unauthorized().json(json!({ "error": "invalid_client" }));
    }
    let grant = shared.grants.lock().unwrap().remove(&form["code"]);
    let Some(Grant { asked, claims }) = grant else {
        return refuse("invalid_grant");
    };
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&form["code_verifier"]));
    if challenge != asked["code_challenge"] || form["redirect_uri"] != asked["redirect_uri"] {
        return refuse("invalid_grant");
    }
    let issuer = format!("http://{}/{how}", request.connection_info().host());
    let mut answer = json!({ "access_token": "x", "token_type": "Bearer" });
    match how.as_str() {
        "no-token" => {}
        "nonsense" => answer["id_token"] = json!("a.b.c"),
        how => {
            let claims = claims_of(how, &issuer, &asked["nonce"], claims);
            let kid = shared.keys.lock().unwrap()[0].clone();
            answer["id_token"] = json!(signed(how, &kid, &claims));
        }
    }
    HttpResponse::Ok().json(answer)
}

fn claims_of(how: &str, issuer: &str, nonce: &str, said: Value) -> Value {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let now = now.as_secs();
    let mut claims =
        json!({ "iss": issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": nonce });
    match how {
        "other-audience" => claims["aud"] = json!("another-client"),
        "more-audiences" => claims["aud"] = json!([CLIENT, "another-client"]),
        "expired" => claims["exp"] = json!(now - 3_600),
        "future" => claims["iat"] = json!(now + 3_600),
        "other-issuer" => claims["iss"] = json!("https://id.example.com"),
        "replayed" => claims["nonce"] = json!("of-another-sign-in"),
        "no-nonce" => drop(claims.as_object_mut().unwrap().remove("nonce")),
        _ => {}
    }
    for (name, value) in said.as_object().unwrap() {
        claims[name] = value.clone();
    }
    claims
}

fn signed(how: &str, kid: &str, claims: &Value) -> String {
    let (alg, kid) = match how {
        "unsigned" => ("none", kid),
        "shared-secret" => ("HS256", kid),
        "unknown-key" => ("RS256", "k9"),
        _ => ("RS256", kid),
    };
    let header = json!({ "alg": alg, "kid": kid, "typ": "JWT" });
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let text = format!("{}.{}", part(&header), part(claims));
    let signature = match alg {
        "none" => Vec::new(),
        "HS256" => {
            let mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
            mac.chain_update(&text).finalize().into_bytes().to_vec()
        }
        _ => {
            let signer = SigningKey::<rsa::sha2::Sha256>::new(KEY.clone());
            let mut signature = signer.sign(text.as_bytes()).to_vec();
            if how == "forged" {
                signature[0] ^= 1;
            }
            signature
        }
    };
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
}

fn note(request: &HttpRequest, shared: &Shared) {
    let path = request.path().to_owned();
    shared.calls.lock().unwrap().push(path);
}
