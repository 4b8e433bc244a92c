//! Generates `/api/openapi.json` from the types of the wire, so that it always matches them.

mod account;
mod admin;
mod operator;
mod orders;
mod setup;
mod supervising;
mod v1;
mod webhooks;

#[cfg(feature = "api-docs")]
use crate::error::ApiError;
use crate::fixtures::findings::FieldError;
use crate::fixtures::tags::WrittenTag;
use crate::wire::agent::push::{
    PushKeyResponse, PushSubscribeRequest, PushSubscribeResponse, PushUnsubscribeRequest,
};
use crate::wire::agent::search::{SearchRequest, SearchResponse};
use crate::wire::agent::{
    AgentHistoryRequest, AgentReadRequest, AgentResponse, AgentSendRequest, BlockVisitorRequest,
    DeskPollRequest, DeskPollResponse, EditVisitorRequest, ListRequest, ListResponse, LoginRequest,
    NoteRequest, RecallRequest, StatusRequest, StatusResponse, TakeNextRequest,
    VisitorPastResponse, VisitorRequest, VisitorResponse, WatchRequest, WatchResponse, WireBlock,
    WireConversation,
};
use crate::wire::call::{
    CallRequest, CallResponse, InvitationRequest, InviteCallRequest, SignalRequest,
};
use crate::wire::channel::ChannelInfo;
use crate::wire::customer::{CustomerContextRequest, CustomerContextResponse};
use crate::wire::envelope::{Envelope, Nothing, Refused};
use crate::wire::history::{HistoryRequest, HistoryResponse, OfflineResponse};
use crate::wire::mail::{ForgotPasswordRequest, SendTranscriptRequest};
use crate::wire::messages::{
    AgentUploadForm, AskRequest, AskResponse, SendRequest, SendResponse, TypingRequest,
    UploadBase64Request, UploadForm, UploadResponse,
};
use crate::wire::page::{
    CommentRequest, RelayRequest, RelayResponse, ResetRequest, SessionRequest, SessionResponse,
    SysMsgRequest, TipsRequest, TipsResponse, UpdateRequest, UserFormRequest,
};
use crate::wire::service::{
    AdminCardResponse, ChannelInfoRequest, EvaluateInfoResponse, EvaluateRequest,
    IsEvaluateResponse, RobotDocRequest, RobotDocResponse,
};
use crate::wire::session::{
    BareRequest, ChatStartRequest, ChatStartResponse, PageRequest, PollRequest, PollResponse,
    ReadRequest, TicketRequest, TicketResponse, TransferRequest, TransferResponse,
};
use crate::wire::sign_on::{
    SignOnBeginRequest, SignOnBeginResponse, SignOnFinishRequest, SignOnInfoRequest,
    SignOnInfoResponse,
};
use crate::wire::team::{
    ChangeTagsRequest, ChangeTagsResponse, CreateTagRequest, DraftsResponse, MentionableRequest,
    MentionableResponse, MentionsResponse, ReadMentionsRequest, ReadMentionsResponse,
    SaveTextDraftRequest, TagsResponse, WireDraft,
};
use crate::wire::transfer::{ColleaguesResponse, TransferConversationRequest};
use actix_web::HttpResponse;
#[cfg(feature = "api-docs")]
use actix_web::{http::header, web::Path};
#[cfg(feature = "api-docs")]
use std::sync::Arc;
use std::sync::OnceLock;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, PathItem};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    Components, ContentBuilder, HeaderBuilder, InfoBuilder, OpenApi, OpenApiBuilder, PathsBuilder,
    RefOr, Response, ResponseBuilder, Schema,
};
use utoipa::{PartialSchema, ToSchema};
#[cfg(feature = "api-docs")]
use utoipa_swagger_ui::Config;

/// Serves the document.
pub async fn serve() -> HttpResponse {
    static DOCUMENT: OnceLock<String> = OnceLock::new();
    let text = DOCUMENT.get_or_init(|| document().to_json().unwrap_or_default());
    HttpResponse::Ok()
        .content_type("application/json")
        .body(text.as_str())
}

