//! Rescue, queue tickets, and what supervisors see and do.

mod audited;
mod limits;

use crate::helpers::{Desk, Page, TestApp};
use actors_core::routing::DeskNews;
use actors_core::time::Span;
use actors_runtime::clock::{Clock as _, SteadyClock};
use serde_json::{Value, json};
use server::wall::alarms::tell_alarms;
use std::sync::Arc;

/// Changes the tenant's settings.
async fn set_tenant(app: &TestApp, change: impl FnOnce(&mut Value)) {
    let admin = app.admin().await;
    let mut tenant = admin.get("tenant", json!({})).await;
    change(&mut tenant);
    admin.call("tenant/put", tenant).await.data();
}

/// Lets a supervisor look after these groups alone.
async fn limit(app: &TestApp, agent: &str, groups: &[&str]) {
    let admin = app.admin().await;
    let mut account = admin.get("agents", json!({ "adminId": agent })).await;
    account["overseeGroupIds"] = json!(groups);
    admin.call("agents/put", account).await.data();
}

/// A visitor who asks for an agent of this group.
async fn asking<'a>(app: &'a TestApp, group: &str) -> Page<'a> {
    let body = json!({ "channelId": "groups", "locale": "en", "userName": "Ann" });
    let page = app.page(body).await;
    let asked = page.call("transferAgent", json!({ "groupId": group }));
    asked.await.data();
    page
}

async fn records(app: &TestApp, thing: &str) -> Vec<Value> {
    let admin = app.admin().await;
    let list = admin.call("audit/list", json!({ "thing": thing })).await;
    list.data()["list"].as_array().unwrap().clone()
}

async fn audited(app: &TestApp, thing: &str) -> Vec<Value> {
    let list = records(app, thing).await.into_iter();
    list.map(|entry| json!([entry["adminId"], entry["id"], entry["fields"]]))
        .collect()
}

/// A new agent or supervisor.
async fn hired<'a>(app: &'a TestApp, name: &str, role: &str, groups: &[&str]) -> Desk<'a> {
    let account = json!({ "adminId": name, "account": name, "password": "a-long-password",
        "adminNick": name, "role": role, "groupIds": groups, "capacity": 3 });
    app.admin().await.call("agents/put", account).await.data();
    app.agent_online(name, 3).await
}

fn user(page: &Page<'_>) -> Value {
    json!({ "userId": page.user })
}

#[actix_web::test]
async fn a_chat_that_nobody_accepts_goes_to_the_next_agent_and_supervisors_hear_why() {
    let app = TestApp::new().await;
    set_tenant(&app, |tenant| {
        tenant["service"] = json!({ "acceptTime": 0.3 });
    })
    .await;
    let mut mia = app.agent_online("mia", 3).await;
    let page = asking(&app, "sales").await;
    let assigned = mia.news_until("assigned").await;
    let mut lin = app.agent_online("lin", 3).await;
    assert_eq!(assigned["duty"]["why"]["agent"]["kind"], "onlyFree");
    assert!(assigned["duty"]["acceptBy"].is_i64());
    page.send("1", "hello?").await.data();

    app.clock.advance(Span::from_secs(19));
    page.send("2", "anybody?").await.data();

    let rescued = lin.news_until("rescued").await;
    assert_eq!(rescued["userId"], page.user);
    assert_eq!(rescued["lapse"], "notAccepted");
    assert_eq!(
        (&rescued["adminId"], &rescued["toAdminId"]),
        (&json!("mia"), &json!("lin"))
    );
    let listed = lin.call("listConversations", json!({})).await;
    let duty = &listed.data()["list"][0]["duty"];
    assert_eq!(
        duty["why"]["place"],
        json!({ "kind": "rescued", "from": "mia", "lapse": "notAccepted" })
    );
    mia.news_until("closed").await;
}

