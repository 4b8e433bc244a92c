//! The map of all paths, with the calls in the order of docs/protocol.md.

pub mod admin;
pub mod agent;
pub mod health;
pub mod mail_stop;
pub mod open;
pub mod operator;
pub mod own;
pub mod pages;
mod read;
mod register;
pub mod rehearsal;
pub mod setup;
mod subscribing;
pub mod v1;
pub mod visitor;

use crate::error::ApiError;
use crate::open_api::{self, V1};
use crate::openapi;
use actix_web::Resource;
use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use register::{PathList, Register, get, only};

const VISITOR: &str = "/api/chat/visitor";
const OPEN: &str = "/api/open/wo";
const AGENT: &str = "/api/agent";
const ADMIN: &str = "/api/admin";
const SETUP: &str = "/api/setup";
const OPERATOR: &str = "/api/operator";
const MAIL_STOP: &str = "/mail/stop";
const OPERATOR_PAGE: &str = "/desk/operator";

/// Registers every path of the public address.
pub fn configure(config: &mut ServiceConfig) {
    config.service(web::scope(VISITOR).configure(visitor_calls));
    config.service(web::scope(OPEN).configure(open_calls));
    config.service(web::scope(AGENT).configure(agent_calls));
    config.service(web::scope(ADMIN).configure(admin_calls));
    let keyed = web::scope(V1).wrap(from_fn(open_api::gate));
    config.service(keyed.configure(v1_calls));
    config.service(web::scope(SETUP).configure(setup_calls));
    #[cfg(feature = "api-docs")]
    config
        .service(web::redirect("/api/docs", "/api/docs/"))
        .service(get("/api/docs/{path:.*}", openapi::page));
    config
        .service(get("/api/files/{name}", pages::file))
        .service(get("/api/openapi.json", openapi::serve))
        .service(get("/healthz", health::alive))
        .service(get("/readyz", health::ready))
        .service(get(crate::rehearsal::PATH, rehearsal::prove))
        .service(get("/", pages::root))
        .service(get("/assets/{name:.*}", pages::asset))
        .service(get("/chat_online/embed.js", pages::loader))
        .service(get("/chat_online/worker.js", pages::visitor_worker))
        .service(get("/chat_online{tail:(/.*)?}", pages::visitor_page))
        .service(get("/setup", pages::admin_page))
        .service(get("/desk/admin{tail:(/.*)?}", pages::admin_page))
        .service(get("/desk/join", pages::admin_page))
        .service(get("/desk/account", pages::admin_page))
        // Otherwise the desk would answer.
        .service(web::resource(OPERATOR_PAGE).to(not_found))
        .service(get("/desk/app/{name}", pages::desk_app))
        .service(get("/desk{tail:(/.*)?}", pages::desk_page))
        .service(get("/demo/{path:.*}", pages::demo))
        .service(mail_stop())
        .default_service(web::to(not_found));
}

/// Registers every path of the operator's address (Protocol §19.3).
pub fn configure_operator(config: &mut ServiceConfig) {
    config
        .service(get("/metrics", crate::operator::metrics))
        .service(web::scope(OPERATOR).configure(operator_calls))
        .service(web::redirect("/", OPERATOR_PAGE))
        .service(get(OPERATOR_PAGE, pages::admin_page))
        .service(get("/assets/{name:.*}", pages::asset))
        .default_service(web::to(not_found));
}

async fn not_found() -> Result<&'static str, ApiError> {
    Err(ApiError::NotFound)
}

/// Returns the path of every call that the server registers, on either address.
pub fn calls() -> Vec<String> {
    let mut all = Vec::new();
    let mut within = |scope: &'static str, calls: fn(&mut PathList)| {
        let paths = Vec::new();
        let mut listed = PathList { scope, paths };
        calls(&mut listed);
        all.append(&mut listed.paths);
    };
    within(VISITOR, visitor_calls);
    within(OPEN, open_calls);
    within(AGENT, agent_calls);
    within(ADMIN, admin_calls);
    within(V1, v1_calls);
    within(SETUP, setup_calls);
    within(OPERATOR, operator_calls);
    all
}

