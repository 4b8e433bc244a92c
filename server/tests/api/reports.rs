//! Reports count exactly what happened (Protocol, 'Reports').

use crate::helpers::{Desk, Page, TestApp};
use crate::keys::Key;
use actors_core::time::Span;
use chrono::{DateTime, Days, NaiveDate};
use serde_json::{Value, json};
use std::sync::Arc;

fn today(app: &TestApp) -> NaiveDate {
    let now = app.state.now().as_millis();
    DateTime::from_timestamp_millis(now).unwrap().date_naive()
}

/// Yesterday to tomorrow, so that no test fails at midnight.
fn days(app: &TestApp) -> Value {
    let today = today(app);
    json!({
        "from": (today - Days::new(1)).to_string(),
        "to": (today + Days::new(1)).to_string(),
    })
}

fn with(mut body: Value, more: Value) -> Value {
    let more = more.as_object().unwrap().clone();
    body.as_object_mut().unwrap().extend(more);
    body
}

async fn report(desk: &Desk<'_>, app: &TestApp, more: Value) -> Value {
    let asked = desk.call("reports/get", with(days(app), more));
    asked.await.data().clone()
}

async fn asking<'a>(app: &'a TestApp, group: &str) -> Page<'a> {
    let page = app.page(json!({ "channelId": "groups", "userName": "Ann" }));
    let page = page.await;
    let asked = page.call("transferAgent", json!({ "groupId": group }));
    asked.await.data();
    page
}

/// Mia serves a visitor, who waited 20 s and got an answer after 5 s.
async fn served(app: &TestApp) -> (Page<'_>, Desk<'_>) {
    let mia = app.agent_online("mia", 3).await;
    let busy = json!({ "status": "busy" });
    mia.call("setStatus", busy).await.data();
    let page = asking(app, "sales").await;
    app.clock.advance(Span::from_secs(20));
    let user = json!({ "userId": page.user });
    mia.call("take", user.clone()).await.data();
    page.send("1", "hello").await.data();
    app.clock.advance(Span::from_secs(5));
    mia.say(&page, "a", "hello").await.data();
    mia.call("closeConversation", user).await.data();
    (page, mia)
}

#[actix_web::test]
async fn a_report_counts_exactly_what_happened_also_after_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let (page, mia) = served(&app).await;
    let left = asking(&app, "support").await;
    left.call("chatClose", json!({})).await.data();
    let lin = app.agent("lin").await;

    let by_group = report(&lin, &app, json!({ "by": "group", "compare": 1 })).await;
    let total = &by_group["total"];
    assert_eq!(
        (&total["sessions"], &total["asked"], &total["answered"]),
        (&json!(2), &json!(2), &json!(1))
    );
    // Nobody was there for the other visitor.
    for times in ["waiting", "firstAnswer", "resolution"] {
        assert_eq!(total[times]["count"], 1, "{times}");
    }
    assert_eq!(total["missed"], 1);
    assert_eq!(by_group["before"]["sessions"], 0);
    let rows = by_group["rows"].as_array().unwrap();
    let sales = rows.iter().find(|row| row["key"] == "sales").unwrap();
    assert_eq!(sales["name"], "Sales");
    let waited = sales["waiting"]["mean"].as_u64().unwrap();
    assert!((20_000..25_000).contains(&waited), "{waited}");
    let answered = sales["firstAnswer"]["mean"].as_u64().unwrap();
    assert!((25_000..30_000).contains(&answered), "{answered}");

    // A tag after the end replaces the record.
    let tag = json!({ "name": "Refund", "colour": "red" });
    lin.call("tags/create", tag).await.data();
    let change = json!({ "userId": page.user, "add": ["refund"] });
    mia.call("changeTags", change).await.data();
    let by_tag = report(&lin, &app, json!({ "by": "tag" })).await;
    assert_eq!(by_tag["total"]["sessions"], 2);
    assert_eq!(by_tag["rows"][0]["key"], "refund");
    assert_eq!(by_tag["rows"][0]["sessions"], 1);
    let token = lin.token.clone();
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let lin = Desk::with(&app, token);
    let by_agent = report(&lin, &app, json!({ "by": "agent" })).await;
    assert_eq!(by_agent["total"]["sessions"], 2);
    let rows = by_agent["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (&rows[0]["key"], &rows[0]["name"]),
        (&json!("mia"), &json!("Mia"))
    );
    app.stop().await;
}

