//! Forms that visitors fill in, and the relay to a tenant's service. The service is a stub.

use crate::helpers::{Desk, Page, TestApp};
use crate::talk::talk;
use actix_web::web::{self, Bytes};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use actors_core::ids::VisitorKey;
use futures_util::StreamExt as _;
use futures_util::stream;
use serde_json::{Value, json};
use server::authentication::Visitor;
use server::routes::visitor::forms::from_request;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

fn fields() -> Value {
    json!([
        { "fieldId": "f1", "fieldName": "Name", "fieldType": 1, "requiredStatus": 1 },
        { "fieldId": "f2", "fieldName": "Day", "fieldType": 3 },
        { "fieldId": "f3", "fieldName": "Tools", "fieldType": 8, "fieldValue": [{ "name": "spade" }, { "name": "pot" }] },
    ])
}

fn filled() -> String {
    json!([{ "fieldId": "f1", "chooseValue": "Ann" }, { "fieldId": "f3", "chooseValue": ["pot"] }])
        .to_string()
}

/// [MS-06]
#[actix_web::test]
async fn a_form_is_filled_in_once_and_both_sides_see_it() {
    let app = TestApp::new().await;
    let (page, mut desk) = talk(&app).await;
    let form = desk
        .show(&page, 10, &json!({ "formFields": fields() }))
        .await
        .data()
        .clone();
    let fill = |id: &str, content: &str| json!({ "id": id, "msgType": 10, "msgContent": content, "formMsgId": form["msgId"] });
    desk.news().await;

    for (content, wrong) in [
        (json!([]), "formFields[0] must be filled in"),
        (json!({ "f1": " " }), "formFields[0] must be filled in"),
        (
            json!({ "f1": "Ann", "f2": "2026-02-30" }),
            "formFields[1] is not valid",
        ),
        (
            json!({ "f1": "Ann", "f3": ["axe"] }),
            "formFields[2] is none of the options",
        ),
        (
            json!({ "f1": "Ann", "f9": "x" }),
            "formFields[3] is not valid",
        ),
    ] {
        page.call("sendMsg", fill("0", &content.to_string()))
            .await
            .is_refused(400, wrong);
    }
    page.call("sendMsg", fill("0", "{"))
        .await
        .is_refused(400, "msgContent is not valid");
    let sent = page
        .call("sendMsg", fill("1", &filled()))
        .await
        .data()
        .clone();
    let repeat = page
        .call("sendMsg", fill("1", &filled()))
        .await
        .data()
        .clone();
    let heard = desk.news().await;
    let history = page.call("getHistoryMsg", json!({})).await.data()["msgList"].clone();
    let told = page.events(form["seq"].as_u64().unwrap()).await;

    assert_eq!(sent, repeat);
    page.call("sendMsg", fill("2", &filled()))
        .await
        .is_refused(409, "the form is already filled in");
    let events: Vec<&str> = heard
        .iter()
        .map(|entry| entry["event"].as_str().unwrap())
        .collect();
    assert_eq!(events, ["amended", "message"]);
    assert_eq!(heard[1]["msg"]["formMsgId"], form["msgId"]);
    let kept = history
        .as_array()
        .unwrap()
        .iter()
        .find(|msg| msg["msgId"] == form["msgId"])
        .unwrap();
    assert_eq!(
        (&kept["filledFlag"], &kept["formFields"][0]["chooseValue"]),
        (&json!(1), &json!("Ann"))
    );
    assert_eq!(
        (&told[0]["event"], &told[0]["msgId"]),
        (&json!(1206), &form["msgId"])
    );
    assert_eq!(told[0]["answers"], json!(["Ann", null, ["pot"]]));
}

#[actix_web::test]
async fn a_form_of_another_session_and_a_recalled_form_cannot_be_filled_in() {
    let app = TestApp::new().await;
    let (page, desk) = talk(&app).await;
    let form = desk
        .show(&page, 10, &json!({ "formFields": fields() }))
        .await
        .data()
        .clone();
    let text = desk.say(&page, "a", "hello").await.data()["msgId"].clone();
    let fill = |id: &Value| json!({ "msgType": 10, "msgContent": filled(), "formMsgId": id });
    let stranger = app.visitor().await;

    stranger
        .call("sendMsg", fill(&form["msgId"]))
        .await
        .is_refused(404, "not found");
    page.call("sendMsg", fill(&text))
        .await
        .is_refused(404, "not found");
    page.call("sendMsg", fill(&json!("nonsense")))
        .await
        .is_refused(404, "not found");
    page.call("sendMsg", fill(&json!(null)))
        .await
        .is_refused(400, "formMsgId is missing");
    desk.call(
        "recallMsg",
        json!({ "userId": page.user, "msgId": form["msgId"] }),
    )
    .await
    .data();
    page.call("sendMsg", fill(&form["msgId"]))
        .await
        .is_refused(409, "the message was withdrawn");
    let second = desk
        .show(&page, 10, &json!({ "formFields": fields() }))
        .await
        .data()
        .clone();
    page.call("chatClose", json!({})).await.data();
    let again = page.again().await;
    again
        .call("sendMsg", fill(&second["msgId"]))
        .await
        .is_refused(404, "not found");
}

