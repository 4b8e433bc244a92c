//! The map: every path on one screen, calls in the specification's order.

pub mod admin;
pub mod agent;
pub mod health;
pub mod open;
pub mod pages;
pub mod visitor;

use crate::error::ApiError;
use crate::openapi;
use actix_web::dev::{ServiceRequest, ServiceResponse, fn_service};
use actix_web::web::{self, ServiceConfig};
use actix_web::{Handler, Resource, Responder};

/// Puts every path in its place.
pub fn configure(config: &mut ServiceConfig) {
    // What is called most stands first and outside the scopes, each of which is one more turn.
    config
        .service(waiting(
            "/api/chat/visitor/getEventMsg",
            visitor::poll::get_event_msg,
        ))
        .service(post("/api/agent/sendMsg", agent::messages::send_msg))
        .service(post(
            "/api/chat/visitor/sendMsg",
            visitor::messages::send_msg,
        ));
    config.service(web::scope("/api/chat/visitor").configure(visitor_calls));
    config.service(web::scope("/api/open/wo").configure(open_calls));
    config.service(web::scope("/api/agent").configure(agent_calls));
    config.service(web::scope("/api/admin").configure(admin_calls));
    #[cfg(feature = "api-docs")]
    config
        .service(web::redirect("/api/docs", "/api/docs/"))
        .service(get("/api/docs/{path:.*}", openapi::page));
    config
        .service(get("/api/files/{name}", pages::file))
        .service(get("/api/openapi.json", openapi::serve))
        .service(get("/healthz", health::alive))
        .service(get("/readyz", health::ready))
        .service(get("/metrics", health::numbers))
        .service(get("/", pages::root))
        .service(get("/assets/{name:.*}", pages::asset))
        .service(get("/chat_online/embed.js", pages::loader))
        .service(get("/chat_online{tail:(/.*)?}", pages::visitor_page))
        .service(get("/desk{tail:(/.*)?}", pages::desk_page))
        .service(get("/demo/{path:.*}", pages::demo))
        .default_service(web::to(|| async { Err::<&str, _>(ApiError::NotFound) }));
}

fn visitor_calls(config: &mut ServiceConfig) {
    use visitor::{
        calls, forms, history, leave_messages, messages, page, robot, service, session, uploads,
    };
    config
        .service(post("/userVideoInvitation", calls::user_video_invitation))
        .service(post("/callSignal", calls::call_signal))
        .service(post("/channelInfo", service::channel_info))
        .service(post("/chatStart", session::chat_start))
        .service(post("/getOfflineMsg", history::get_offline_msg))
        .service(post("/getLeaveMsgList", leave_messages::get_leave_msg_list))
        .service(post("/transferAgent", session::transfer_agent))
        .service(post("/getHistoryMsg", history::get_history_msg))
        .service(post("/submitUserForm", forms::submit_user_form))
        .service(post("/getSessionMsg", history::get_session_msg))
        .service(post("/chatClose", session::chat_close))
        .service(post("/leaveQueue", session::leave_queue))
        .service(post("/robotAsk", robot::robot_ask))
        .service(post("/evaluate", service::evaluate))
        .service(post("/isEvaluate", service::is_evaluate))
        .service(post("/getEvaluateInfo", service::get_evaluate_info))
        .service(post("/upload", uploads::upload))
        .service(post("/uploadBase64", uploads::upload_base64))
        .service(post("/typing", messages::typing))
        .service(post("/leaveMsg", leave_messages::leave_msg))
        .service(post("/robotTips", robot::robot_tips))
        .service(post("/getRobotDoc", robot::get_robot_doc))
        .service(post("/resetInfo", page::reset_info))
        .service(post("/msgComplete", session::msg_complete))
        .service(post("/commentDoc", page::comment_doc))
        .service(post("/sysMsg", page::sys_msg))
        .service(post("/updateSessionMsg", page::update_session_msg))
        .service(post("/fromRequest", forms::from_request))
        .service(post("/getAdminCard", service::get_admin_card));
}

