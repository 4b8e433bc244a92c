//! The administration's calls about visitors, and its imports and exports (Protocol, 'Administration API').

pub mod api_keys;
pub mod blocks;
pub mod drafts;
pub mod flows;
pub mod history;
pub mod tenant;
pub mod titles;
pub mod web_page;
pub mod webhooks;

use crate::wire::agent::WireVisit;
use crate::wire::exported::ExportedLine;
use crate::wire::item::ExportedMessage;
use crate::wire::mail::WireMail;
use crate::wire::work_order::agent::AgentOrderResponse;
use actors_core::session::details::Details;
use serde::{Deserialize, Serialize};

/// visitor/export and visitor/erase.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonalRequest {
    /// The visitor.
    pub user_id: String,
    /// The administrator's own password, as a confirmation.
    pub password: String,
}

/// The form of docs/import, for the API description only: the server reads it as a stream.
#[derive(utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportDocsForm {
    /// JSON lines, or a table if its name ends in `.csv` or `.xlsx`; at most 50 MB.
    #[schema(value_type = String, format = Binary)]
    pub file: (),
    /// The robot.
    pub robot_no: String,
    /// `add` (the default) keeps other documents; `replace` deletes them.
    pub mode: Option<String>,
    /// The client's own id for it. A repeat with the same id is the same job.
    pub id: Option<String>,
    /// 1 only tries the import and changes nothing.
    pub check: Option<u8>,
    /// 1 imports regardless of the test questions.
    pub force: Option<u8>,
    /// The encoding of a CSV file, by a name of the Encoding Standard such as `gbk`; without it, the server finds it.
    pub encoding: Option<String>,
}

/// The form of testQuestions/import, for the API description only.
#[derive(utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportTestQuestionsForm {
    /// JSON lines, or a table if its name ends in `.csv` or `.xlsx`.
    #[schema(value_type = String, format = Binary)]
    pub file: (),
    /// The robot.
    pub robot_no: String,
    /// `add` (the default) keeps other questions; `replace` deletes them.
    pub mode: Option<String>,
    /// The client's own id for it. A repeat with the same id is the same job.
    pub id: Option<String>,
    /// 1 only tries the import and changes nothing.
    pub check: Option<u8>,
}

/// docs/export and testQuestions/export.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ExportDocsRequest {
    /// The robot.
    pub robot_no: String,
    /// `jsonl` (the default) or `csv`.
    pub format: Option<String>,
}

/// jobs/get.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct JobRequest {
    /// The job.
    pub job_id: String,
}

/// Details that a visitor or their page gave, named as in chatStart.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs)]
pub struct WireDetails {
    pub user_name: String,
    pub email: String,
    pub phone: String,
    pub params: String,
    pub form_params: String,
    pub previous_url: String,
    pub refer: String,
    pub title: String,
    pub context: String,
    pub pid: String,
    pub fiy_book_code: String,
    pub group_id: String,
    pub admin_id: String,
    pub device: String,
}

impl From<&Details> for WireDetails {
    fn from(details: &Details) -> Self {
        Self {
            user_name: details.name.to_string(),
            email: details.email.to_string(),
            phone: details.phone.to_string(),
            params: details.params.to_string(),
            form_params: details.form.to_string(),
            previous_url: details.previous_url.to_string(),
            refer: details.refer.to_string(),
            title: details.shop_page.title.to_string(),
            context: details.shop_page.context.to_string(),
            pid: details.pid.to_string(),
            fiy_book_code: details.booking_code.to_string(),
            group_id: details.group.to_string(),
            admin_id: details.agent.to_string(),
            device: details.device.to_string(),
        }
    }
}

/// The response of visitor/export.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VisitorExport {
    /// The visitor.
    pub user_id: String,
    /// The channel they last used.
    pub channel_id: Option<String>,
    /// Their language.
    pub locale: Option<String>,
    /// Their details; null if nothing is known.
    pub details: Option<WireDetails>,
    /// Every line of every session, oldest first.
    pub lines: Vec<ExportedLine>,
    /// The messages they left, with all remarks and notes.
    pub leave_msgs: Vec<ExportedMessage>,
    /// Their orders, with all replies.
    pub work_orders: Vec<AgentOrderResponse>,
    /// The mails that were written to or about them in the last 30 days, newest first.
    pub mails: Vec<WireMail>,
    /// What their browser says, the pages they saw, and what agents corrected; null if nothing is known.
    pub visit: Option<WireVisit>,
    /// The addresses of their files.
    pub files: Vec<String>,
    /// The other visitors of the same verified person, each as a whole; only on the visitor that was asked for.
    #[schema(no_recursion)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_person: Option<Vec<VisitorExport>>,
}
