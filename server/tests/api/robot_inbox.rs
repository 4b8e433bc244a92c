//! The inbox of questions that the robot did not answer or did not answer well.

use crate::helpers::{Admin, TestApp};
use actors_core::ids::{RobotNo, TenantId};
use actors_core::time::Span;
use serde_json::{Value, json};
use server::inbox::{Reason, Unanswered};
use server::retention::remove_questions;

/// Waits until the inbox holds this many questions. They are stored after the answer is sent.
async fn inbox(admin: &Admin<'_>, questions: usize) -> Vec<Value> {
    loop {
        let answer = admin
            .call("robot/inbox", json!({ "robotNo": "fern" }))
            .await;
        let list = answer.data()["list"].as_array().unwrap().clone();
        let ids = |group: &Value| group["ids"].as_array().unwrap().len();
        if list.iter().map(ids).sum::<usize>() >= questions {
            return list;
        }
        actix_web::rt::task::yield_now().await;
    }
}

#[actix_web::test]
async fn unanswered_questions_are_grouped_and_become_similar_questions() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let page = app.visitor().await;
    for question in ["Zebra giraffes?", "zebra giraffe", "quux plugh"] {
        let answer = page.call("robotAsk", json!({ "question": question })).await;
        assert_eq!(answer.data()["answerType"], 3, "{question}");
    }

    let groups = inbox(&admin, 3).await;

    assert_eq!(groups.len(), 2, "{groups:?}");
    assert_eq!(groups[0]["question"], "quux plugh");
    assert_eq!(
        (
            &groups[1]["questions"],
            &groups[1]["unknown"],
            &groups[1]["langs"]
        ),
        (
            &json!(["zebra giraffe", "Zebra giraffes?"]),
            &json!(2),
            &json!(["en"])
        )
    );
    let resolve = |action: &str, group: &Value| json!({ "robotNo": "fern", "ids": group["ids"], "action": action, "docId": "returns", "lang": "en" });
    let put = admin
        .call("robot/resolve", resolve("similar", &groups[1]))
        .await;
    assert_eq!(
        put.data()["similar"],
        json!(["zebra giraffe", "Zebra giraffes?"])
    );
    admin
        .call("robot/resolve", resolve("dismiss", &groups[0]))
        .await
        .data();
    admin
        .call("robot/resolve", resolve("dismiss", &groups[0]))
        .await
        .is_refused(404, "not found");

    assert!(inbox(&admin, 0).await.is_empty());
    let answer = page
        .call("robotAsk", json!({ "question": "ZEBRA giraffe" }))
        .await;
    assert_eq!(answer.data()["docId"], "returns");
    let audit = admin
        .call("audit/list", json!({ "thing": "robotInbox" }))
        .await;
    assert_eq!(audit.data()["list"].as_array().unwrap().len(), 2);
    app.stop().await;
}

#[actix_web::test]
async fn an_answer_that_did_not_help_is_in_the_inbox_until_its_visitor_is_erased() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let page = app
        .page(json!({ "channelId": "talk", "locale": "en" }))
        .await;
    let ask = json!({ "question": "How fast do you ship?" });
    let answer = page.call("robotAsk", ask).await.data().clone();
    let comment = json!({ "docId": "shipping", "isUseful": 0, "msgId": answer["msgId"] });
    page.call("commentDoc", comment).await.data();

    let groups = inbox(&admin, 1).await;
    assert_eq!(
        (&groups[0]["disliked"], &groups[0]["docIds"]),
        (&json!(1), &json!(["shipping"]))
    );
    let erase = json!({ "userId": page.user, "password": "a-long-password" });
    admin.call("visitor/erase", erase).await.data();

    assert!(inbox(&admin, 0).await.is_empty());
    app.stop().await;
}