fn open_calls(config: &mut ServiceConfig) {
    use open::{templates, work_orders};
    config
        .service(post(
            "/getTemplateFiledInfoByTemplateId",
            templates::by_template_id,
        ))
        .service(post("/getTemplateFiledInfoByTypeId", templates::by_type_id))
        .service(post("/queryWoById", work_orders::query_wo_by_id))
        .service(post("/queryWoByCustom", work_orders::query_wo_by_custom))
        .service(post("/addWo", work_orders::add_wo))
        .service(post("/addWoHandleInfo", work_orders::add_wo_handle_info));
}

fn agent_calls(config: &mut ServiceConfig) {
    use agent::{boxes, calls, conversations, inbox, knowledge, messages, orders, seat, transfer};
    config
        .service(post("/login", seat::login))
        .service(post("/logout", seat::logout))
        .service(post("/me", seat::me))
        .service(post("/setStatus", seat::set_status))
        .service(post("/getEventMsg", inbox::get_event_msg))
        .service(post("/listConversations", boxes::list_conversations))
        .service(post("/getVisitor", conversations::get_visitor))
        .service(post("/getHistoryMsg", messages::get_history_msg))
        .service(post("/note", messages::note))
        .service(post("/recallMsg", messages::recall_msg))
        .service(post("/typing", messages::typing))
        .service(post("/read", messages::read))
        .service(post("/takeNext", conversations::take_next))
        .service(post("/take", conversations::take))
        .service(post(
            "/transferConversation",
            transfer::transfer_conversation,
        ))
        .service(post("/inviteEvaluate", conversations::invite_evaluate))
        .service(post(
            "/closeConversation",
            conversations::close_conversation,
        ))
        .service(post("/searchDocs", knowledge::search_docs))
        .service(post("/quickReplies/list", knowledge::list))
        .service(post("/quickReplies/put", knowledge::put))
        .service(post("/quickReplies/delete", knowledge::delete))
        .service(post("/inviteCall", calls::invite_call))
        .service(post("/answerCall", calls::answer_call))
        .service(post("/refuseCall", calls::refuse_call))
        .service(post("/callSignal", calls::call_signal))
        .service(post("/upload", messages::upload))
        .service(post("/listWorkOrders", orders::list_work_orders))
        .service(post("/getWorkOrder", orders::get_work_order))
        .service(post("/handleWorkOrder", orders::handle_work_order))
        .service(post("/listLeaveMsgs", orders::list_leave_msgs))
        .service(post("/handleLeaveMsg", orders::handle_leave_msg));
}

fn admin_calls(config: &mut ServiceConfig) {
    use admin::{robots, things, visitors};
    config
        .service(post("/audit/list", things::audit))
        .service(post("/robot/ask", robots::ask))
        .service(post("/visitor/export", visitors::export))
        .service(post("/visitor/erase", visitors::erase))
        .service(post("/{thing}/list", things::list))
        .service(post("/{thing}/get", things::get))
        .service(post("/{thing}/put", things::put))
        .service(post("/{thing}/delete", things::delete));
}

fn post<F, Args>(path: &'static str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: actix_web::FromRequest + 'static,
    F::Output: Responder + 'static,
{
    web::resource(path)
        .route(web::post().to(handler))
        .default_service(web::to(|| async { only("POST") }))
}

/// A POST whose service decides for itself what it holds while it waits.
fn waiting<F, Answer>(path: &'static str, service: F) -> Resource
where
    F: Fn(ServiceRequest) -> Answer + Clone + 'static,
    Answer: Future<Output = Result<ServiceResponse, actix_web::Error>> + 'static,
{
    web::resource(path)
        .route(web::post().service(fn_service(service)))
        .default_service(web::to(|| async { only("POST") }))
}

fn get<F, Args>(path: &'static str, handler: F) -> Resource
where
    F: Handler<Args> + Clone,
    Args: actix_web::FromRequest + 'static,
    F::Output: Responder + 'static,
{
    web::resource(path)
        .route(web::get().to(handler.clone()))
        .route(web::head().to(handler))
        .default_service(web::to(|| async { only("GET, HEAD") }))
}

fn only(methods: &'static str) -> Result<&'static str, ApiError> {
    Err(ApiError::MethodNotAllowed(methods))
}
