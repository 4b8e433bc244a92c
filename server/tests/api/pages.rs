//! HTML documents, health checks and metrics.

use crate::helpers::{Answer, TestApp};
use serde_json::json;

fn framing(answer: &Answer) -> &str {
    let policy = answer.header("content-security-policy").unwrap();
    policy.split("frame-ancestors ").nth(1).unwrap()
}

#[actix_web::test]
async fn only_origins_that_the_channel_allows_may_frame_its_document() {
    let app = TestApp::new().await;

    let anybody = app.get("/chat_online/index?channelId=web", &[]).await;
    let listed = app
        .get("/chat_online/index?channelId=vouched&from=iframe", &[])
        .await;
    let unknown = app
        .get("/chat_online/index?channelId=%22%3E%3Cscript%3E", &[])
        .await;
    let nobody = app
        .get("/chat_online/workorder?channelId=unknown&woId=1", &[])
        .await;
    let none = app.get("/chat_online/404", &[]).await;
    let desk = app.get("/desk/", &[]).await;

    let twice = app
        .get(
            "/chat_online/index?channelId=vouched&channelId=web&x=%ff",
            &[],
        )
        .await;

    assert_eq!(framing(&anybody), "*");
    assert_eq!(framing(&twice), "'self' https://shop.example");
    assert_eq!(framing(&listed), "'self' https://shop.example");
    // The surrounding page must learn that the channel does not exist.
    assert_eq!(framing(&unknown), "*");
    assert_eq!(framing(&nobody), "'none'");
    assert_eq!(framing(&none), "'self'");
    assert_eq!(framing(&desk), "'none'");
    for page in [&anybody, &desk] {
        assert_eq!(page.status, 200);
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"));
        assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
        assert!(page.header("set-cookie").is_none());
    }
    assert!(!nobody.text.contains("<script>"));
}

/// [ID-02]
#[actix_web::test]
async fn every_route_under_the_base_path_serves_the_app() {
    let app = TestApp::new().await;
    let app_of = |page: &Answer| {
        let script = page.text.split("type=\"module\"").nth(1).unwrap();
        script.split('>').next().unwrap().to_owned()
    };
    let chat = app.get("/chat_online/index?channelId=web", &[]).await;

    for route in [
        "",
        "/",
        "/leaveMsg?channelId=web",
        "/leaveMessage?channelId=web&from=iframe",
        "/question?docId=shipping",
        "/workorder?woId=1",
        "/formData?templateId=visit",
        "/404",
        "/no/such/page",
    ] {
        let page = app.get(&format!("/chat_online{route}"), &[]).await;

        assert_eq!(page.status, 200, "{route}");
        let kind = page.header("content-type").unwrap();
        assert!(kind.starts_with("text/html"), "{route}");
        assert_eq!(app_of(&page), app_of(&chat), "{route}");
    }
    let beside = app.get("/chat_onlines/index", &[]).await;
    assert_eq!(beside.status, 404);
}

#[actix_web::test]
async fn without_a_demo_the_root_redirects_to_the_desk() {
    let app = TestApp::new().await;

    let root = app.get("/", &[]).await;

    assert_eq!(
        (root.status, root.header("location")),
        (302, Some("/desk/"))
    );
}

#[actix_web::test]
async fn health_metrics_and_api_documentation_are_served() {
    let app = TestApp::new().await;
    let _page = app.visitor().await;

    assert_eq!(app.get("/healthz", &[]).await.status, 200);
    assert_eq!(app.get("/readyz", &[]).await.status, 200);
    assert!(app.numbers().await.contains("frontdesk_held_polls"));
    let openapi = app.get("/api/openapi.json", &[]).await;
    assert_eq!(openapi.body["openapi"], "3.1.0");
    assert!(openapi.body["paths"]["/api/chat/visitor/sendMsg"]["post"].is_object());
    let schemas = &openapi.body["components"]["schemas"];
    let listed = &schemas["PageOfChannel"]["properties"]["list"]["items"]["allOf"];
    assert_eq!(listed[0]["$ref"], "#/components/schemas/KeptChannel");
    assert_eq!(listed[1]["properties"]["hasDraft"]["type"], "boolean");
    let docs = app.get("/api/docs/", &[]).await;
    assert!(docs.text.contains("swagger-ui"));
    assert!(
        docs.header("content-security-policy")
            .unwrap()
            .contains("frame-ancestors 'none'")
    );
}