#[actix_web::test]
async fn questions_older_than_the_retention_time_are_removed() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["retentionDays"] = json!(2);
    admin.call("tenant/put", tenant).await.data();
    let page = app.visitor().await;
    let ask = |question| page.call("robotAsk", json!({ "question": question }));
    ask("quux plugh").await.data();
    inbox(&admin, 1).await;
    app.clock.advance(Span::from_minutes(24 * 60));
    ask("zebra xyzzy").await.data();
    inbox(&admin, 2).await;
    let shop = TenantId::from("shop");
    assert_eq!(
        remove_questions(&app.state, &shop, app.state.now())
            .await
            .unwrap(),
        0
    );
    app.clock.advance(Span::from_minutes(25 * 60));

    assert_eq!(
        remove_questions(&app.state, &shop, app.state.now())
            .await
            .unwrap(),
        1
    );

    let left = inbox(&admin, 1).await;
    assert_eq!(left[0]["question"], "zebra xyzzy");
    app.stop().await;
}

#[actix_web::test]
async fn a_group_becomes_a_new_document_and_an_invalid_one_changes_nothing() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let page = app.visitor().await;
    page.call("robotAsk", json!({ "question": "quux plugh" }))
        .await
        .data();
    let groups = inbox(&admin, 1).await;
    let mut new = json!({
        "robotNo": "fern", "ids": groups[0]["ids"], "action": "document", "docId": "quux", "lang": "en", "answer": ""
    });

    let wrong = admin.call("robot/resolve", new.clone()).await;
    wrong.is_refused(400, "some fields are not valid");
    assert_eq!(inbox(&admin, 1).await.len(), 1);
    new["answer"] = json!("It is <b>plugh</b>.<script>x</script>");
    admin.call("robot/resolve", new.clone()).await.data();

    let answer = page
        .call("robotAsk", json!({ "question": "Quux plugh?" }))
        .await;
    assert_eq!(answer.data()["answer"], "It is <b>plugh</b>.");
    new["action"] = json!("explode");
    admin
        .call("robot/resolve", new)
        .await
        .is_refused(404, "not found");
    admin
        .call("robot/inbox", json!({ "robotNo": "nobody" }))
        .await
        .is_refused(404, "not found");
    app.stop().await;
}

/// Words that no other number shares.
fn unlike(number: i64) -> String {
    let hash = blake3::hash(&number.to_be_bytes());
    let letters = hash.as_bytes().iter().take(12);
    letters.map(|byte| char::from(b'a' + byte % 26)).collect()
}

#[actix_web::test]
async fn two_hundred_and_fifty_groups_are_read_page_by_page() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let (shop, fern) = (TenantId::from("shop"), RobotNo::from("fern"));
    for number in 0..250 {
        let asked = Unanswered {
            question: unlike(number),
            lang: "en".into(),
            reason: Reason::Unknown,
            doc_id: String::new(),
            user_id: "u".into(),
            msg_id: number.to_string(),
            // Some are asked in the same millisecond.
            time: number / 3,
        };
        app.state.inbox.add(&shop, &fern, &asked).unwrap();
    }
    let page = async |cursor: &str, limit: usize| {
        let body = json!({ "robotNo": "fern", "cursor": cursor, "limit": limit });
        admin.call("robot/inbox", body).await.data().clone()
    };
    let named = |page: &Value| -> Vec<String> {
        let groups = page["list"].as_array().unwrap().iter();
        groups
            .map(|group| group["question"].as_str().unwrap().to_owned())
            .collect()
    };

    let first = page("", 100).await;
    assert_eq!((named(&first).len(), &first["total"]), (100, &json!(250)));
    // A group of the first page is resolved before the second page is read.
    let gone = json!({ "robotNo": "fern", "ids": first["list"][99]["ids"], "action": "dismiss" });
    admin.call("robot/resolve", gone).await.data();
    let mut all = named(&first);
    let mut cursor = first["cursor"].clone();
    let mut pages = 1;
    while cursor != "" {
        let next = page(cursor.as_str().unwrap(), 60).await;
        assert_eq!(next["total"], 249);
        all.extend(named(&next));
        cursor = next["cursor"].clone();
        pages += 1;
    }

    all.sort();
    all.dedup();
    assert_eq!((all.len(), pages), (250, 4));
    let odd = json!({ "robotNo": "fern", "cursor": "now" });
    let refused = admin.call("robot/inbox", odd).await;
    refused.is_refused(400, "cursor is not valid");
    app.stop().await;
}