#[actix_web::test]
async fn the_desk_still_says_why_a_rescued_visitor_kept_their_place_after_restarts() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    set_tenant(&app, |tenant| {
        tenant["service"] = json!({ "acceptTime": 0.3 });
    })
    .await;
    let mut mia = app.agent_online("mia", 1).await;
    let page = asking(&app, "sales").await;
    mia.news_until("assigned").await;
    let mut lin = app.agent_online("lin", 1).await;
    let other = asking(&app, "sales").await;
    lin.news_until("assigned").await;
    lin.say(&other, "a", "hello").await.data();
    app.clock.advance(Span::from_secs(19));
    page.send("1", "anybody?").await.data();
    mia.news_until("closed").await;
    assert_eq!(page.poll_for(0, 0).await.data()["status"], 3, "they wait");
    let (token, other, user) = (lin.token.clone(), user(&other), page.user.clone());
    let now = app.clock.now();
    app.stop().await;

    let app = TestApp::on_disk_at(&folder, SteadyClock::from(now)).await;
    let mut lin = Desk::with(&app, token.clone());
    lin.news_until("assigned").await;
    lin.call("closeConversation", other).await.data();
    let assigned = lin.news_until("assigned").await;

    let why = json!({ "kind": "rescued", "from": "mia", "lapse": "notAccepted" });
    assert_eq!(assigned["userId"], user);
    assert_eq!(assigned["duty"]["why"]["place"], why);
    let now = app.clock.now();
    app.stop().await;

    let app = TestApp::on_disk_at(&folder, SteadyClock::from(now)).await;
    let mut lin = Desk::with(&app, token);
    let resumed = lin.news_until("assigned").await;
    assert_eq!(resumed["duty"]["why"]["place"], why);
    let listed = lin.call("listConversations", json!({})).await;
    assert_eq!(listed.data()["list"][0]["duty"]["why"]["place"], why);
    app.stop().await;
}

#[actix_web::test]
async fn a_chat_that_was_accepted_and_answered_stays() {
    let app = TestApp::new().await;
    set_tenant(&app, |tenant| {
        tenant["service"] = json!({ "acceptTime": 0.5, "answerTime": 1 });
    })
    .await;
    let mut mia = app.agent_online("mia", 3).await;
    let page = asking(&app, "sales").await;
    mia.news_until("assigned").await;
    app.agent_online("lin", 3).await;
    mia.call("accept", user(&page)).await.data();
    page.send("1", "hello?").await.data();
    let due = mia.news_until("due").await;
    assert!(due["duty"]["acceptBy"].is_null());
    mia.say(&page, "a", "hello").await.data();

    app.clock.advance(Span::from_secs(90));
    page.send("2", "thanks").await.data();

    let listed = mia.call("listConversations", json!({})).await;
    assert_eq!(listed.data()["list"][0]["userId"], page.user);
}

#[actix_web::test]
async fn an_agent_who_goes_offline_chooses_where_open_conversations_go() {
    let app = TestApp::new().await;
    let mia = app.agent_online("mia", 3).await;
    let page = asking(&app, "sales").await;
    let mut lin = app.agent_online("lin", 3).await;
    let offline = |open: Value| {
        let mut body = json!({ "status": "offline" });
        body.as_object_mut()
            .unwrap()
            .extend(open.as_object().unwrap().clone());
        body
    };

    let kept = mia.call("setStatus", offline(json!({ "open": "keep" })));
    assert_eq!(kept.await.data()["status"], "offline");
    mia.say(&page, "a", "still here").await.data();
    for (open, status) in [
        (json!({ "open": "somewhere" }), 400),
        (json!({ "open": "agent" }), 400),
        (json!({ "open": "agent", "adminId": "nobody" }), 404),
        (json!({ "open": "group", "groupId": "nothing" }), 404),
    ] {
        let refused = mia.call("setStatus", offline(open)).await;
        assert_eq!(refused.status, status, "{}", refused.text);
    }
    let handed = json!({ "open": "agent", "adminId": "lin" });
    mia.call("setStatus", offline(handed)).await.data();

    let assigned = lin.news_until("assigned").await;
    assert_eq!(assigned["userId"], page.user);
    assert_eq!(
        assigned["duty"]["why"]["agent"],
        json!({ "kind": "handedOver", "by": "mia" })
    );
}

#[actix_web::test]
async fn a_supervisor_watches_whispers_and_closes_and_the_audit_has_it() {
    let app = TestApp::new().await;
    let mut mia = app.agent_online("mia", 3).await;
    let page = asking(&app, "sales").await;
    let mut lin = app.agent("lin").await;

    let watched = lin.call("watch", user(&page)).await;
    assert_eq!(watched.data()["oversees"], 1);
    page.send("1", "where is my order?").await.data();
    let heard = lin.news_until("message").await;
    assert_eq!(heard["msg"]["msgContent"], "where is my order?");
    mia.news_until("message").await;
    let whisper = json!({ "userId": page.user, "id": "w1", "text": "offer a refund" });
    let whispered = lin.call("whisper", whisper.clone()).await;
    let again = lin.call("whisper", whisper).await;
    assert_eq!(whispered.data()["msgId"], again.data()["msgId"]);
    let note = mia.news_until("message").await;
    assert_eq!(note["msg"]["insideFlag"], 1);
    let seen = page.events(0).await;
    assert!(!format!("{seen:?}").contains("refund"));
    lin.call("forceClose", user(&page)).await.data();
    lin.call("forceClose", user(&page)).await.data();

    assert_eq!(page.poll_for(0, 0).await.data()["status"], 0);
    let fields: Vec<Value> = audited(&app, "conversations").await;
    assert!(fields.contains(&json!(["lin", page.user, ["whispered"]])));
    assert!(fields.contains(&json!(["lin", page.user, ["closed"]])));
}

