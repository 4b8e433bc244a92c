//! Document search and quick replies of agents, and robot/ask of administrators.

use crate::helpers::TestApp;
use actors_runtime::ports::{DocumentChange, DocumentKind};
use serde_json::{Value, json};

#[actix_web::test]
async fn an_agent_finds_documents_with_their_answers() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mia = app.agent("mia").await;
    let doc = json!({
        "robotNo": "fern", "docId": "giraffe", "lang": "en", "question": "Do you sell giraffes?",
        "answer": "Only <b>small</b> ones."
    });
    admin.call("docs/put", doc).await.data();

    let found = mia
        .call("searchDocs", json!({ "question": "giraffes?" }))
        .await;

    let first = &found.data()["list"][0];
    assert_eq!(
        (&first["docId"], &first["robotNo"]),
        (&json!("giraffe"), &json!("fern"))
    );
    assert_eq!(first["answer"], "Only <b>small</b> ones.");
    assert!(first["score"].as_f64().unwrap() > 0.3);
    let suggested = |question: &str| json!({ "question": question, "suggest": 1 });
    let answers = mia.call("searchDocs", suggested("giraffes?")).await;
    let answers = answers.data()["list"].as_array().unwrap();
    assert_eq!(answers[0]["docId"], "giraffe");
    assert!(answers.len() <= 3, "{answers:?}");
    let none = mia.call("searchDocs", suggested("qwzx vbnm")).await;
    assert_eq!(none.data()["list"], json!([]));
    let blank = mia.call("searchDocs", json!({ "question": "  " })).await;
    blank.is_refused(400, "question is missing");
    let long = mia
        .call("searchDocs", json!({ "question": "a".repeat(401) }))
        .await;
    let fault = json!({ "field": "question", "message": "is too long", "code": "tooLong", "about": { "max": 400 } });
    assert_eq!((long.status, &long.body["data"][0]), (400, &fault));
    let foreign = mia
        .call(
            "searchDocs",
            json!({ "question": "a", "robotNo": "theirs" }),
        )
        .await;
    foreign.is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn an_administrator_sees_why_the_robot_answers() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let docs = admin.call("docs/list", json!({})).await;
    let english = docs.data()["list"].as_array().unwrap().iter();
    let doc = english.clone().find(|doc| doc["lang"] == "en");
    let doc = doc.unwrap_or_else(|| english.clone().next().unwrap());

    let ask = json!({ "robotNo": "fern", "question": doc["question"], "lang": doc["lang"] });
    let told = admin.call("robot/ask", ask).await;

    assert_eq!(
        (&told.data()["answerType"], &told.data()["docId"]),
        (&json!(1), &doc["docId"])
    );
    let first = &told.data()["considered"][0];
    assert_eq!(
        (&first["why"], &first["score"]),
        (&json!("wordForWord"), &json!(1.0))
    );
    let unknown = json!({ "robotNo": "fern", "question": "xyzzy qwrt" });
    let told = admin.call("robot/ask", unknown).await;
    assert_eq!(told.data()["answerType"], 3);
    let nobody = json!({ "robotNo": "nobody", "question": "a" });
    admin
        .call("robot/ask", nobody)
        .await
        .is_refused(404, "not found");
    app.stop().await;
}

#[actix_web::test]
async fn an_administrator_sees_that_a_flow_comes_before_the_documents() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let flow = json!({
        "flowId": "bye", "robotNo": "fern", "name": "Bye", "triggers": ["How do I return something?"], "start": "end",
        "nodes": [{ "nodeId": "end", "replySource": "END", "answer": "Bye" }]
    });
    admin.call("flows/put", flow).await.data();

    let ask = |question: &str| json!({ "robotNo": "fern", "question": question, "lang": "en" });
    let told = admin
        .call("robot/ask", ask("how do i return something"))
        .await;
    let other = admin.call("robot/ask", ask("returning something")).await;

    assert_eq!(
        (&told.data()["flowId"], &told.data()["docId"]),
        (&json!("bye"), &json!("returns"))
    );
    assert_eq!(other.data()["flowId"], "");
    app.stop().await;
}