#[actix_web::test]
async fn sums_of_a_day_that_is_over_follow_a_late_record() {
    let app = TestApp::new().await;
    let (page, mia) = served(&app).await;
    let lin = app.agent("lin").await;
    let day = today(&app);
    let body = json!({
        "from": (day - Days::new(1)).to_string(), "to": (day + Days::new(1)).to_string(), "by": "tag",
    });
    app.clock.advance(Span::from_minutes(5 * 24 * 60));
    let lin = Desk::with(&app, lin.token.clone());

    let before = lin.call("reports/get", body.clone()).await;
    assert_eq!(before.data()["total"]["sessions"], 1);
    assert_eq!(before.data()["rows"], json!([]));
    let tag = json!({ "name": "Late", "colour": "red" });
    lin.call("tags/create", tag).await.data();
    let change = json!({ "userId": page.user, "add": ["late"] });
    mia.call("changeTags", change).await.data();

    let after = lin.call("reports/get", body).await;
    assert_eq!(after.data()["total"]["sessions"], 1);
    assert_eq!(after.data()["rows"][0]["key"], "late");
}

#[actix_web::test]
async fn the_sessions_behind_a_number_are_listed_and_exported() {
    let app = TestApp::new().await;
    let (page, _) = served(&app).await;
    let left = asking(&app, "support").await;
    left.call("chatClose", json!({})).await.data();
    let lin = app.agent("lin").await;

    let all = lin.call("reports/sessions", days(&app)).await;
    let all = all.data();
    assert_eq!(all["list"].as_array().unwrap().len(), 2);
    assert_eq!(all["cursor"], "");
    let of_mia = with(days(&app), json!({ "adminId": "mia" }));
    let of_mia = lin.call("reports/sessions", of_mia).await;
    let listed = &of_mia.data()["list"][0];
    assert_eq!(
        (&listed["userId"], &listed["adminIds"]),
        (&json!(page.user), &json!(["mia"]))
    );
    let missed = with(days(&app), json!({ "missed": 1 }));
    let missed = lin.call("reports/sessions", missed).await;
    let list = missed.data()["list"].as_array().unwrap();
    assert_eq!(list.len(), 1);
    assert_eq!(list[0]["groupId"], "support");

    let csv = with(days(&app), json!({ "what": "sessions" }));
    let csv = lin.call("reports/export", csv).await;
    assert_eq!(csv.status, 200);
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    let lines: Vec<&str> = csv.text.lines().collect();
    assert!(
        lines[0].starts_with("\u{feff}userId,session,"),
        "{}",
        lines[0]
    );
    assert_eq!(lines.len(), 3);
    assert!(csv.text.contains(&page.user));
    let xlsx = with(days(&app), json!({ "by": "day", "format": "xlsx" }));
    let xlsx = lin.call("reports/export", xlsx).await;
    assert_eq!(xlsx.status, 200);
    assert!(xlsx.text.starts_with("PK"));
    let admin = app.admin().await;
    let audit = admin
        .call("audit/list", json!({ "thing": "reports" }))
        .await;
    assert_eq!(audit.data()["list"].as_array().unwrap().len(), 2);
    assert_eq!(audit.data()["list"][0]["action"], "export");
}

