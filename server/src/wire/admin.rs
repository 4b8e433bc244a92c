//! The administration's calls that are about visitors (Protocol, 'Administration API').

use crate::wire::exported::ExportedLine;
use crate::wire::leave_message::WireLeaveMessage;
use crate::wire::work_order::agent::AgentOrderResponse;
use actors_core::session::details::Details;
use serde::{Deserialize, Serialize};

/// visitor/export and visitor/erase.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonalRequest {
    /// The visitor.
    pub user_id: String,
    /// The administrator's own password, once more.
    pub password: String,
}

/// The form of docs/import, as the description shows it; it is read as it comes, never as a whole.
#[derive(utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportDocsForm {
    /// JSON lines, or a table where its name ends in `.csv`; at most 50 MB.
    #[schema(value_type = String, format = Binary)]
    pub file: (),
    /// For which robot.
    pub robot_no: String,
    /// `add` (which it is where nothing is said): other documents stay. `replace`: they go.
    pub mode: Option<String>,
    /// The client's name for it: the same again is the same job.
    pub id: Option<String>,
    /// 1: it is only tried, and nothing changes.
    pub check: Option<u8>,
    /// 1: it takes effect whatever the test questions say.
    pub force: Option<u8>,
}

/// The form of testQuestions/import, likewise.
#[derive(utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportTestQuestionsForm {
    /// JSON lines, or a table where its name ends in `.csv`.
    #[schema(value_type = String, format = Binary)]
    pub file: (),
    /// For which robot.
    pub robot_no: String,
    /// `add` (which it is where nothing is said): other questions stay. `replace`: they go.
    pub mode: Option<String>,
    /// The client's name for it: the same again is the same job.
    pub id: Option<String>,
}

/// docs/export and testQuestions/export.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ExportDocsRequest {
    /// Of which robot.
    pub robot_no: String,
    /// `jsonl` (which it is where nothing is said) or `csv`.
    pub format: Option<String>,
}

/// jobs/get.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct JobRequest {
    /// Which job.
    pub job_id: String,
}

/// What a visitor or their page said of them, in the names of chatStart.
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
            pid: details.pid.to_string(),
            fiy_book_code: details.booking_code.to_string(),
            group_id: details.group.to_string(),
            admin_id: details.agent.to_string(),
            device: details.device.to_string(),
        }
    }
}

/// What visitor/export answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VisitorExport {
    /// The visitor.
    pub user_id: String,
    /// Where they were last.
    pub channel_id: Option<String>,
    /// What they read.
    pub locale: Option<String>,
    /// What is known of them; none where nothing is.
    pub details: Option<WireDetails>,
    /// Every line of every session, oldest first.
    pub lines: Vec<ExportedLine>,
    /// What they left.
    pub leave_msgs: Vec<WireLeaveMessage>,
    /// Their orders with all that was said.
    pub work_orders: Vec<AgentOrderResponse>,
    /// Where their files are served.
    pub files: Vec<String>,
}