type Seen = Arc<Mutex<Vec<(String, String, String)>>>;

/// A stub of a tenant's service, on its own port.
pub struct Service {
    pub host: String,
    seen: Seen,
    /// Releases the response of `/later`.
    pub go_on: Arc<Notify>,
}

impl Service {
    pub fn start() -> Self {
        let seen: Seen = Arc::default();
        let go_on = Arc::<Notify>::default();
        let shared = (Arc::clone(&seen), Arc::clone(&go_on));
        let server = HttpServer::new(move || {
            App::new()
                .app_data(web::Data::new(shared.clone()))
                .default_service(web::to(answer))
        })
        .workers(1)
        .disable_signals()
        .bind("127.0.0.1:0")
        .unwrap();
        let host = server.addrs()[0].to_string();
        actix_web::rt::spawn(server.run());
        Self { host, seen, go_on }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.host)
    }

    pub fn seen(&self) -> Vec<(String, String, String)> {
        self.seen.lock().unwrap().clone()
    }
}

async fn answer(
    request: HttpRequest,
    body: Bytes,
    shared: web::Data<(Seen, Arc<Notify>)>,
) -> HttpResponse {
    let (seen, go_on) = shared.get_ref();
    let key = request
        .headers()
        .get("x-key")
        .and_then(|key| key.to_str().ok())
        .unwrap_or_default();
    let what = format!("{} {}", request.method(), request.uri());
    let said = String::from_utf8_lossy(&body).into_owned();
    seen.lock().unwrap().push((what, key.to_owned(), said));
    let chunk = |bytes: usize| Ok::<_, actix_web::Error>(Bytes::from(vec![b'x'; bytes]));
    match request.path() {
        "/ok" => HttpResponse::Ok()
            .insert_header(("set-cookie", "secret=1"))
            .json(json!({ "message": "Got\u{1b} it <b>", "token": "s3cret" })),
        "/later" => {
            go_on.notified().await;
            HttpResponse::Ok().finish()
        }
        "/html" => HttpResponse::Ok()
            .content_type("text/html")
            .body("<script>alert(1)</script>"),
        "/500" => HttpResponse::InternalServerError()
            .content_type("text/plain")
            .body("n".repeat(500)),
        "/away" => HttpResponse::Found()
            .insert_header(("location", "/ok"))
            .finish(),
        "/packed" => HttpResponse::Ok()
            .insert_header(("content-encoding", "gzip"))
            .content_type("text/plain")
            .body(vec![0x1f_u8, 0x8b, 8, 0]),
        "/huge" => HttpResponse::Ok()
            .content_type("text/plain")
            .streaming(stream::repeat_with(move || chunk(65_536))),
        "/slow" => {
            HttpResponse::Ok()
                .content_type("text/plain")
                .streaming(stream::repeat(()).then(move |()| async move {
                    actix_web::rt::time::sleep(Duration::from_secs(1)).await;
                    chunk(1)
                }))
        }
        _ => HttpResponse::NotFound().finish(),
    }
}

async fn relaying(service: &Service) -> TestApp {
    let host = service.host.clone();
    TestApp::with(|settings| settings.relay.private_hosts = vec![host]).await
}

async fn interface(desk: &Desk<'_>, page: &Page<'_>, url: &str) -> Value {
    let form = json!({ "referGuide": "Visit", "fromFields": fields(), "url": url, "method": "POST",
        "headers": { "X-Key": "k1" }, "bodyType": "json" });
    desk.show(page, 11, &form).await.data()["msgId"].clone()
}

fn body(form: &Value) -> Value {
    json!({ "msgId": form, "requestBody": { "Name": "Ann", "Tools": ["pot"] } })
}

/// [FM-04] [MS-07]
#[actix_web::test]
async fn a_form_is_sent_to_its_service_and_is_then_filled_in() {
    let service = Service::start();
    let app = relaying(&service).await;
    let (page, desk) = talk(&app).await;
    let form = interface(&desk, &page, &service.url("/ok")).await;
    let mut whole = body(&form);
    whole["url"] = json!(service.url("/ok"));
    whole["method"] = json!("post");
    whole["headers"] = json!({ "X-Key": "k1", "Content-Type": "application/json" });
    whole["contentType"] = json!("application/json");

    let answer = page.call("fromRequest", whole).await;
    let told = page
        .call("getHistoryMsg", json!({ "pageSize": 1 }))
        .await
        .data()["msgList"][0]
        .clone();

    assert_eq!(
        answer.data(),
        &json!({ "ok": true, "message": "Got it <b>" })
    );
    assert!(!answer.text.contains("s3cret") && answer.header("set-cookie").is_none());
    let seen = service.seen();
    assert_eq!((seen[0].0.as_str(), seen[0].1.as_str()), ("POST /ok", "k1"));
    let said: Value = serde_json::from_str(&seen[0].2).unwrap();
    assert_eq!(said, json!({ "Name": "Ann", "Day": "", "Tools": ["pot"] }));
    assert_eq!(
        (&told["filledFlag"], &told["formFields"][0]["chooseValue"]),
        (&json!(1), &json!("Ann"))
    );
    page.call("fromRequest", body(&form))
        .await
        .is_refused(409, "the form is already filled in");
    assert_eq!(service.seen().len(), 1);
}