fn visitor_calls(config: &mut impl Register) {
    use visitor::{
        article, calls, forms, history, leave_messages, messages, page, poll, push, robot, service,
        session, uploads,
    };
    config
        .post("/userVideoInvitation", calls::user_video_invitation)
        .post("/callSignal", calls::call_signal)
        .post("/channelInfo", service::channel_info)
        .post("/chatStart", session::chat_start)
        .post("/getOfflineMsg", history::get_offline_msg)
        .post("/getLeaveMsgList", leave_messages::get_leave_msg_list)
        .post("/transferAgent", session::transfer_agent)
        .post("/getEventMsg", poll::get_event_msg)
        .post("/getHistoryMsg", history::get_history_msg)
        .post("/submitUserForm", forms::submit_user_form)
        .post("/getSessionMsg", history::get_session_msg)
        .post("/chatClose", session::chat_close)
        .post("/leaveQueue", session::leave_queue)
        .post("/queueTicket", session::queue_ticket)
        .post("/robotAsk", robot::robot_ask)
        .post("/sendMsg", messages::send_msg)
        .post("/evaluate", service::evaluate)
        .post("/isEvaluate", service::is_evaluate)
        .post("/getEvaluateInfo", service::get_evaluate_info)
        .post("/upload", uploads::upload)
        .post("/uploadBase64", uploads::upload_base64)
        .post("/typing", messages::typing)
        .post("/leaveMsg", leave_messages::leave_msg)
        .post("/robotTips", robot::robot_tips)
        .post("/getRobotDoc", article::get_robot_doc)
        .post("/resetInfo", page::reset_info)
        .post("/msgComplete", session::msg_complete)
        .post("/commentDoc", page::comment_doc)
        .post("/sysMsg", page::sys_msg)
        .post("/updateSessionMsg", page::update_session_msg)
        .post("/fromRequest", forms::from_request)
        .post("/getAdminCard", service::get_admin_card)
        .post("/push/key", push::key)
        .post("/push/subscribe", push::subscribe)
        .post("/push/unsubscribe", push::unsubscribe);
}

fn open_calls(config: &mut impl Register) {
    use open::{templates, work_orders};
    config
        .post(
            "/getTemplateFiledInfoByTemplateId",
            templates::by_template_id,
        )
        .post("/getTemplateFiledInfoByTypeId", templates::by_type_id)
        .post("/queryWoById", work_orders::query_wo_by_id)
        .post("/queryWoByCustom", work_orders::query_wo_by_custom)
        .post("/addWo", work_orders::add_wo)
        .post("/addWoHandleInfo", work_orders::add_wo_handle_info);
}

fn agent_calls(config: &mut impl Register) {
    use agent::{account, forgotten, join, login, seat, sign_on};
    config
        .post("/joinInfo", join::join_info)
        .post("/join", join::join)
        .post("/login", login::login)
        .post("/forgotPassword", forgotten::forgot_password)
        .post("/signOn/info", sign_on::info)
        .post("/signOn/begin", sign_on::begin)
        .post("/signOn/finish", sign_on::finish)
        .post("/logout", seat::logout)
        .post("/me", seat::me)
        .post("/setStatus", seat::set_status)
        .post("/accept", seat::accept)
        .post("/account/get", account::get)
        .post("/account/update", account::update)
        .post("/account/changePassword", account::change_password)
        .post("/account/signIns", account::sign_ins)
        .post("/account/signOut", account::sign_out)
        .post("/account/totp/begin", account::totp::begin)
        .post("/account/totp/confirm", account::totp::confirm)
        .post("/account/totp/recoveryCodes", account::totp::recovery_codes)
        .post("/account/totp/off", account::totp::off);
    desk_calls(config);
}

