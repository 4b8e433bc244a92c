//! The administration, and what agents look up.

use super::{Caller, Writer};
use crate::admin::audit::{AuditPage, AuditQuery};
use crate::admin::jobs::Job;
use crate::admin::listing::{ListQuery, ThingPage};
use crate::admin::thing::Thing;
use crate::wire::admin::{
    AnyThing, ExportDocsRequest, ImportDocsForm, JobRequest, PersonalRequest, VisitorExport,
};
use crate::wire::envelope::Nothing;
use crate::wire::knowledge::{
    InboxRequest, InboxResponse, ResolveRequest, RobotAskRequest, RobotAskResponse,
    RobotCheckRequest, SearchDocsRequest, SearchDocsResponse,
};
use crate::wire::replies::{
    QuickRepliesRequest, QuickRepliesResponse, QuickReplyNameRequest, QuickReplyPutRequest,
    WireQuickReply,
};

pub(super) fn agent_calls(writer: &mut Writer) {
    const AT: &str = "/api/agent/";
    use Caller::Agent;
    writer.call::<SearchDocsRequest, SearchDocsResponse>(AT, "searchDocs", Agent);
    writer.call::<QuickRepliesRequest, QuickRepliesResponse>(AT, "quickReplies/list", Agent);
    writer.call::<QuickReplyPutRequest, WireQuickReply>(AT, "quickReplies/put", Agent);
    writer.call::<QuickReplyNameRequest, Nothing>(AT, "quickReplies/delete", Agent);
}

pub(super) fn calls(writer: &mut Writer) {
    const AT: &str = "/api/admin/";
    use Caller::Agent;
    for thing in Thing::ALL {
        let call = |call: &str| format!("{}/{call}", thing.name());
        writer.call::<ListQuery, ThingPage>(AT, &call("list"), Agent);
        writer.call::<AnyThing, AnyThing>(AT, &call("get"), Agent);
        writer.call::<AnyThing, AnyThing>(AT, &call("put"), Agent);
        writer.call::<AnyThing, Nothing>(AT, &call("delete"), Agent);
    }
    writer.form::<ImportDocsForm, Job>(AT, "docs/import", Agent);
    writer.file::<ExportDocsRequest>(AT, "docs/export", &["application/x-ndjson", "text/csv"]);
    let kinds = ["application/x-ndjson", "text/csv"];
    writer.file::<ExportDocsRequest>(AT, "testQuestions/export", &kinds);
    writer.call::<RobotCheckRequest, Job>(AT, "robot/check", Agent);
    writer.call::<JobRequest, Job>(AT, "jobs/get", Agent);
    writer.call::<AuditQuery, AuditPage>(AT, "audit/list", Agent);
    writer.call::<RobotAskRequest, RobotAskResponse>(AT, "robot/ask", Agent);
    writer.call::<InboxRequest, InboxResponse>(AT, "robot/inbox", Agent);
    writer.call::<ResolveRequest, AnyThing>(AT, "robot/resolve", Agent);
    writer.call::<PersonalRequest, VisitorExport>(AT, "visitor/export", Agent);
    writer.call::<PersonalRequest, Nothing>(AT, "visitor/erase", Agent);
}