#[actix_web::test]
async fn a_form_whose_visitor_disconnects_is_still_sent_once_and_filled_in() {
    let service = Service::start();
    let app = relaying(&service).await;
    let (page, desk) = talk(&app).await;
    let form = interface(&desk, &page, &service.url("/later")).await;
    let visitor = Visitor {
        key: VisitorKey {
            tenant: "shop".into(),
            visitor: page.user.as_str().into(),
        },
        channel: None,
        body: serde_json::from_value(body(&form)).unwrap(),
    };

    let mut call = Box::pin(from_request(app.state.clone(), visitor));
    while service.seen().is_empty() {
        assert!(futures_util::poll!(&mut call).is_pending());
        actix_web::rt::time::sleep(Duration::from_millis(5)).await;
    }
    drop(call);
    page.call("fromRequest", body(&form))
        .await
        .is_refused(409, "the form is being sent");
    service.go_on.notify_one();
    page.until(0, |event| event["event"] == 1206).await;

    page.call("fromRequest", body(&form))
        .await
        .is_refused(409, "the form is already filled in");
    assert_eq!(service.seen().len(), 1);
}

#[actix_web::test]
async fn a_request_that_differs_from_the_forms_own_is_refused() {
    let service = Service::start();
    let app = relaying(&service).await;
    let (page, desk) = talk(&app).await;
    let form = interface(&desk, &page, &service.url("/ok")).await;
    let plain = desk
        .show(&page, 10, &json!({ "formFields": fields() }))
        .await
        .data()["msgId"]
        .clone();
    let with = |field: &str, value: Value| {
        let mut body = body(&form);
        body[field] = value;
        body
    };

    for changed in [
        with("url", json!(service.url("/other"))),
        with("url", json!("https://evil.example/")),
        with("method", json!("PUT")),
        with("headers", json!({ "X-Key": "k1", "Host": "evil" })),
        with("headers", json!({})),
        with("contentType", json!("application/x-www-form-urlencoded")),
        with("requestBody", json!({ "Name": "Ann", "Admin": "1" })),
    ] {
        page.call("fromRequest", changed)
            .await
            .is_refused(403, "form not available");
    }
    let stranger = app.visitor().await;
    stranger
        .call("fromRequest", body(&form))
        .await
        .is_refused(404, "not found");
    page.call("fromRequest", body(&json!("x")))
        .await
        .is_refused(404, "not found");
    page.call("fromRequest", body(&plain))
        .await
        .is_refused(403, "form not available");
    page.call("fromRequest", with("requestBody", json!({})))
        .await
        .is_refused(400, "formFields[0] must be filled in");
    desk.call("recallMsg", json!({ "userId": page.user, "msgId": form }))
        .await
        .data();
    page.call("fromRequest", body(&form))
        .await
        .is_refused(409, "the message was withdrawn");
    assert!(service.seen().is_empty());
}

#[actix_web::test]
async fn a_form_for_a_service_that_is_not_on_the_list_is_refused() {
    let app = TestApp::new().await;
    let (page, desk) = talk(&app).await;

    for url in [
        "https://forms.example.com/x",
        "http://127.0.0.1:9/",
        "https://10.0.0.1/",
        "file:///etc/passwd",
        "https://good@forms.example.com/",
        "https://0x7f.1/",
    ] {
        let form = json!({ "fromFields": fields(), "url": url });
        let refused = desk.show(&page, 11, &form).await;
        refused.is_refused(400, "url is not on the tenant's list of services");
    }
}

#[actix_web::test]
async fn a_visitor_gets_at_most_a_short_text_of_the_services_response() {
    let service = Service::start();
    let app = relaying(&service).await;
    let (page, desk) = talk(&app).await;

    for (path, ok, chars) in [
        ("/html", true, 0),
        ("/500", false, 200),
        ("/away", false, 0),
        ("/packed", true, 0),
        ("/huge", true, 200),
        ("/nowhere", false, 0),
        ("/slow", false, 0),
    ] {
        let form = interface(&desk, &page, &service.url(path)).await;
        let begun = Instant::now();
        let answer = page.call("fromRequest", body(&form)).await.data().clone();

        assert_eq!(answer["ok"], ok, "{path}");
        assert_eq!(
            answer["message"].as_str().unwrap().chars().count(),
            chars,
            "{path}"
        );
        assert!(begun.elapsed() < Duration::from_secs(12), "{path}");
    }
    assert!(!service.seen().iter().any(|(what, ..)| what == "POST /ok"));
    // A form that its service refused may be sent again.
    let form = interface(&desk, &page, &service.url("/500")).await;
    page.call("fromRequest", body(&form)).await.data();
    assert_eq!(
        page.call("fromRequest", body(&form)).await.data()["ok"],
        false
    );
}