/// Serves `/api/docs/…`: the document as a page that can call the API.
///
/// # Errors
/// 404 for a file that the page does not have.
#[cfg(feature = "api-docs")]
pub async fn page(path: Path<String>) -> Result<HttpResponse, ApiError> {
    // The page's styles are inline; its scripts are files.
    const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
        img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    static CONFIG: OnceLock<Arc<Config>> = OnceLock::new();
    let config = CONFIG.get_or_init(|| Arc::new(Config::from("/api/openapi.json")));
    let file = utoipa_swagger_ui::serve(&path, Arc::clone(config));
    let file = file
        .map_err(ApiError::internal)?
        .ok_or(ApiError::NotFound)?;
    Ok(HttpResponse::Ok()
        .content_type(file.content_type)
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .body(file.bytes.into_owned()))
}

/// Who may make a call.
#[derive(Clone, Copy)]
enum Caller {
    Anybody,
    Visitor,
    Agent,
    Operator,
    /// A shop's server with an API key.
    Key,
}

#[derive(Default)]
struct Writer {
    paths: PathsBuilder,
    schemas: Vec<(String, RefOr<Schema>)>,
}

/// Returns the description of every call.
pub fn document() -> OpenApi {
    let writer = writer();
    let mut components = Components::new();
    components.schemas.extend(writer.schemas);
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    components.add_security_scheme("token", bearer);
    components.add_security_scheme(v1::SCHEME, v1::scheme());
    OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("Frontdesk")
                .version(env!("CARGO_PKG_VERSION"))
                .build(),
        )
        .paths(writer.paths.build())
        .components(Some(components))
        .build()
}

/// Describes every call. Schemas have the names of their types.
fn writer() -> Writer {
    let mut writer = Writer::default();
    visitor_calls(&mut writer);
    orders::visitor_calls(&mut writer);
    orders::open_calls(&mut writer);
    agent_calls(&mut writer);
    account::calls(&mut writer);
    orders::agent_calls(&mut writer);
    admin::agent_calls(&mut writer);
    admin::calls(&mut writer);
    webhooks::calls(&mut writer);
    supervising::calls(&mut writer);
    setup::calls(&mut writer);
    operator::calls(&mut writer);
    v1::calls(&mut writer);
    admin::keyed_calls(&mut writer);
    writer.note::<FieldError>();
    writer
}