#[actix_web::test]
async fn a_supervisor_of_some_groups_sees_and_does_nothing_elsewhere() {
    let app = TestApp::new().await;
    limit(&app, "lin", &["support"]).await;
    let mia = app.agent_online("mia", 3).await;
    let page = asking(&app, "sales").await;
    let lin = app.agent("lin").await;

    // Lin reads it as an agent of sales.
    let watched = lin.call("watch", user(&page)).await;
    assert_eq!(watched.data()["oversees"], 0);
    let refused = lin.call("forceClose", user(&page)).await;
    refused.is_refused(404, "not found");
    let whisper = json!({ "userId": page.user, "text": "hello" });
    let refused = lin.call("whisper", whisper).await;
    refused.is_refused(404, "not found");
    let refused = lin.call("closeConversation", user(&page)).await;
    refused.is_refused(409, "the conversation is not yours");
    let of_mia = json!({ "adminId": "mia", "status": "busy" });
    let refused = lin.call("setStatusOf", of_mia.clone()).await;
    // Lin serves sales, but looks after support alone; Mia serves sales alone.
    refused.is_refused(404, "not found");
    let take = json!({ "userId": page.user, "adminId": "lin" });
    let refused = lin.call("transferConversation", take).await;
    refused.is_refused(409, "the conversation is not yours");
    let wall = lin.call("wall", json!({})).await;
    let wall = wall.data();
    let groups: Vec<&Value> = wall["groups"].as_array().unwrap().iter().collect();
    assert_eq!(groups.len(), 1);
    assert_eq!(groups[0]["groupId"], "support");
    assert!(!wall["agents"].to_string().contains("mia"));
    let theirs = lin.call("wall/conversations", json!({ "adminId": "mia" }));
    theirs.await.is_refused(404, "not found");

    limit(&app, "lin", &["sales"]).await;
    let set = lin.call("setStatusOf", of_mia).await;
    assert_eq!(set.data()["status"], "busy");
    let theirs = lin.call("wall/conversations", json!({ "adminId": "mia" }));
    assert_eq!(theirs.await.data()["list"][0]["userId"], page.user);
    assert_eq!(
        audited(&app, "agents").await[0],
        json!(["lin", "mia", ["status"]])
    );
    let me = mia.call("me", json!({})).await;
    assert_eq!(me.data()["status"], "busy");
}

#[actix_web::test]
async fn only_supervisors_have_a_wall() {
    let app = TestApp::new().await;
    let mia = app.agent("mia").await;

    for call in [
        "wall",
        "wall/conversations",
        "whisper",
        "forceClose",
        "setStatusOf",
    ] {
        let body = json!({ "userId": "v_1", "adminId": "jo", "status": "busy", "text": "x" });
        let refused = mia.call(call, body).await;
        refused.is_refused(403, "for supervisors alone");
    }
}

