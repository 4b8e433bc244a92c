//! The administration's calls, and what agents look up.

use super::{Caller, Writer};
use crate::admin::audit::{AuditPage, AuditQuery};
use crate::admin::jobs::Job;
use crate::admin::listing::ListQuery;
use crate::admin::thing::Thing;
use crate::fixtures::channel::WrittenChannel;
use crate::fixtures::evaluation::WrittenEvaluation;
use crate::fixtures::flows::WrittenFlow;
use crate::fixtures::groups::WrittenGroup;
use crate::fixtures::knowledge::{WrittenDocument, WrittenRobot};
use crate::fixtures::people::{WrittenAgent, WrittenTenant};
use crate::fixtures::replies::WrittenQuickReply;
use crate::fixtures::sign_on::WrittenSignOn;
use crate::fixtures::tags::WrittenTag;
use crate::fixtures::templates::WrittenTemplate;
use crate::fixtures::test_questions::WrittenTestQuestion;
use crate::fixtures::words::WrittenWords;
use crate::wire::admin::api_keys::{
    ApiKeysResponse, CreateApiKeyRequest, CreateApiKeyResponse, RevokeApiKeyRequest,
};
use crate::wire::admin::blocks::{BlocksResponse, UnblockRequest};
use crate::wire::admin::drafts::{
    ChangesResponse, ChannelRequest, DraftRequest, DraftResponse, PreviewRequest, PreviewResponse,
    SaveDraftRequest,
};
use crate::wire::admin::flows::{
    FlowCheckRequest, FlowCheckResponse, FlowTryRequest, FlowTryResponse,
};
use crate::wire::admin::history::{DocHistoryResponse, DocumentRequest, RestoreRequest};
use crate::wire::admin::tenant::{
    ModelTestRequest, ModelTestResponse, RetentionCountRequest, RetentionCountResponse,
};
use crate::wire::admin::titles::{TitlesRequest, TitlesResponse, UsesResponse};
use crate::wire::admin::web_page::{ReadPageRequest, ReadPageResponse};
use crate::wire::admin::{
    ExportDocsRequest, ImportDocsForm, ImportTestQuestionsForm, JobRequest, PersonalRequest,
    VisitorExport,
};
use crate::wire::agent::assist::{HelpResponse, SumUpRequest, TranslateRequest};
use crate::wire::customer::{CustomerTestRequest, CustomerTestResponse};
use crate::wire::envelope::Nothing;
use crate::wire::knowledge::{
    InboxRequest, InboxResponse, ResolveRequest, RobotAskRequest, RobotAskResponse,
    RobotCheckRequest, SearchDocsRequest, SearchDocsResponse,
};
use crate::wire::mail::{
    MailListRequest, MailListResponse, MailResendRequest, MailStateResponse, MailTestRequest,
    MailTestResponse,
};
use crate::wire::replies::{
    QuickRepliesRequest, QuickRepliesResponse, QuickReplyNameRequest, QuickReplyPutRequest,
    WireQuickReply,
};
use crate::wire::session::BareRequest;
use crate::wire::sign_on::{SignOnTestRequest, SignOnTestResponse};
use crate::wire::v1::{StoredChannelResponse, StoredDocResponse};
use std::borrow::Cow;
use std::marker::PhantomData;
use utoipa::openapi::schema::{AllOfBuilder, ArrayBuilder, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

pub(super) fn agent_calls(writer: &mut Writer) {
    const AT: &str = "/api/agent/";
    use Caller::Agent;
    writer.call::<SearchDocsRequest, SearchDocsResponse>(AT, "searchDocs", Agent);
    writer.call::<TranslateRequest, HelpResponse>(AT, "translate", Agent);
    writer.call::<SumUpRequest, HelpResponse>(AT, "sumUp", Agent);
    writer.call::<QuickRepliesRequest, QuickRepliesResponse>(AT, "quickReplies/list", Agent);
    writer.call::<QuickReplyPutRequest, WireQuickReply>(AT, "quickReplies/put", Agent);
    writer.call::<QuickReplyNameRequest, Nothing>(AT, "quickReplies/delete", Agent);
}

pub(super) fn calls(writer: &mut Writer) {
    const AT: &str = "/api/admin/";
    use Caller::Agent;
    for thing in Thing::ALL {
        match thing {
            Thing::Tenant => calls_of::<WrittenTenant>(writer, thing),
            Thing::Channels => calls_of::<WrittenChannel>(writer, thing),
            Thing::Groups => calls_of::<WrittenGroup>(writer, thing),
            Thing::Agents => calls_of::<WrittenAgent>(writer, thing),
            Thing::Robots => calls_of::<WrittenRobot>(writer, thing),
            Thing::Docs => calls_of::<WrittenDocument>(writer, thing),
            Thing::TestQuestions => calls_of::<WrittenTestQuestion>(writer, thing),
            Thing::Flows => calls_of::<WrittenFlow>(writer, thing),
            Thing::Templates => calls_of::<WrittenTemplate>(writer, thing),
            Thing::Evaluation => calls_of::<WrittenEvaluation>(writer, thing),
            Thing::QuickReplies => calls_of::<WrittenQuickReply>(writer, thing),
            Thing::SensitiveWords => calls_of::<WrittenWords>(writer, thing),
            Thing::SignOn => calls_of::<WrittenSignOn>(writer, thing),
            Thing::Tags => calls_of::<WrittenTag>(writer, thing),
        }
    }
    writer.call::<BareRequest, BlocksResponse>(AT, "blocks/list", Agent);
    writer.call::<UnblockRequest, Nothing>(AT, "blocks/delete", Agent);
    writer.call::<BareRequest, ApiKeysResponse>(AT, "apiKeys/list", Agent);
    writer.call::<CreateApiKeyRequest, CreateApiKeyResponse>(AT, "apiKeys/create", Agent);
    writer.call::<RevokeApiKeyRequest, Nothing>(AT, "apiKeys/revoke", Agent);
    writer.call::<PreviewRequest, PreviewResponse>(AT, "channels/preview", Agent);
    writer.call::<SaveDraftRequest, DraftResponse>(AT, "channels/saveDraft", Agent);
    writer.call::<ChannelRequest, DraftResponse>(AT, "channels/getDraft", Agent);
    writer.call::<ChannelRequest, ChangesResponse>(AT, "channels/changes", Agent);
    writer.call::<DraftRequest, Nothing>(AT, "channels/discardDraft", Agent);
    writer.call::<DraftRequest, Whole<WrittenChannel>>(AT, "channels/publish", Agent);
    writer.call::<FlowCheckRequest, FlowCheckResponse>(AT, "flows/check", Agent);
    writer.call::<FlowTryRequest, FlowTryResponse>(AT, "flows/try", Agent);
    writer.call::<TitlesRequest, TitlesResponse>(AT, "docs/titles", Agent);
    writer.call::<DocumentRequest, UsesResponse>(AT, "docs/uses", Agent);
    writer.call::<DocumentRequest, DocHistoryResponse>(AT, "docs/history", Agent);
    writer.call::<RestoreRequest, Whole<WrittenDocument>>(AT, "docs/restore", Agent);
    writer.call::<RetentionCountRequest, RetentionCountResponse>(
        AT,
        "tenant/retentionCount",
        Agent,
    );
    writer.call::<ModelTestRequest, ModelTestResponse>(AT, "model/test", Agent);
    writer.call::<CustomerTestRequest, CustomerTestResponse>(AT, "customerData/test", Agent);
    writer.call::<BareRequest, MailStateResponse>(AT, "mail/state", Agent);
    writer.call::<MailTestRequest, MailTestResponse>(AT, "mail/test", Agent);
    writer.call::<MailListRequest, MailListResponse>(AT, "mail/list", Agent);
    writer.call::<MailResendRequest, Nothing>(AT, "mail/resend", Agent);
    writer.call::<ReadPageRequest, ReadPageResponse>(AT, "docs/readPage", Agent);
    writer.call::<SignOnTestRequest, SignOnTestResponse>(AT, "signOn/test", Agent);
    writer.form::<ImportDocsForm, Job>(AT, "docs/import", Agent);
    writer.file::<ExportDocsRequest>(AT, "docs/export", &["application/x-ndjson", "text/csv"]);
    writer.form::<ImportTestQuestionsForm, Job>(AT, "testQuestions/import", Agent);
    let kinds = ["application/x-ndjson", "text/csv"];
    writer.file::<ExportDocsRequest>(AT, "testQuestions/export", &kinds);
    writer.call::<RobotCheckRequest, Job>(AT, "robot/check", Agent);
    writer.call::<JobRequest, Job>(AT, "jobs/get", Agent);
    writer.call::<AuditQuery, AuditPage>(AT, "audit/list", Agent);
    writer.call::<RobotAskRequest, RobotAskResponse>(AT, "robot/ask", Agent);
    writer.call::<InboxRequest, InboxResponse>(AT, "robot/inbox", Agent);
    writer.call::<ResolveRequest, Whole<WrittenDocument>>(AT, "robot/resolve", Agent);
    writer.call::<PersonalRequest, VisitorExport>(AT, "visitor/export", Agent);
    writer.call::<PersonalRequest, Nothing>(AT, "visitor/erase", Agent);
}

/// Adds what a shop's server may do with documents and channels.
pub(super) fn keyed_calls(writer: &mut Writer) {
    const AT: &str = "/api/v1/";
    use Caller::Key;
    writer.call::<ListQuery, Page<WrittenDocument>>(AT, "docs/list", Key);
    writer.asked_by::<Whole<WrittenDocument>>(AT, "docs/get", Key, naming(Thing::Docs).into());
    let force = || switch("Make the change even if test questions get worse answers.");
    let put = whole::<WrittenDocument>(ObjectBuilder::new().property("force", force()));
    writer.asked_by::<StoredDocResponse>(AT, "docs/put", Key, put.into());
    let named = naming(Thing::Docs).property("force", force()).property(
        "detach",
        switch("Take it out of the channels and flows that refer to it."),
    );
    writer.asked_by::<Nothing>(AT, "docs/delete", Key, named.into());
    writer.call::<ListQuery, Page<WrittenChannel>>(AT, "channels/list", Key);
    let named = naming(Thing::Channels).into();
    writer.asked_by::<Whole<WrittenChannel>>(AT, "channels/get", Key, named);
    writer.call::<Whole<WrittenChannel>, StoredChannelResponse>(AT, "channels/put", Key);
}

/// Adds list, get, put and delete of one kind of thing.
fn calls_of<T: ToSchema>(writer: &mut Writer, thing: Thing) {
    const AT: &str = "/api/admin/";
    let call = |call: &str| format!("{}/{call}", thing.name());
    writer.call::<ListQuery, Page<T>>(AT, &call("list"), Caller::Agent);
    writer.asked::<Whole<T>>(AT, &call("get"), naming(thing).into());
    writer.note::<T>();
    if thing == Thing::Docs {
        let put = whole::<T>(tried(ObjectBuilder::new()));
        writer.asked::<Whole<T>>(AT, &call("put"), put.into());
        let named = tried(naming(thing)).property(
            "detach",
            switch("Take it out of the channels and flows that refer to it."),
        );
        writer.asked::<Nothing>(AT, &call("delete"), named.into());
    } else {
        writer.call::<Whole<T>, Whole<T>>(AT, &call("put"), Caller::Agent);
        writer.asked::<Nothing>(AT, &call("delete"), naming(thing).into());
    }
}

fn switch(says: &str) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Boolean, Type::Null]))
        .description(Some(says))
}

