//! The documents, and what watches over the server.

use crate::helpers::{Answer, TestApp};

fn framing(answer: &Answer) -> &str {
    let policy = answer.header("content-security-policy").unwrap();
    policy.split("frame-ancestors ").nth(1).unwrap()
}

#[actix_web::test]
async fn a_visitors_document_is_framed_by_those_its_channel_allows() {
    let app = TestApp::new().await;

    let anybody = app.get("/chat_online/index?channelId=web", &[]).await;
    let listed = app
        .get("/chat_online/index?channelId=vouched&from=iframe", &[])
        .await;
    let nobody = app
        .get("/chat_online/index?channelId=%22%3E%3Cscript%3E", &[])
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

#[actix_web::test]
async fn the_root_leads_to_the_desk_where_there_is_no_demo() {
    let app = TestApp::new().await;

    let root = app.get("/", &[]).await;

    assert_eq!(
        (root.status, root.header("location")),
        (302, Some("/desk/"))
    );
}

#[actix_web::test]
async fn the_server_says_how_it_is() {
    let app = TestApp::new().await;
    let _page = app.visitor().await;

    assert_eq!(app.get("/healthz", &[]).await.status, 200);
    assert_eq!(app.get("/readyz", &[]).await.status, 200);
    let numbers = app.get("/metrics", &[]).await;
    assert!(numbers.text.contains("frontdesk_held_polls"));
    let openapi = app.get("/api/openapi.json", &[]).await;
    assert_eq!(openapi.body["openapi"], "3.1.0");
    assert!(openapi.body["paths"]["/api/chat/visitor/sendMsg"]["post"].is_object());
    let docs = app.get("/api/docs/", &[]).await;
    assert!(docs.text.contains("swagger-ui"));
    assert!(
        docs.header("content-security-policy")
            .unwrap()
            .contains("frame-ancestors 'none'")
    );
}