/// The JSON that the document embeds for the page.
fn first(answer: &Answer) -> serde_json::Value {
    let from = answer.text.split("id=\"first\">").nth(1).unwrap();
    serde_json::from_str(from.split("</script>").next().unwrap()).unwrap()
}

// [ID-05]
#[actix_web::test]
async fn the_chat_document_embeds_its_channel_and_the_texts_in_the_visitors_language() {
    let app = TestApp::new().await;
    let german = [("accept-language", "de-AT,de;q=0.9,en;q=0.8")];

    let browser = app.get("/chat_online/index?channelId=web", &german).await;
    let query = app
        .get("/chat_online/index?channelId=web&locale=zh-HK", &german)
        .await;
    let neither = app
        .get("/chat_online/index?channelId=web&locale=../../x", &[])
        .await;
    let other_page = app
        .get("/chat_online/leaveMsg?channelId=web", &german)
        .await;
    let nobody = app.get("/chat_online/index?channelId=none", &german).await;

    let brought = first(&browser);
    assert_eq!(brought["locale"], "de");
    assert_eq!(brought["answer"]["code"], 200);
    assert_eq!(brought["answer"]["data"]["channelId"], "web");
    assert_eq!(brought["words"]["chat"]["composer_send"], "Senden");
    assert!(browser.text.contains("<html lang=\"de\" dir=\"ltr\">"));
    assert!(
        browser
            .text
            .contains("placeholder=\"Stellen Sie eine Frage")
    );
    assert_eq!(first(&query)["locale"], "tw");
    assert!(query.text.contains("<html lang=\"zh-TW\" dir=\"ltr\">"));
    assert_eq!(first(&neither)["locale"], "zh");
    for answer in [&browser, &query, &neither] {
        assert_eq!(framing(answer), "*");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(
            answer.header("vary"),
            Some("Accept-Encoding, Accept-Language")
        );
    }
    for answer in [&other_page, &nobody] {
        assert_eq!(answer.status, 200);
        assert!(!answer.text.contains("id=\"first\""));
        assert!(!answer.text.contains("<textarea"));
    }
}

#[actix_web::test]
async fn an_unchanged_chat_document_gets_304_and_has_the_same_etag_when_compressed() {
    let app = TestApp::new().await;
    let path = "/chat_online/index?channelId=web&locale=en";
    let first = app.get(path, &[]).await;
    let etag = first.header("etag").unwrap().to_owned();

    let again = app.get(path, &[("if-none-match", &etag)]).await;
    let small = app.get(path, &[("accept-encoding", "gzip")]).await;

    assert_eq!(first.header("cache-control"), Some("no-cache"));
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    assert_eq!(framing(&again), "*");
    assert_eq!(small.header("content-encoding"), Some("gzip"));
    assert_eq!(small.header("etag"), Some(etag.as_str()));
}