fn visitor_calls(writer: &mut Writer) {
    const AT: &str = "/api/chat/visitor/";
    use Caller::{Anybody, Visitor};
    writer.call::<InvitationRequest, CallResponse>(AT, "userVideoInvitation", Visitor);
    writer.call::<SignalRequest, Nothing>(AT, "callSignal", Visitor);
    writer.call::<ChannelInfoRequest, ChannelInfo>(AT, "channelInfo", Anybody);
    writer.call::<ChatStartRequest, ChatStartResponse>(AT, "chatStart", Anybody);
    writer.call::<PageRequest, OfflineResponse>(AT, "getOfflineMsg", Visitor);
    writer.call::<TransferRequest, TransferResponse>(AT, "transferAgent", Visitor);
    writer.call::<PollRequest, PollResponse>(AT, "getEventMsg", Visitor);
    writer.call::<HistoryRequest, HistoryResponse>(AT, "getHistoryMsg", Visitor);
    writer.call::<UserFormRequest, Nothing>(AT, "submitUserForm", Visitor);
    writer.call::<SessionRequest, SessionResponse>(AT, "getSessionMsg", Visitor);
    writer.call::<BareRequest, Nothing>(AT, "chatClose", Visitor);
    writer.call::<BareRequest, Nothing>(AT, "leaveQueue", Visitor);
    writer.call::<TicketRequest, TicketResponse>(AT, "queueTicket", Visitor);
    writer.call::<AskRequest, AskResponse>(AT, "robotAsk", Visitor);
    writer.call::<SendRequest, SendResponse>(AT, "sendMsg", Visitor);
    writer.call::<EvaluateRequest, Nothing>(AT, "evaluate", Visitor);
    writer.call::<BareRequest, IsEvaluateResponse>(AT, "isEvaluate", Visitor);
    writer.call::<BareRequest, EvaluateInfoResponse>(AT, "getEvaluateInfo", Visitor);
    writer.form::<UploadForm, UploadResponse>(AT, "upload", Visitor);
    writer.call::<UploadBase64Request, UploadResponse>(AT, "uploadBase64", Visitor);
    writer.call::<TypingRequest, Nothing>(AT, "typing", Visitor);
    writer.call::<RobotDocRequest, RobotDocResponse>(AT, "getRobotDoc", Anybody);
    writer.call::<TipsRequest, TipsResponse>(AT, "robotTips", Visitor);
    writer.call::<ResetRequest, Nothing>(AT, "resetInfo", Visitor);
    writer.call::<ReadRequest, Nothing>(AT, "msgComplete", Visitor);
    writer.call::<CommentRequest, Nothing>(AT, "commentDoc", Visitor);
    writer.call::<SysMsgRequest, Nothing>(AT, "sysMsg", Visitor);
    writer.call::<UpdateRequest, Nothing>(AT, "updateSessionMsg", Visitor);
    writer.call::<RelayRequest, RelayResponse>(AT, "fromRequest", Visitor);
    writer.call::<BareRequest, AdminCardResponse>(AT, "getAdminCard", Visitor);
    writer.call::<BareRequest, PushKeyResponse>(AT, "push/key", Visitor);
    writer.call::<PushSubscribeRequest, PushSubscribeResponse>(AT, "push/subscribe", Visitor);
    writer.call::<PushUnsubscribeRequest, Nothing>(AT, "push/unsubscribe", Visitor);
}

fn agent_calls(writer: &mut Writer) {
    const AT: &str = "/api/agent/";
    use Caller::{Agent, Anybody};
    writer.call::<LoginRequest, AgentResponse>(AT, "login", Anybody);
    writer.call::<ForgotPasswordRequest, Nothing>(AT, "forgotPassword", Anybody);
    writer.call::<SendTranscriptRequest, Nothing>(AT, "sendTranscript", Agent);
    writer.call::<SignOnInfoRequest, SignOnInfoResponse>(AT, "signOn/info", Anybody);
    writer.call::<SignOnBeginRequest, SignOnBeginResponse>(AT, "signOn/begin", Anybody);
    writer.call::<SignOnFinishRequest, AgentResponse>(AT, "signOn/finish", Anybody);
    writer.call::<BareRequest, Nothing>(AT, "logout", Agent);
    writer.call::<BareRequest, AgentResponse>(AT, "me", Agent);
    writer.call::<StatusRequest, StatusResponse>(AT, "setStatus", Agent);
    writer.call::<DeskPollRequest, DeskPollResponse>(AT, "getEventMsg", Agent);
    writer.call::<ListRequest, ListResponse>(AT, "listConversations", Agent);
    writer.call::<SearchRequest, SearchResponse>(AT, "search", Agent);
    writer.call::<VisitorRequest, VisitorResponse>(AT, "getVisitor", Agent);
    writer.call::<VisitorRequest, VisitorPastResponse>(AT, "getVisitorPast", Agent);
    writer.call::<EditVisitorRequest, Nothing>(AT, "editVisitor", Agent);
    writer.call::<BlockVisitorRequest, WireBlock>(AT, "blockVisitor", Agent);
    writer.call::<WatchRequest, WatchResponse>(AT, "watch", Agent);
    writer.call::<WatchRequest, Nothing>(AT, "unwatch", Agent);
    writer.call::<VisitorRequest, WireConversation>(AT, "stepIn", Agent);
    writer.call::<CustomerContextRequest, CustomerContextResponse>(AT, "getCustomerContext", Agent);
    writer.call::<AgentHistoryRequest, HistoryResponse>(AT, "getHistoryMsg", Agent);
    writer.call::<AgentSendRequest, SendResponse>(AT, "sendMsg", Agent);
    writer.call::<NoteRequest, SendResponse>(AT, "note", Agent);
    writer.call::<RecallRequest, Nothing>(AT, "recallMsg", Agent);
    writer.call::<BareRequest, TagsResponse>(AT, "tags/list", Agent);
    writer.call::<CreateTagRequest, WrittenTag>(AT, "tags/create", Agent);
    writer.call::<ChangeTagsRequest, ChangeTagsResponse>(AT, "changeTags", Agent);
    writer.call::<SaveTextDraftRequest, WireDraft>(AT, "drafts/save", Agent);
    writer.call::<BareRequest, DraftsResponse>(AT, "drafts/list", Agent);
    writer.call::<MentionableRequest, MentionableResponse>(AT, "listMentionable", Agent);
    writer.call::<BareRequest, MentionsResponse>(AT, "mentions/list", Agent);
    writer.call::<ReadMentionsRequest, ReadMentionsResponse>(AT, "mentions/read", Agent);
    writer.call::<VisitorRequest, Nothing>(AT, "typing", Agent);
    writer.call::<AgentReadRequest, Nothing>(AT, "read", Agent);
    writer.call::<TakeNextRequest, WireConversation>(AT, "takeNext", Agent);
    writer.call::<VisitorRequest, WireConversation>(AT, "take", Agent);
    writer.call::<BareRequest, ColleaguesResponse>(AT, "listColleagues", Agent);
    writer.call::<TransferConversationRequest, Nothing>(AT, "transferConversation", Agent);
    writer.call::<VisitorRequest, Nothing>(AT, "inviteEvaluate", Agent);
    writer.call::<VisitorRequest, Nothing>(AT, "closeConversation", Agent);
    writer.call::<InviteCallRequest, CallResponse>(AT, "inviteCall", Agent);
    writer.call::<CallRequest, CallResponse>(AT, "answerCall", Agent);
    writer.call::<CallRequest, Nothing>(AT, "refuseCall", Agent);
    writer.call::<SignalRequest, Nothing>(AT, "callSignal", Agent);
    writer.form::<AgentUploadForm, UploadResponse>(AT, "upload", Agent);
}