#[actix_web::test]
async fn an_erased_visitor_has_no_name_in_reports_and_still_counts() {
    let app = TestApp::new().await;
    let (page, _) = served(&app).await;
    let lin = app.agent("lin").await;
    let admin = app.admin().await;

    let erase = json!({ "userId": page.user, "password": "a-long-password" });
    let erased = admin.call("visitor/erase", erase).await;

    if erased.status == 200 {
        let listed = lin.call("reports/sessions", days(&app)).await;
        assert!(!listed.text.contains(&page.user));
        assert_eq!(listed.data()["list"][0]["userId"], "");
        let total = report(&lin, &app, json!({ "by": "day" })).await;
        assert_eq!(total["total"]["sessions"], 1);
    } else {
        panic!("{}", erased.text);
    }
}

#[actix_web::test]
async fn every_wrong_field_of_a_question_is_named_and_agents_ask_none() {
    let app = TestApp::new().await;
    let lin = app.agent("lin").await;
    let mia = app.agent("mia").await;
    for (body, field) in [
        (
            json!({ "from": "yesterday", "to": "2026-11-02", "by": "day" }),
            "from",
        ),
        (
            json!({ "from": "2026-11-03", "to": "2026-11-02", "by": "day" }),
            "to",
        ),
        (
            json!({ "from": "2025-01-01", "to": "2026-11-02", "by": "day" }),
            "to",
        ),
        (
            json!({ "from": "2026-11-01", "to": "2026-11-02", "by": "year" }),
            "by",
        ),
        (
            json!({ "from": "2026-11-01", "to": "2026-11-02", "by": "tag", "channelId": "web" }),
            "channelId",
        ),
    ] {
        let refused = lin.call("reports/get", body).await;
        assert_eq!(refused.status, 400);
        let message = refused.body["message"].as_str().unwrap();
        assert!(message.starts_with(&format!("{field}:")), "{message}");
    }
    let hour = with(days(&app), json!({ "hour": 24 }));
    assert_eq!(lin.call("reports/sessions", hour).await.status, 400);
    let what = with(days(&app), json!({ "what": "everything" }));
    assert_eq!(lin.call("reports/export", what).await.status, 400);
    for call in ["get", "sessions", "agents", "export"] {
        let body = with(days(&app), json!({ "by": "day" }));
        let refused = mia.call(&format!("reports/{call}"), body).await;
        refused.is_refused(403, "for supervisors alone");
    }
}

#[actix_web::test]
async fn a_supervisor_of_some_groups_reads_only_theirs_and_a_key_needs_its_scope() {
    let app = TestApp::new().await;
    served(&app).await;
    let left = asking(&app, "support").await;
    left.call("chatClose", json!({})).await.data();
    let admin = app.admin().await;
    let mut account = admin.get("agents", json!({ "adminId": "lin" })).await;
    account["overseeGroupIds"] = json!(["support"]);
    admin.call("agents/put", account).await.data();
    let lin = app.agent("lin").await;

    let seen = report(&lin, &app, json!({ "by": "group" })).await;
    assert_eq!(seen["total"]["sessions"], 1);
    assert_eq!(seen["rows"][0]["key"], "support");
    let other = with(days(&app), json!({ "by": "day", "groupId": "sales" }));
    assert_eq!(lin.call("reports/get", other).await.status, 400);

    let may = Key::of(&app, ("shop", "ada"), &["reports"]).await;
    let body = with(days(&app), json!({ "by": "day" }));
    let read = may.call("reports/get", body.clone()).await;
    assert_eq!(read.data()["total"]["sessions"], 2);
    let may_not = Key::of(&app, ("shop", "ada"), &["conversations:read"]).await;
    let refused = may_not.call("reports/get", body).await;
    refused.is_refused(403, "the key does not have the scope reports");
}

#[actix_web::test]
async fn agents_time_is_added_up_by_the_clock() {
    let app = TestApp::new().await;
    app.agent_online("mia", 3).await;
    server::reports::presence::look(&app.state);
    app.clock.advance(Span::from_secs(20));
    server::reports::presence::look(&app.state);
    let lin = app.agent("lin").await;

    let times = lin.call("reports/agents", days(&app)).await;

    let mia = &times.data()["list"][0];
    assert_eq!(mia["adminId"], "mia");
    let online = mia["online"].as_u64().unwrap();
    assert!((20..40).contains(&online), "{online}");
    assert_eq!(mia["chatting"], 0);
}

