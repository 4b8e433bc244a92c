//! Around a conversation: the channel's settings, documents, the agent's card, the rating.

use actors_core::evaluation::{EvaluationConfig, EvaluationModel, Level, Rating};
use actors_core::tenant::Agent;
use serde::{Deserialize, Serialize};

/// channelInfo.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChannelInfoRequest {
    /// The channel.
    pub id: Option<String>,
    /// The language texts are wanted in.
    pub locale: Option<String>,
}

/// getRobotDoc.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RobotDocRequest {
    /// The document.
    pub doc_id: Option<String>,
    /// The channel whose robot has it.
    pub channel_id: Option<String>,
    /// The language it is wanted in.
    pub locale: Option<String>,
}

/// What getRobotDoc answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RobotDocResponse {
    /// The question it answers.
    pub doc_question: String,
    /// The answer, sanitised rich text.
    pub doc_answer: String,
}

/// What getAdminCard answers (Spec §3, agent card).
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct AdminCardResponse {
    pub admin_id: String,
    pub admin_nick: String,
    pub admin_face: String,
    pub admin_card_sign: String,
    pub admin_card_tel: String,
    pub admin_card_mobile: String,
    pub admin_card_email: String,
    pub admin_card_qq: String,
    pub admin_card_wechat: String,
}

impl From<&Agent> for AdminCardResponse {
    fn from(agent: &Agent) -> Self {
        let contact = &agent.contact;
        Self {
            admin_id: agent.id.to_string(),
            admin_nick: agent.nick.to_string(),
            admin_face: agent.face.to_string(),
            admin_card_sign: contact.signature.to_string(),
            admin_card_tel: contact.telephone.to_string(),
            admin_card_mobile: contact.mobile.to_string(),
            admin_card_email: contact.email.to_string(),
            admin_card_qq: contact.qq.to_string(),
            admin_card_wechat: contact.wechat.to_string(),
        }
    }
}

/// evaluate. The fields of the agent's rating stand over the robot's (Spec §3).
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs)]
pub struct EvaluateRequest {
    /// The client's name for it; a repeat is harmless.
    pub id: Option<String>,
    pub evaluate_admin_solve: Option<u8>,
    pub evaluate_admin_star: Option<u8>,
    pub evaluate_admin_tag: Option<String>,
    pub evaluate_admin_content: Option<String>,
    pub evaluate_robot_solve: Option<u8>,
    pub evaluate_robot_star: Option<u8>,
    pub evaluate_robot_tag: Option<String>,
    pub evaluate_robot_content: Option<String>,
}

impl EvaluateRequest {
    /// The rating; solved and five stars where it does not say (Spec §4).
    pub fn rating(&self) -> Rating {
        let tags = self
            .evaluate_admin_tag
            .as_ref()
            .or(self.evaluate_robot_tag.as_ref());
        let comment = self
            .evaluate_admin_content
            .as_ref()
            .or(self.evaluate_robot_content.as_ref());
        Rating {
            stars: self
                .evaluate_admin_star
                .or(self.evaluate_robot_star)
                .unwrap_or(5),
            tags: tags
                .map(|tags| {
                    tags.split(',')
                        .map(str::trim)
                        .filter(|tag| !tag.is_empty())
                        .map(Into::into)
                        .collect()
                })
                .unwrap_or_default(),
            comment: comment
                .map(|comment| comment.trim().into())
                .unwrap_or_default(),
            solved: self
                .evaluate_admin_solve
                .or(self.evaluate_robot_solve)
                .unwrap_or(1)
                != 0,
        }
    }
}

/// What isEvaluate answers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IsEvaluateResponse {
    /// Whether the visitor has rated.
    pub evaluated: bool,
    /// Whether they may.
    pub enable_evaluate: bool,
}

/// What getEvaluateInfo answers (Spec §3).
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EvaluateInfoResponse {
    /// 1 stars, 2 score.
    pub evaluate_model: u8,
    /// The question above the stars.
    pub evaluate_guide_msg: String,
    /// Whether some level asks for a comment by default.
    pub evaluate_msg_required: u8,
    /// Whether some level asks for a label by default.
    pub level_tag_required: u8,
    /// One a star.
    pub star_list: Vec<WireLevel>,
    /// One a score.
    pub score_list: Vec<WireLevel>,
}

/// A star, or a score.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireLevel {
    /// Its name and number.
    pub select: WireSelect,
    /// What is asked when it is chosen.
    pub level_guide_msg: String,
    /// Labels to choose from, separated by commas.
    pub level_tag: String,
    /// 1 where a comment must be written.
    pub evaluate_msg_required: u8,
    /// 1 where a label must be chosen.
    pub level_tag_required: u8,
}

/// A level's name and number.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WireSelect {
    /// Its name.
    pub name: String,
    /// Its number.
    pub value: u8,
}

impl EvaluateInfoResponse {
    /// A tenant's setting as a reader of this language sees it. The requirements stand at each level; those at the top
    /// are the default for levels a page does not know, so they ask for nothing.
    pub fn new(config: &EvaluationConfig, language: &str) -> Self {
        let levels = |levels: &[Level]| {
            levels
                .iter()
                .map(|level| WireLevel::new(level, language))
                .collect()
        };
        Self {
            evaluate_model: match config.model {
                EvaluationModel::Stars => 1,
                EvaluationModel::Score => 2,
            },
            evaluate_guide_msg: config.guide.or_empty(language).to_owned(),
            evaluate_msg_required: 0,
            level_tag_required: 0,
            star_list: levels(&config.stars),
            score_list: levels(&config.scores),
        }
    }
}

impl WireLevel {
    fn new(level: &Level, language: &str) -> Self {
        Self {
            select: WireSelect {
                name: level.name.or_empty(language).to_owned(),
                value: level.value,
            },
            level_guide_msg: level.guide.or_empty(language).to_owned(),
            level_tag: level.tags.or_empty(language).to_owned(),
            evaluate_msg_required: level.comment_required.into(),
            level_tag_required: level.tag_required.into(),
        }
    }
}