fn desk_calls(config: &mut impl Register) {
    use agent::{
        assist, boxes, calls, conversations, customer, drafts, inbox, knowledge, mentions,
        messages, past, push, search, tags, transcript, transfer, visitors, watching,
    };
    config
        .post("/getEventMsg", inbox::get_event_msg)
        .post("/listConversations", boxes::list_conversations)
        .post("/search", search::search)
        .post("/getVisitor", conversations::get_visitor)
        .post("/getVisitorPast", past::get_visitor_past)
        .post("/editVisitor", visitors::edit_visitor)
        .post("/blockVisitor", visitors::block_visitor)
        .post("/getCustomerContext", customer::get_customer_context)
        .post("/getHistoryMsg", messages::get_history_msg)
        .post("/sendMsg", messages::send_msg)
        .post("/note", messages::note)
        .post("/recallMsg", messages::recall_msg)
        .post("/typing", messages::typing)
        .post("/read", messages::read)
        .post("/takeNext", conversations::take_next)
        .post("/take", conversations::take)
        .post("/tags/list", tags::list)
        .post("/tags/create", tags::create)
        .post("/changeTags", tags::change)
        .post("/drafts/save", drafts::save)
        .post("/drafts/list", drafts::list)
        .post("/listMentionable", mentions::list_mentionable)
        .post("/mentions/list", mentions::list)
        .post("/mentions/read", mentions::mark_read)
        .post("/push/list", push::list)
        .post("/push/subscribe", push::subscribe)
        .post("/push/unsubscribe", push::unsubscribe)
        .post("/push/test", push::test)
        .post("/watch", watching::watch)
        .post("/unwatch", watching::unwatch)
        .post("/stepIn", watching::step_in)
        .post("/listColleagues", transfer::list_colleagues)
        .post("/transferConversation", transfer::transfer_conversation)
        .post("/inviteEvaluate", conversations::invite_evaluate)
        .post("/closeConversation", conversations::close_conversation)
        .post("/searchDocs", knowledge::search_docs)
        .post("/translate", assist::translate)
        .post("/sumUp", assist::sum_up)
        .post("/quickReplies/list", knowledge::list)
        .post("/quickReplies/put", knowledge::put)
        .post("/quickReplies/delete", knowledge::delete)
        .post("/inviteCall", calls::invite_call)
        .post("/answerCall", calls::answer_call)
        .post("/refuseCall", calls::refuse_call)
        .post("/callSignal", calls::call_signal)
        .post("/upload", messages::upload)
        .post("/sendTranscript", transcript::send_transcript);
    item_calls(config);
    supervisor_calls(config);
}

fn supervisor_calls(config: &mut impl Register) {
    use agent::{reports, supervising, wall};
    config
        .post("/whisper", supervising::whisper)
        .post("/forceClose", supervising::force_close)
        .post("/setStatusOf", supervising::set_status_of)
        .post("/wall", wall::wall)
        .post("/wall/conversations", wall::conversations)
        .post("/reports/get", reports::get)
        .post("/reports/sessions", reports::sessions)
        .post("/reports/agents", reports::agents)
        .post("/reports/export", reports::export);
}

fn item_calls(config: &mut impl Register) {
    use agent::{items, orders, views};
    config
        .post("/listWorkOrders", orders::list_work_orders)
        .post("/getWorkOrder", orders::get_work_order)
        .post("/handleWorkOrder", orders::handle_work_order)
        .post("/listLeaveMsgs", orders::list_leave_msgs)
        .post("/handleLeaveMsg", orders::handle_leave_msg)
        .post("/items/list", items::list)
        .post("/items/get", items::get)
        .post("/items/change", items::change)
        .post("/items/note", items::note)
        .post("/items/read", items::mark_read)
        .post("/views/list", views::list)
        .post("/views/save", views::save)
        .post("/views/delete", views::delete);
}

fn setup_calls(config: &mut impl Register) {
    config
        .post("/state", setup::state)
        .post("/create", setup::create);
}

fn operator_calls(config: &mut impl Register) {
    use operator::{account, audit, forgotten, join, login, tenants};
    config
        .post("/joinInfo", join::join_info)
        .post("/join", join::join)
        .post("/login", login::login)
        .post("/forgotPassword", forgotten::forgot_password)
        .post("/logout", login::logout)
        .post("/me", account::me)
        .post("/account/changePassword", account::change_password)
        .post("/account/signIns", account::sign_ins)
        .post("/account/signOut", account::sign_out)
        .post("/account/totp/begin", account::totp_begin)
        .post("/account/totp/confirm", account::totp_confirm)
        .post("/account/totp/recoveryCodes", account::recovery_codes)
        .post("/account/totp/off", account::totp_off)
        .post("/audit/list", audit::list)
        .post("/tenants/list", tenants::list)
        .post("/tenants/disable", tenants::disable)
        .post("/tenants/enable", tenants::enable);
}