#[actix_web::test]
async fn pictures_load_only_from_the_server_and_the_tenants_picture_hosts() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["pictureHosts"] = json!(["pictures.shop.example", "x; script-src *"]);
    let refused = admin.call("tenant/put", tenant.clone()).await;
    tenant["pictureHosts"] = json!(["Pictures.Shop.example"]);
    admin.call("tenant/put", tenant).await.data();

    let pictures = async |path: &str| {
        let answer = app.get(path, &[]).await;
        let policy = answer.header("content-security-policy").unwrap().to_owned();
        let pictures = policy.split("img-src ").nth(1).unwrap();
        pictures.split(';').next().unwrap().to_owned()
    };
    let info = app.visitor().await;
    let info = info.call("channelInfo", json!({ "id": "web" })).await;

    assert_eq!(refused.status, 400);
    assert!(refused.text.contains("pictureHosts[1]"), "{}", refused.text);
    let listed = "'self' data: blob: https://pictures.shop.example";
    let own = "'self' data: blob:";
    for (path, expected) in [
        ("/chat_online/index?channelId=web", listed),
        ("/chat_online/question?channelId=web&docId=1", listed),
        ("/chat_online/formData?tenantId=shop&templateId=1", listed),
        ("/chat_online/index?channelId=brisk", own),
        ("/chat_online/workorder?woId=1", own),
        ("/desk/", listed),
    ] {
        assert_eq!(pictures(path).await, expected, "{path}");
    }
    assert_eq!(
        info.data()["pictureHosts"],
        json!(["pictures.shop.example"])
    );
}

#[actix_web::test]
async fn the_preview_may_send_no_request() {
    let app = TestApp::new().await;
    let connections = async |path: &str| {
        let answer = app.get(path, &[]).await;
        let policy = answer.header("content-security-policy").unwrap().to_owned();
        let allowed = policy.split("connect-src ").nth(1).unwrap();
        allowed.split(';').next().unwrap().to_owned()
    };

    assert_eq!(connections("/chat_online/preview").await, "'none'");
    let of_shop = connections("/chat_online/preview?tenantId=shop").await;
    assert_eq!(of_shop, "'none'");
    assert_eq!(connections("/chat_online/index").await, "'self'");
}

#[actix_web::test]
async fn metrics_are_served_only_at_the_operator_address() {
    let app = TestApp::new().await;

    let public = app.get("/metrics", &[]).await;
    let unknown = app.get("/no-such-path", &[]).await;

    public.is_refused(404, "not found");
    assert_eq!(public.body["message"], unknown.body["message"]);
    assert!(app.numbers().await.contains("frontdesk_sessions"));
}

#[actix_web::test]
async fn operators_have_their_page_and_calls_at_their_own_address_alone() {
    let app = TestApp::new().await;
    let _olga = app.operator("olga").await;
    let operator = app.operator.clone().unwrap();
    let status = async |base: &str, path: &str| {
        let answer = app.client.get(format!("{base}{path}")).send().await;
        answer.unwrap().status().as_u16()
    };
    let post = async |base: &str, path: &str| {
        let body = json!({ "account": "olga", "password": "three frogs in a pot" });
        let sent = app.client.post(format!("{base}{path}")).json(&body);
        sent.send().await.unwrap().status().as_u16()
    };

    assert_eq!(status(&operator, "/desk/operator").await, 200);
    assert_eq!(post(&operator, "/api/operator/login").await, 200);
    assert_eq!(status(&app.url, "/desk/operator").await, 404);
    assert_eq!(post(&app.url, "/api/operator/login").await, 404);
    assert_eq!(post(&app.url, "/api/operator/none").await, 404);
    for path in [
        "/desk/",
        "/desk/admin/",
        "/setup",
        "/api/openapi.json",
        "/demo/",
    ] {
        assert_eq!(status(&operator, path).await, 404, "{path}");
    }
    assert_eq!(post(&operator, "/api/agent/login").await, 404);
    assert_eq!(post(&operator, "/metrics").await, 405);
    let root = app.client.get(&operator).send().await.unwrap();
    assert_eq!(root.headers()["location"], "/desk/operator");
    let page = app.client.get(format!("{operator}/desk/operator"));
    let page = page.send().await.unwrap().text().await.unwrap();
    let script = page.split("src=\"/").nth(1).unwrap();
    let script = format!("/{}", script.split('"').next().unwrap());
    assert_eq!(status(&operator, &script).await, 200, "{script}");
}

#[actix_web::test]
async fn an_operator_address_in_use_does_not_stop_the_server() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();

    let app = TestApp::with(|settings| settings.operator_listen = address).await;

    assert_eq!(app.operator, None);
    assert_eq!(app.get("/readyz", &[]).await.status, 200);
}