/// The first column of an export of agents' time, without its head.
fn exported_agents(text: &str) -> Vec<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("adminId,name,online,busy,away,chatting"));
    lines.map(|line| line.split(',').next().unwrap()).collect()
}

#[actix_web::test]
async fn the_file_of_agents_time_has_the_days_the_group_and_the_agent_that_were_asked_for() {
    let app = TestApp::new().await;
    app.agent_online("mia", 3).await;
    app.agent_online("lin", 3).await;
    server::reports::presence::look(&app.state);
    app.clock.advance(Span::from_secs(20));
    server::reports::presence::look(&app.state);
    let lin = app.agent("lin").await;
    let of = |more: Value| with(with(days(&app), json!({ "what": "agents" })), more);

    for (filter, expected) in [
        (json!({}), vec!["lin", "mia"]),
        (json!({ "adminId": "mia" }), vec!["mia"]),
        (json!({ "groupId": "sales" }), vec!["lin", "mia"]),
        (json!({ "groupId": "support" }), vec!["lin"]),
        (json!({ "groupId": "sales", "adminId": "lin" }), vec!["lin"]),
        (json!({ "from": "2020-01-01", "to": "2020-01-02" }), vec![]),
    ] {
        let file = lin.call("reports/export", of(filter.clone())).await;
        assert_eq!(file.status, 200, "{}", file.text);
        assert_eq!(exported_agents(&file.text), expected, "{filter}");
        let listed = lin.call("reports/agents", with(days(&app), filter)).await;
        let listed = listed.data()["list"].as_array().unwrap().len();
        assert_eq!(listed, expected.len());
    }
    let file = lin.call("reports/export", of(json!({}))).await;
    let name = file.header("content-disposition").unwrap();
    assert!(name.contains("\"agents-"), "{name}");
    let online = file.text.lines().nth(2).unwrap().split(',').nth(2).unwrap();
    assert!(online.parse::<f64>().unwrap() >= 20.0, "{}", file.text);
    let book = of(json!({ "format": "xlsx" }));
    let answer = lin.call("reports/export", book).await;
    assert_eq!(answer.status, 200);

    for (body, field) in [
        (of(json!({ "channelId": "web" })), "channelId"),
        (of(json!({ "groupId": "" , "to": "2020-01-01" })), "to"),
        (
            with(days(&app), json!({ "what": "sessions", "adminId": "mia" })),
            "adminId",
        ),
        (
            with(days(&app), json!({ "by": "day", "adminId": "mia" })),
            "adminId",
        ),
    ] {
        let refused = lin.call("reports/export", body).await;
        assert_eq!(refused.status, 400);
        let message = refused.body["message"].as_str().unwrap();
        assert!(message.starts_with(&format!("{field}:")), "{message}");
    }
}

#[actix_web::test]
async fn a_supervisor_of_some_groups_exports_the_time_of_their_agents_alone() {
    let app = TestApp::new().await;
    app.agent_online("mia", 3).await;
    server::reports::presence::look(&app.state);
    app.clock.advance(Span::from_secs(20));
    server::reports::presence::look(&app.state);
    let admin = app.admin().await;
    let mut account = admin.get("agents", json!({ "adminId": "lin" })).await;
    account["overseeGroupIds"] = json!(["support"]);
    admin.call("agents/put", account).await.data();
    let lin = app.agent("lin").await;

    let of = |more: Value| with(with(days(&app), json!({ "what": "agents" })), more);
    for filter in [json!({}), json!({ "adminId": "mia" })] {
        let file = lin.call("reports/export", of(filter)).await;
        assert_eq!(exported_agents(&file.text), [""; 0]);
    }
    let other = lin.call("reports/export", of(json!({ "groupId": "sales" })));
    assert_eq!(other.await.status, 400);
}