#[actix_web::test]
async fn the_wall_tells_what_changed_since_a_version() {
    let app = TestApp::new().await;
    set_tenant(&app, |tenant| tenant["wall"] = json!({ "waiting": 1 })).await;
    let mut lin: Desk<'_> = app.agent("lin").await;
    let busy = app.agent_online("mia", 3).await;
    busy.call("setStatus", json!({ "status": "busy" }))
        .await
        .data();
    let first = lin.call("wall", json!({})).await.data().clone();
    assert_eq!(first["whole"], 1);
    assert_eq!(first["groups"].as_array().unwrap().len(), 3);
    assert_eq!(first["alarms"], json!([]));
    assert_eq!(first["thresholds"], json!({ "waiting": 1 }));

    asking(&app, "sales").await;
    let told = lin.news_until("wall").await;
    let second = lin.call("wall", json!({ "since": first["version"] })).await;
    let second = second.data();

    assert_eq!(second["whole"], 0);
    assert!(told["version"].as_u64() <= second["version"].as_u64());
    let sales = &second["groups"][0];
    assert_eq!(
        (&sales["groupId"], &sales["waiting"], &sales["busy"]),
        (&json!("sales"), &json!(1), &json!(1))
    );
    assert!(sales["oldestSince"].is_i64());
    assert_eq!(second["agents"], json!([]));
    let kinds: Vec<&Value> = second["alarms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|alarm| &alarm["kind"])
        .collect();
    assert_eq!(kinds, [&json!("waiting"), &json!("noAgent")]);
    let unknown = lin.call("wall", json!({ "since": 7 })).await;
    assert_eq!(unknown.data()["whole"], 1);
}

/// Looks for alarms once. Returns those that a desk has heard of since it last looked: "oldestWait sales".
async fn alarms(desk: &mut Desk<'_>, agent: &str) -> Vec<String> {
    let app = desk.app;
    tell_alarms(&app.state).await;
    // What the desk was told before comes before this.
    let (tenant, agent) = ("shop".into(), agent.into());
    app.state
        .office
        .tell_desk(&tenant, &agent, DeskNews::Wall(1));
    let mut heard = Vec::new();
    loop {
        for entry in desk.news_within(20_000).await {
            let text = |name: &str| entry[name].as_str().unwrap().to_owned();
            match entry["event"].as_str().unwrap() {
                "alarm" => {
                    assert!(entry["value"].is_u64() && entry["at"].is_i64(), "{entry}");
                    heard.push(format!("{} {}", text("kind"), text("groupId")));
                }
                "wall" => return heard,
                _ => {}
            }
        }
    }
}

/// The desk polls, and the router knows it: it answers `other` after the sign of life. A desk passes one on at most
/// every ten seconds.
async fn sits_at(desk: &mut Desk<'_>, other: &Desk<'_>) {
    drop(desk.news().await);
    desk.app.clock.advance(Span::from_secs(10));
    drop(desk.news().await);
    let busy = json!({ "status": "busy" });
    other.call("setStatus", busy).await.data();
}

#[actix_web::test]
async fn a_supervisor_at_the_desk_hears_of_a_threshold_once_each_time_it_is_passed() {
    let app = TestApp::new().await;
    let set = json!({ "waiting": 2, "oldestWait": 60, "missed": 1 });
    set_tenant(&app, |tenant| tenant["wall"] = set).await;
    limit(&app, "lin", &["sales"]).await;
    // Lin's status is offline: she looks after others.
    let (mut lin, mut mia) = (app.agent("lin").await, app.agent_online("mia", 3).await);
    sits_at(&mut lin, &mia).await;
    let waiting = asking(&app, "sales").await;
    assert_eq!(alarms(&mut lin, "lin").await, [""; 0]);

    app.clock.advance(Span::from_secs(61));
    waiting.poll_for(0, 0).await.data();
    sits_at(&mut lin, &mia).await;
    assert_eq!(alarms(&mut lin, "lin").await, ["oldestWait sales"]);
    assert_eq!(alarms(&mut lin, "lin").await, [""; 0], "once");
    assert_eq!(
        alarms(&mut mia, "mia").await,
        [""; 0],
        "she looks after nobody"
    );

    // Nobody waits any more, and the one who waited got no agent.
    waiting.call("chatClose", json!({})).await.data();
    assert_eq!(alarms(&mut lin, "lin").await, ["missed "]);
    for seconds in [30, 31] {
        app.clock.advance(Span::from_secs(seconds));
        sits_at(&mut lin, &mia).await;
        assert_eq!(alarms(&mut lin, "lin").await, [""; 0]);
    }
    asking(&app, "sales").await;
    asking(&app, "sales").await;
    assert_eq!(alarms(&mut lin, "lin").await, ["waiting sales"]);
    app.stop().await;
}

#[actix_web::test]
async fn a_supervisor_hears_of_a_threshold_when_they_come_and_of_their_groups_alone() {
    let app = TestApp::new().await;
    set_tenant(&app, |tenant| tenant["wall"] = json!({ "waiting": 1 })).await;
    let mut lin = app.agent("lin").await;
    limit(&app, "lin", &["support"]).await;
    let mia = app.agent_online("mia", 3).await;
    sits_at(&mut lin, &mia).await;
    asking(&app, "sales").await;
    assert_eq!(alarms(&mut lin, "lin").await, [""; 0], "not her group");

    // No desk of hers polls while she begins to look after all groups: nothing is lost.
    app.clock.advance(Span::from_secs(40));
    limit(&app, "lin", &[]).await;
    tell_alarms(&app.state).await;
    sits_at(&mut lin, &mia).await;
    assert_eq!(alarms(&mut lin, "lin").await, ["waiting sales"]);

    app.clock.advance(Span::from_secs(61));
    sits_at(&mut lin, &mia).await;
    set_tenant(&app, |tenant| tenant["wall"] = json!({})).await;
    assert_eq!(
        alarms(&mut lin, "lin").await,
        [""; 0],
        "no threshold is set"
    );
    app.stop().await;
}

#[actix_web::test]
async fn a_ticket_keeps_the_place_on_another_device_also_after_a_restart() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let app = TestApp::on_disk(&folder).await;
    let mia = app.agent_online("mia", 3).await;
    mia.call("setStatus", json!({ "status": "busy" }))
        .await
        .data();
    let early = asking(&app, "sales").await;
    let page = asking(&app, "sales").await;
    let ticket = page.call("queueTicket", json!({})).await.data().clone();
    let link = ticket["link"].as_str().unwrap();
    assert!(link.starts_with("/chat_online/index?channelId=groups#ticket="));
    let open = json!({ "channelId": "groups", "ticket": ticket["ticket"] });

    let phone = app.page(open.clone()).await;
    assert_eq!(phone.user, page.user);
    let polled = phone.poll_for(0, 0).await;
    assert_eq!(polled.data()["waitIndex"], 2);
    let displaced = page.poll_for(0, 0).await;
    assert_ne!(displaced.body["data"]["msgList"], json!([]));
    let (user, token) = (page.user.clone(), early.token.clone());
    app.stop().await;

    let app = TestApp::on_disk(&folder).await;
    let phone = app.page(open.clone()).await;
    assert_eq!(phone.user, user);
    assert_eq!(phone.poll_for(0, 0).await.data()["waitIndex"], 2);
    let by_token = json!({ "channelId": "groups", "ticket": token });
    let wrong = app.post("/api/chat/visitor/chatStart", None, &by_token);
    wrong.await.is_refused(401, "login state expired");
    phone.call("leaveQueue", json!({})).await.data();
    let over = app.post("/api/chat/visitor/chatStart", None, &open).await;
    over.is_refused(409, "the ticket is over");
    let none = phone.call("queueTicket", json!({})).await;
    none.is_refused(409, "not waiting");
    app.stop().await;
}