#[actix_web::test] // [RB-02]
async fn the_confidence_a_robot_needs_is_a_setting() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let ask = json!({ "robotNo": "fern", "question": "How do I return someting", "lang": "en" });
    let robot = admin.call("robots/get", json!({ "robotNo": "fern" })).await;
    let mut robot = robot.data().clone();
    let usual = admin.call("robot/ask", ask.clone()).await.data().clone();
    assert_eq!(
        (&robot["suggestFrom"], &robot["answerFrom"]),
        (&json!(30), &json!(60))
    );
    assert_eq!(
        (&usual["answerType"], &usual["answerFrom"]),
        (&json!(1), &json!(60))
    );

    robot["answerFrom"] = json!(101);
    let refused = admin.call("robots/put", robot.clone()).await;
    refused.is_refused(400, "some fields are not valid");
    robot["answerFrom"] = json!(100);
    robot["suggestFrom"] = json!(100);
    admin.call("robots/put", robot).await.data();

    let strict = admin.call("robot/ask", ask).await.data().clone();
    assert_eq!(
        (&strict["answerType"], &strict["suggestFrom"]),
        (&json!(3), &json!(100))
    );
    assert_eq!(strict["score"], usual["score"]);
    let exact =
        json!({ "robotNo": "fern", "question": "How do I return something?", "lang": "en" });
    let exact = admin.call("robot/ask", exact).await;
    assert_eq!(exact.data()["answerType"], 1);
    app.stop().await;
}

#[actix_web::test] // [RB-02]
async fn a_robot_answers_from_new_documents_before_it_has_learned_them() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for subject in [
        "giraffe", "penguin", "tortoise", "octopus", "hedgehog", "flamingo",
    ] {
        let similar: Vec<String> = (0..5)
            .map(|at| {
                format!(
                    "{} {subject}",
                    [
                        "May I see the",
                        "Price of a",
                        "Where is the",
                        "Feed a",
                        "Adopt a"
                    ][at]
                )
            })
            .collect();
        let doc = json!({
            "robotNo": "fern", "docId": subject, "lang": "zu", "question": format!("Tell me of the {subject}"),
            "similar": similar, "answer": "Here."
        });
        admin.call("docs/put", doc).await.data();
        let ask = json!({ "robotNo": "fern", "question": format!("the {subject}, where is it?"), "lang": "zu" });
        let told = admin.call("robot/ask", ask).await;
        assert_eq!(told.data()["considered"][0]["docId"], subject);
    }

    let ask = json!({ "robotNo": "fern", "question": "feed my pengiun", "lang": "zu" });
    let told = loop {
        let told = admin.call("robot/ask", ask.clone()).await.data().clone();
        if told["learned"] == true {
            break told;
        }
    };

    assert_eq!(told["considered"][0]["docId"], "penguin");
    app.stop().await;
}

fn titles(list: &Value) -> Vec<(&str, bool)> {
    let list = list["list"].as_array().unwrap().iter();
    list.map(|reply| {
        let title = reply["title"].as_str().unwrap();
        (title, reply["shared"].as_bool().unwrap())
    })
    .collect()
}

#[actix_web::test]
async fn a_quick_reply_is_shared_or_private() {
    let app = TestApp::new().await;
    let (mia, lin) = (app.agent("mia").await, app.agent("lin").await);
    let reply =
        |title: &str, shared: bool| json!({ "title": title, "text": "Hello!", "shared": shared });

    let shared = lin.call("quickReplies/put", reply("Greeting", true)).await;
    let own = mia.call("quickReplies/put", reply("Mine", false)).await;

    assert_eq!(shared.data()["version"], 1);
    let refused = mia.call("quickReplies/put", reply("Mine", true)).await;
    refused.is_refused(403, "for supervisors alone");
    let hers = mia.call("quickReplies/list", json!({})).await;
    assert_eq!(titles(hers.data()), [("Greeting", true), ("Mine", false)]);
    let theirs = lin.call("quickReplies/list", json!({})).await;
    assert_eq!(titles(theirs.data()), [("Greeting", true)]);
    let found = mia
        .call("quickReplies/list", json!({ "search": "mine" }))
        .await;
    assert_eq!(titles(found.data()), [("Mine", false)]);

    // Another agent's private reply is unknown, and an agent may not delete a shared one.
    let name = json!({ "id": own.data()["id"] });
    let foreign = lin.call("quickReplies/delete", name.clone()).await;
    foreign.is_refused(404, "not found");
    let everybodys = json!({ "id": shared.data()["id"], "shared": true });
    let refused = mia.call("quickReplies/delete", everybodys.clone()).await;
    refused.is_refused(403, "for supervisors alone");
    mia.call("quickReplies/delete", name).await.data();
    lin.call("quickReplies/delete", everybodys).await.data();
    let long = mia
        .call("quickReplies/list", json!({ "search": "问".repeat(400) }))
        .await;
    assert_eq!(long.data()["list"], json!([]), "400 characters are allowed");
    mia.call("quickReplies/list", json!({ "search": "问".repeat(401) }))
        .await
        .is_refused(400, "search is too long");
    let none = mia.call("quickReplies/list", json!({})).await;
    assert_eq!(none.data()["list"], json!([]));
    app.stop().await;
}