/// Adds the switches of a change that test questions check first (`docs/decisions/0009`).
fn tried(body: ObjectBuilder) -> ObjectBuilder {
    body.property(
        "check",
        switch("Only check the change; the answer is a job."),
    )
    .property(
        "force",
        switch("Make the change even if test questions get worse answers."),
    )
}

/// Returns the fields that name one thing; only a document's language may be omitted.
fn naming(thing: Thing) -> ObjectBuilder {
    let mut named = ObjectBuilder::new();
    for field in thing.id_fields() {
        named = named.property(*field, String::schema());
        if *field != "lang" {
            named = named.required(*field);
        }
    }
    named.property("version", version()).description(Some(
        "The fields that name it; for delete, also the version that was read.",
    ))
}

fn version() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Integer, Type::Null]))
        .description(Some(
            "Rises with every change. `put` sends the newest, or none for a new thing.",
        ))
}

fn whole<T: ToSchema>(beside: ObjectBuilder) -> AllOfBuilder {
    AllOfBuilder::new()
        .item(Ref::from_schema_name(T::name()))
        .item(beside.property("version", version()))
}

/// A whole thing with its version. Secrets are write-only: reading returns whether each is set.
struct Whole<T>(PhantomData<T>);

/// A page of things, with the cursor of the next one.
struct Page<T>(PhantomData<T>);