#[actix_web::test]
async fn settings_of_routing_and_reports_are_checked_field_by_field() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["service"] = json!({ "acceptTime": 0 });
    tenant["targets"] = json!({ "firstAnswer": 0 });
    tenant["wall"] = json!({ "waiting": 0 });
    tenant["timeZone"] = json!("Mars/Olympus");
    let wrong = admin.refused_fields("tenant", tenant.clone()).await;
    for field in [
        "service.acceptTime",
        "targets.firstAnswer",
        "wall.waiting",
        "timeZone",
    ] {
        assert!(wrong.iter().any(|it| it == field), "{field}: {wrong:?}");
    }

    let mut tenant = admin.get("tenant", json!({})).await;
    tenant["service"] = json!({ "agentAwayTime": 0.49 });
    let wrong = admin.refused_fields("tenant", tenant.clone()).await;
    assert_eq!(wrong, ["service.agentAwayTime"]);
    tenant["service"] = json!({ "agentAwayTime": 0.5 });
    admin.call("tenant/put", tenant).await.data();

    let mut group = admin.get("groups", json!({ "id": "sales" })).await;
    group["overflow"] = json!({ "groupId": "nothing", "after": 1 });
    let wrong = admin.refused_fields("groups", group.clone()).await;
    assert_eq!(wrong, ["overflow.groupId"]);
    group["overflow"] = json!({ "groupId": "support", "after": 1 });
    group["priority"] = json!(3);
    admin.call("groups/put", group).await.data();
    let kept = admin.get("groups", json!({ "id": "sales" })).await;
    assert_eq!(
        (&kept["priority"], &kept["overflow"]["groupId"]),
        (&json!(3), &json!("support"))
    );

    let mut jo = admin.get("agents", json!({ "adminId": "jo" })).await;
    jo["overseeGroupIds"] = json!(["support"]);
    let wrong = admin.refused_fields("agents", jo).await;
    assert_eq!(wrong, ["overseeGroupIds"]);
}