fn v1_calls(config: &mut impl Register) {
    use v1::{conversations, messages, orders, reports, settings, visitors};
    config
        .post("/conversations/list", conversations::list)
        .post("/conversations/get", conversations::get)
        .post("/conversations/close", conversations::close)
        .post("/messages/list", messages::list)
        .post("/messages/send", messages::send)
        .post("/visitors/list", visitors::list)
        .post("/visitors/get", visitors::get)
        .post("/workOrders/list", orders::list)
        .post("/workOrders/get", orders::get)
        .post("/workOrders/handle", orders::handle)
        .post("/leaveMessages/list", orders::list_left)
        .post("/leaveMessages/handle", orders::handle_left)
        .post("/docs/list", settings::list_docs)
        .post("/docs/get", settings::get_doc)
        .post("/docs/put", settings::put_doc)
        .post("/docs/delete", settings::delete_doc)
        .post("/channels/list", settings::list_channels)
        .post("/channels/get", settings::get_channel)
        .post("/channels/put", settings::put_channel)
        .post("/reports/get", reports::get)
        .post("/reports/sessions", reports::sessions)
        .post("/reports/agents", reports::agents)
        .post("/reports/export", reports::export);
}

fn admin_calls(config: &mut impl Register) {
    use admin::{
        api_keys, blocks, customer, documents, drafts, flows, history, inbox, knowledge, mail,
        people, robots, sign_on, tenant, things, visitors, web_page, webhooks,
    };
    config
        .post("/start", people::start)
        .post("/agents/invite", people::invite)
        .post("/agents/signOut", people::sign_out)
        .post("/agents/resetTotp", people::reset_totp)
        .post("/apiKeys/list", api_keys::list)
        .post("/apiKeys/create", api_keys::create)
        .post("/apiKeys/revoke", api_keys::revoke)
        .post("/blocks/list", blocks::list)
        .post("/blocks/delete", blocks::delete)
        .post("/channels/preview", drafts::preview)
        .post("/channels/saveDraft", drafts::save)
        .post("/channels/getDraft", drafts::get)
        .post("/channels/changes", drafts::changes)
        .post("/channels/discardDraft", drafts::discard)
        .post("/channels/publish", drafts::publish)
        .post("/flows/check", flows::check)
        .post("/flows/try", flows::attempt)
        .post("/docs/titles", documents::titles)
        .post("/docs/uses", documents::uses)
        .post("/docs/history", history::list)
        .post("/docs/restore", history::restore)
        .post("/tenant/retentionCount", tenant::retention_count)
        .post("/model/test", tenant::test_model)
        .post("/customerData/test", customer::test)
        .post("/mail/state", mail::state)
        .post("/mail/test", mail::test)
        .post("/mail/list", mail::list)
        .post("/mail/resend", mail::resend)
        .post("/signOn/test", sign_on::test)
        .post("/docs/readPage", web_page::read)
        .post("/docs/import", knowledge::import)
        .post("/docs/export", knowledge::export)
        .post("/testQuestions/import", knowledge::import_test_questions)
        .post("/testQuestions/export", knowledge::export_test_questions)
        .post("/jobs/get", knowledge::job)
        .post("/audit/list", things::audit)
        .post("/robot/ask", robots::ask)
        .post("/robot/check", robots::check)
        .post("/robot/inbox", inbox::list)
        .post("/robot/resolve", inbox::resolve)
        .post("/visitor/export", visitors::export)
        .post("/visitor/erase", visitors::erase)
        .post("/webhooks/list", webhooks::list)
        .post("/webhooks/put", webhooks::put)
        .post("/webhooks/delete", webhooks::delete)
        .post("/webhooks/rotate", webhooks::rotate)
        .post("/webhooks/test", webhooks::test)
        .post("/webhooks/deliveries", webhooks::deliveries)
        .post("/webhooks/delivery", webhooks::delivery)
        .post("/webhooks/resend", webhooks::resend)
        .post("/{thing}/list", things::list)
        .post("/{thing}/get", things::get)
        .post("/{thing}/put", things::put)
        .post("/{thing}/delete", things::delete);
}

/// The page that ends mails to an address.
fn mail_stop() -> Resource {
    web::resource(MAIL_STOP)
        .route(web::get().to(mail_stop::ask))
        .route(web::head().to(mail_stop::ask))
        .route(web::post().to(mail_stop::stop))
        .default_service(web::to(|| async { only("GET, HEAD, POST") }))
}