impl Writer {
    /// Adds a call with a JSON body.
    fn call<Q: ToSchema, A: ToSchema>(&mut self, at: &str, name: &str, caller: Caller) {
        self.taking::<Q, A>("application/json", (at, name), caller);
    }

    /// Adds a call whose body is a form with a file.
    fn form<Q: ToSchema, A: ToSchema>(&mut self, at: &str, name: &str, caller: Caller) {
        self.taking::<Q, A>("multipart/form-data", (at, name), caller);
    }

    fn taking<Q: ToSchema, A: ToSchema>(
        &mut self,
        content: &str,
        (at, name): (&str, &str),
        caller: Caller,
    ) {
        self.note::<Q>();
        self.path::<A>(at, name, caller, with_body(content, reference::<Q>()));
    }

    /// Adds an agent's call that answers with a file.
    fn file<Q: ToSchema>(&mut self, at: &str, name: &str, kinds: &[&str]) {
        self.file_by::<Q>(at, name, Caller::Agent, kinds);
    }

    /// The same, for another caller.
    fn file_by<Q: ToSchema>(&mut self, at: &str, name: &str, by: Caller, kinds: &[&str]) {
        self.note::<Q>();
        let mut answer = ResponseBuilder::new().description("the file");
        for kind in kinds {
            let text = ContentBuilder::new().schema(Some(String::schema())).build();
            answer = answer.content(*kind, text);
        }
        self.answered(
            at,
            name,
            by,
            with_body("application/json", reference::<Q>()).response("200", answer.build()),
        );
    }

    /// Adds an agent's call whose body is described here alone.
    fn asked<A: ToSchema>(&mut self, at: &str, name: &str, body: RefOr<Schema>) {
        self.asked_by::<A>(at, name, Caller::Agent, body);
    }