#[actix_web::test]
async fn changing_a_quick_reply_needs_its_newest_version() {
    let app = TestApp::new().await;
    let mia = app.agent("mia").await;
    let reply =
        json!({ "title": { "en": "Hi", "zh": "你好" }, "text": "Hello!", "folder": "Greetings" });
    let put = mia.call("quickReplies/put", reply).await;

    let mut changed = put.data().clone();
    changed["text"] = json!("Good day!");
    let second = mia.call("quickReplies/put", changed.clone()).await;
    let late = mia.call("quickReplies/put", changed).await;

    assert_eq!(second.data()["version"], 2);
    late.is_refused(409, "version is not the newest");
    let blank = mia
        .call("quickReplies/put", json!({ "title": "", "text": " " }))
        .await;
    blank.is_refused(400, "some fields are not valid");
    app.stop().await;
}

/// Fault case 'expensive export while chats run', 'export 1e6 rows'.
#[actix_web::test]
async fn a_slow_reader_of_a_large_export_does_not_block_chats() {
    use std::io::{Read as _, Write as _};
    const DOCS: usize = 12_000;
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let page = app.visitor().await;
    let document = |number: usize| {
        let doc = json!({
            "docId": format!("d{number:05}"), "robotNo": "fern", "lang": "en",
            "question": format!("Question {number}?"), "similar": [], "answer": "x".repeat(2_000)
        });
        let key = format!("shop/fern/d{number:05}/en");
        DocumentChange::put(DocumentKind::Knowledge, key, doc.to_string().into_bytes())
    };
    let documents: Vec<_> = (0..DOCS).map(document).collect();
    let store = app.state.office.store();
    store.change_documents(&documents).unwrap();
    let body = r#"{"robotNo":"fern"}"#;
    let request = format!(
        "POST /api/admin/docs/export HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {}\r\n\
         content-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        admin.token,
        body.len()
    );

    // The client reads the beginning and then pauses.
    let address = app.url.trim_start_matches("http://").to_owned();
    let begun = actix_web::web::block(move || {
        let mut connection = std::net::TcpStream::connect(address).unwrap();
        connection.write_all(request.as_bytes()).unwrap();
        let mut beginning = vec![0; 1_000];
        connection.read_exact(&mut beginning).unwrap();
        (connection, beginning)
    });
    let (mut connection, beginning) = begun.await.unwrap();
    for number in 0..20 {
        page.send(&number.to_string(), "hello").await.data();
    }
    let rest = actix_web::web::block(move || {
        let mut rest = Vec::new();
        connection.read_to_end(&mut rest).unwrap();
        rest
    });
    let text = [beginning, rest.await.unwrap()].concat();
    let text = String::from_utf8(text).unwrap();

    assert!(text.starts_with("HTTP/1.1 200"));
    assert_eq!(text.matches("\"docId\":\"d").count(), DOCS);
    let numbers = app.numbers().await;
    let told = "frontdesk_export_alarms_total{why=\"volume\"}";
    assert!(numbers.contains(told), "{numbers}");
    app.stop().await;
}

#[actix_web::test]
async fn documents_are_listed_by_language_and_by_name() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    for (doc, lang) in [
        ("gift", "en"),
        ("gift", "zh"),
        ("gift", ""),
        ("gift-card", "en"),
    ] {
        let doc = json!({
            "robotNo": "fern", "docId": doc, "lang": lang, "question": "Presents?", "answer": "Yes."
        });
        admin.call("docs/put", doc).await.data();
    }
    let names = async |query: Value| -> Vec<String> {
        let listed = admin.call("docs/list", query).await;
        let list = listed.data()["list"].as_array().unwrap().clone();
        let name = |doc: &Value| format!("{} {}", doc["docId"], doc["lang"]).replace('"', "");
        list.iter().map(name).collect()
    };

    let gift = names(json!({ "robotNo": "fern", "docId": "gift" })).await;
    let any = names(json!({ "robotNo": "fern", "lang": "default" })).await;
    let english = names(json!({ "robotNo": "fern", "lang": "en", "search": "presents" })).await;

    assert_eq!(gift, ["gift ", "gift en", "gift zh"]);
    assert_eq!(any, ["gift "]);
    assert!(english.contains(&"gift-card en".to_owned()));
    assert!(english.iter().all(|name| name.ends_with(" en")));
    let wrong = json!({ "robotNo": "fern", "docId": "a/b" });
    let wrong = admin.call("docs/list", wrong).await;
    wrong.is_refused(400, "docId is not valid");
    app.stop().await;
}