impl<T: ToSchema> PartialSchema for Whole<T> {
    fn schema() -> RefOr<Schema> {
        whole::<T>(ObjectBuilder::new()).into()
    }
}

impl<T: ToSchema> ToSchema for Whole<T> {
    fn name() -> Cow<'static, str> {
        T::name().replacen("Written", "Kept", 1).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((T::name().into(), T::schema()));
        T::schemas(schemas);
    }
}

impl<T: ToSchema> PartialSchema for Page<T> {
    fn schema() -> RefOr<Schema> {
        let whole = Ref::from_schema_name(Whole::<T>::name());
        let item: RefOr<Schema> = match T::name() == WrittenChannel::name() {
            true => AllOfBuilder::new().item(whole).item(has_draft()).into(),
            false => whole.into(),
        };
        let things = ArrayBuilder::new().items(item);
        let cursor = String::schema();
        ObjectBuilder::new()
            .property("list", things)
            .property("cursor", cursor)
            .required("list")
            .required("cursor")
            .description(Some(
                "Whole things. `cursor` is where the next page begins; it is empty on the last page.",
            ))
            .into()
    }
}

/// What channels/list adds to each channel.
fn has_draft() -> ObjectBuilder {
    let says = "Whether the channel has a draft that is not published.";
    let flag = ObjectBuilder::new().schema_type(Type::Boolean);
    ObjectBuilder::new()
        .property("hasDraft", flag.description(Some(says)))
        .required("hasDraft")
}

impl<T: ToSchema> ToSchema for Page<T> {
    fn name() -> Cow<'static, str> {
        T::name().replacen("Written", "PageOf", 1).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((Whole::<T>::name().into(), Whole::<T>::schema()));
        Whole::<T>::schemas(schemas);
    }
}