    /// The same, for another caller.
    fn asked_by<A: ToSchema>(&mut self, at: &str, name: &str, by: Caller, body: RefOr<Schema>) {
        self.path::<A>(at, name, by, with_body("application/json", body));
    }

    fn path<A: ToSchema>(
        &mut self,
        at: &str,
        name: &str,
        caller: Caller,
        operation: OperationBuilder,
    ) {
        self.note::<A>();
        let schema = Some(Envelope::<A>::schema());
        let answered = ContentBuilder::new().schema(schema).build();
        let mut answer = ResponseBuilder::new()
            .description("done")
            .content("application/json", answered);
        if matches!(caller, Caller::Key) {
            answer = v1::with_limits(answer);
        }
        self.answered(at, name, caller, operation.response("200", answer.build()));
    }

    /// Adds the errors that every call may answer.
    fn answered(&mut self, at: &str, name: &str, caller: Caller, operation: OperationBuilder) {
        let id = format!("{at}{name}")
            .replacen("/api/", "", 1)
            .replace('/', "_");
        let mut operation = operation.operation_id(Some(id));
        for (status, meaning) in REFUSALS {
            operation = operation.response(status, refusal(status, meaning));
        }
        let scheme = match caller {
            Caller::Anybody => None,
            Caller::Key => Some(v1::SCHEME),
            Caller::Visitor | Caller::Agent | Caller::Operator => Some("token"),
        };
        if let Some(scheme) = scheme {
            let needed = SecurityRequirement::new::<_, [&str; 0], &str>(scheme, []);
            operation = operation.security(needed);
        }
        if matches!(caller, Caller::Key) && v1::changes(name) {
            operation = operation.parameter(v1::idempotency_key());
        }
        let mut item = PathItem::new(HttpMethod::Post, operation.build());
        item.servers = operator::server(at).map(|server| vec![server]);
        let paths = std::mem::take(&mut self.paths);
        self.paths = paths.path(format!("{at}{name}"), item);
    }

    fn note<T: ToSchema>(&mut self) {
        self.schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(&mut self.schemas);
    }
}

/// The errors that any call may answer (Protocol, 'Errors').
const REFUSALS: [(&str, &str); 12] = [
    ("400", "malformed or invalid; the message names the field"),
    ("401", "no token, or an invalid or expired one"),
    ("403", "the channel or the role does not allow it"),
    ("404", "unknown, or another caller's"),
    ("408", "the body came too slowly"),
    ("409", "the state does not allow it"),
    ("413", "the body is too large"),
    ("422", "the id was used before with other content"),
    (
        "429",
        "too many requests; Retry-After is the number of seconds to wait",
    ),
    (
        "500",
        "a failure of the server; its log has the X-Request-Id",
    ),
    (
        "503",
        "stopping, overloaded or out of disk space; Retry-After is the number of seconds to wait",
    ),
    ("405", "not a POST"),
];

fn refusal(status: &str, meaning: &str) -> Response {
    let content = ContentBuilder::new()
        .schema(Some(Refused::schema()))
        .build();
    let text = || HeaderBuilder::new().schema(Some(String::schema()));
    let mut response = ResponseBuilder::new()
        .description(meaning)
        .content("application/json", content)
        .header(
            "X-Request-Id",
            text()
                .description(Some("the id of the request in the server's log"))
                .build(),
        );
    if matches!(status, "429" | "503") {
        let seconds = HeaderBuilder::new().schema(Some(u32::schema()));
        response = response.header("Retry-After", seconds.description(Some("seconds")).build());
    }
    response.build()
}

fn with_body(content: &str, schema: RefOr<Schema>) -> OperationBuilder {
    let schema = ContentBuilder::new().schema(Some(schema));
    let body = RequestBodyBuilder::new().content(content, schema.build());
    OperationBuilder::new().request_body(Some(body.build()))
}

fn reference<T: ToSchema>() -> RefOr<Schema> {
    RefOr::Ref(utoipa::openapi::Ref::from_schema_name(T::name()))
}

#[cfg(test)]
#[path = "openapi/tests.rs"]
mod tests;
