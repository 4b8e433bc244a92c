//! A push service and a browser in one: it takes notifications, checks who sends them, and decrypts them.

use actix_web::web;
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use web_push_native::p256::ecdsa::signature::Verifier as _;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint as _;
use web_push_native::{Auth, p256};

/// A notification that arrived.
#[derive(Clone, Debug)]
pub struct Pushed {
    /// The path of its endpoint, without the slash.
    pub to: String,
    /// What the browser reads.
    pub content: Value,
    /// Whom the sender's token is for.
    pub audience: String,
    /// The sender's public key.
    pub sender: String,
}

struct Shared {
    pushed: Mutex<Vec<Pushed>>,
    status: AtomicU16,
    secret: p256::SecretKey,
    auth: [u8; 16],
}

/// A push service on a free port. All its browsers have the same keys.
pub struct PushService {
    pub host: String,
    shared: Arc<Shared>,
}

impl PushService {
    pub fn start() -> Self {
        let shared = Arc::new(Shared {
            pushed: Mutex::default(),
            status: AtomicU16::new(201),
            secret: p256::SecretKey::from_slice(&[7; 32]).unwrap(),
            auth: [9; 16],
        });
        let app = Arc::clone(&shared);
        let server = HttpServer::new(move || {
            App::new()
                .app_data(web::Data::from(Arc::clone(&app)))
                .default_service(web::to(take))
        });
        let server = server.workers(1).disable_signals();
        let server = server.bind("127.0.0.1:0").unwrap();
        let host = server.addrs()[0].to_string();
        actix_web::rt::spawn(server.run());
        Self { host, shared }
    }

    /// What a browser's subscription says.
    pub fn subscription(&self, name: &str) -> Value {
        let point = self.shared.secret.public_key().to_encoded_point(false);
        json!({
            "endpoint": format!("http://{}/{name}", self.host),
            "p256dh": URL_SAFE_NO_PAD.encode(point.as_bytes()),
            "auth": URL_SAFE_NO_PAD.encode(self.shared.auth),
        })
    }

    /// Answers with this status from here on.
    pub fn set_status(&self, status: u16) {
        self.shared.status.store(status, Ordering::SeqCst);
    }

    pub fn pushed(&self) -> Vec<Pushed> {
        self.shared.pushed.lock().unwrap().clone()
    }

    /// Waits until this many notifications have arrived.
    pub async fn until(&self, count: usize) -> Vec<Pushed> {
        for _ in 0..2_000 {
            let pushed = self.pushed();
            if pushed.len() >= count {
                return pushed;
            }
            actix_web::rt::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{:#?}", self.pushed());
    }
}

async fn take(request: HttpRequest, shared: web::Data<Shared>, body: web::Bytes) -> HttpResponse {
    let header = |name: &str| {
        let value = request.headers().get(name);
        let value = value.and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    assert_eq!(header("content-encoding"), "aes128gcm");
    assert!(header("ttl").parse::<u32>().unwrap() > 0);
    let (audience, sender) = proven(&header("authorization"));
    let auth = Auth::clone_from_slice(&shared.auth);
    let content = web_push_native::decrypt(body.to_vec(), &shared.secret, &auth).unwrap();
    shared.pushed.lock().unwrap().push(Pushed {
        to: request.path().trim_start_matches('/').to_owned(),
        content: serde_json::from_slice(&content).unwrap(),
        audience,
        sender,
    });
    let status = shared.status.load(Ordering::SeqCst);
    HttpResponse::build(status.try_into().unwrap()).finish()
}

/// Checks the signature of `vapid t=TOKEN, k=KEY`. Returns the audience and the key.
fn proven(authorization: &str) -> (String, String) {
    let rest = authorization.strip_prefix("vapid t=").unwrap();
    let (token, key) = rest.split_once(", k=").unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let (_, claims) = signed.split_once('.').unwrap();
    let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
    let verifying = VerifyingKey::from_sec1_bytes(&decode(key)).unwrap();
    let signature = Signature::from_slice(&decode(signature)).unwrap();
    verifying.verify(signed.as_bytes(), &signature).unwrap();
    let claims: Value = serde_json::from_slice(&decode(claims)).unwrap();
    assert!(claims["exp"].as_i64().unwrap() > 0);
    assert!(claims["sub"].as_str().unwrap().contains(':'));
    (claims["aud"].as_str().unwrap().to_owned(), key.to_owned())
}
