//! docs/readPage: a web page as proposed documents.

use crate::helpers::TestApp;
use actix_web::http::header::LOCATION;
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use serde_json::{Value, json};

/// Serves the pages of a shop on a free port, and returns its host.
fn shop() -> String {
    let server = HttpServer::new(|| App::new().default_service(web::to(answer)))
        .workers(1)
        .disable_signals()
        .bind("127.0.0.1:0")
        .unwrap();
    let host = server.addrs()[0].to_string();
    actix_web::rt::spawn(server.run());
    host
}

async fn answer(request: HttpRequest) -> HttpResponse {
    let html = |body: String| HttpResponse::Ok().content_type("text/html").body(body);
    let moved = |to: &str| {
        HttpResponse::Found()
            .insert_header((LOCATION, to.to_owned()))
            .finish()
    };
    match request.path() {
        "/help" => html(
            "<html lang=en><title>Help</title><main><h2>How long does it take?</h2><p>Two days.<script>x()</script></p>\
             <h2>What does it cost?</h2><p>Five crowns.</p></main></html>"
                .to_owned(),
        ),
        "/old" => moved("/help"),
        "/loop" => moved("/loop"),
        "/inside" => moved("http://127.0.0.1:1/secret"),
        "/empty" => html("<div id=root></div>".to_owned()),
        "/large" => html("a".repeat((2 << 20) + 1)),
        "/deep" => html("<div>".repeat(50_000)),
        "/picture" => HttpResponse::Ok().content_type("image/png").body("x"),
        "/closed" => HttpResponse::Forbidden().finish(),
        _ => HttpResponse::NotFound().finish(),
    }
}

#[actix_web::test]
async fn a_page_becomes_proposed_documents_and_an_audit_record() {
    let host = shop();
    let named = host.clone();
    let app = TestApp::with(|settings| settings.relay.private_hosts = vec![named]).await;
    let admin = app.admin().await;
    let address = format!("http://{host}/old");

    let asked = json!({ "robotNo": "fern", "address": address });
    let read = admin.call("docs/readPage", asked.clone()).await;

    let page = read.data();
    assert_eq!(page["address"], format!("http://{host}/help"));
    assert_eq!(
        (&page["title"], &page["lang"]),
        (&json!("Help"), &json!("en"))
    );
    let list = page["list"].as_array().unwrap();
    let questions: Vec<&Value> = list.iter().map(|one| &one["question"]).collect();
    assert_eq!(questions, ["How long does it take?", "What does it cost?"]);
    assert_eq!(list[0]["answer"], "<p>Two days.</p>");
    let again = admin.call("docs/readPage", asked).await;
    assert_eq!(again.data()["list"], page["list"]);
    let audit = json!({ "thing": "webPage", "action": "read" });
    let audit = admin.call("audit/list", audit).await;
    assert_eq!(audit.data()["list"][0]["id"], address);
    app.stop().await;
}

#[actix_web::test]
async fn each_page_that_cannot_be_read_says_why() {
    let host = shop();
    let named = host.clone();
    let app = TestApp::with(|settings| {
        settings.relay.private_hosts = vec![named];
        settings.rates.relay_per_minute = 100;
    })
    .await;
    let admin = app.admin().await;
    let at = |path: &str| format!("http://{host}{path}");

    for (address, why) in [
        (String::new(), "https://"),
        ("ftp://shop.example/".to_owned(), "https://"),
        ("http://shop.example/".to_owned(), "https://"),
        ("https://10.0.0.1/".to_owned(), "https://"),
        ("http://127.0.0.1:1/".to_owned(), "https://"),
        ("https://a:b@shop.example/".to_owned(), "https://"),
        ("https://localhost/".to_owned(), "private network"),
        (at("/inside"), "https://"),
        (at("/nothing"), "does not exist"),
        (at("/closed"), "needs a sign-in"),
        (at("/loop"), "redirects too often"),
        (at("/picture"), "not a web page"),
        (at("/large"), "2 MB"),
        (at("/deep"), "too large"),
        (at("/empty"), "without text"),
    ] {
        let asked = json!({ "robotNo": "fern", "address": address });
        let refused = admin.call("docs/readPage", asked).await;

        assert_eq!(refused.status, 400, "{address}");
        assert_eq!(refused.body["data"][0]["field"], "address", "{address}");
        let message = refused.body["data"][0]["message"].as_str().unwrap();
        assert!(message.contains(why), "{address}: {message}");
    }
    let theirs = json!({ "robotNo": "nobody", "address": at("/help") });
    let theirs = admin.call("docs/readPage", theirs).await;
    theirs.is_refused(404, "not found");
    app.stop().await;
}
