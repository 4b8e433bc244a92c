//! Besides the conversation itself: the channel's settings, documents, the agent's card, the rating.

use actors_core::evaluation::{EvaluationConfig, EvaluationModel, Level, RatingError, STARS};
use actors_core::rating::Occasion;
use actors_core::rating::Rating;
use actors_core::rating::Subject;
use actors_core::tenant::Agent;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// channelInfo.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChannelInfoRequest {
    /// The channel.
    pub id: Option<String>,
    /// The language of the texts.
    pub locale: Option<String>,
}

/// getRobotDoc.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RobotDocRequest {
    /// The document.
    pub doc_id: Option<String>,
    /// The channel whose robot has it. By default the channel of the visitor's page; the visitor comes from `userId`
    /// or the token.
    pub channel_id: Option<String>,
    /// The visitor who reads it; needs no token.
    pub user_id: Option<String>,
    /// The language of the document; by default the visitor's.
    pub locale: Option<String>,
}

/// The response of getRobotDoc.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RobotDocResponse {
    /// The question it answers.
    pub doc_question: String,
    /// The answer, sanitised rich text.
    pub doc_answer: String,
}

/// The response of getAdminCard (Protocol, 'Talking', agent card).
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

/// evaluate. The fields of the agent's rating take precedence over the robot's (Protocol, 'Ratings').
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs)]
pub struct EvaluateRequest {
    /// The client's own id for it. A repeat with the same id is harmless.
    pub id: Option<String>,
    pub evaluate_admin_solve: Option<u8>,
    pub evaluate_admin_star: Option<u8>,
    pub evaluate_admin_tag: Option<String>,
    pub evaluate_admin_content: Option<String>,
    /// 1 the visitor's own wish, 2 invited, 3 on closing.
    pub evaluate_admin_mode: Option<u8>,
    pub evaluate_robot_solve: Option<u8>,
    pub evaluate_robot_star: Option<u8>,
    pub evaluate_robot_tag: Option<String>,
    pub evaluate_robot_content: Option<String>,
    /// 1 the visitor's own wish, 2 invited, 3 on closing.
    pub evaluate_robot_mode: Option<u8>,
}

/// The fields of a rating, about either subject.
#[derive(Clone, Copy)]
struct Fields<'a> {
    about: Subject,
    solve: Option<u8>,
    star: Option<u8>,
    tag: Option<&'a str>,
    content: Option<&'a str>,
    mode: Option<u8>,
}

impl Fields<'_> {
    fn is_empty(&self) -> bool {
        let numbers = [self.solve, self.star, self.mode];
        numbers.iter().all(Option::is_none) && self.tag.is_none() && self.content.is_none()
    }
}

impl EvaluateRequest {
    /// The rating: the robot's if only its fields are present, otherwise the agent's. Missing fields mean solved and
    /// five stars (Protocol, 'Ratings').
    ///
    /// # Errors
    /// The name of an invalid field.
    pub fn rating(&self) -> Result<Rating, &'static str> {
        let fields = self.fields();
        let is_robots = fields.about == Subject::Robot;
        let solved = match fields.solve {
            None | Some(1) => true,
            Some(0) => false,
            Some(_) if is_robots => return Err("evaluateRobotSolve"),
            Some(_) => return Err("evaluateAdminSolve"),
        };
        let occasion = match fields.mode {
            None | Some(1) => Occasion::OwnWish,
            Some(2) => Occasion::Invited,
            Some(3) => Occasion::OnClosing,
            Some(_) if is_robots => return Err("evaluateRobotMode"),
            Some(_) => return Err("evaluateAdminMode"),
        };
        let tags = fields.tag.unwrap_or_default().split([',', '，']);
        let mut seen = BTreeSet::new();
        Ok(Rating {
            stars: fields.star.unwrap_or(STARS),
            tags: tags
                .map(str::trim)
                .filter(|tag| !tag.is_empty() && seen.insert(*tag))
                .map(Into::into)
                .collect(),
            comment: fields.content.unwrap_or_default().trim().into(),
            solved,
            about: fields.about,
            occasion,
        })
    }

    fn fields(&self) -> Fields<'_> {
        let admin = Fields {
            about: Subject::Agent,
            solve: self.evaluate_admin_solve,
            star: self.evaluate_admin_star,
            tag: self.evaluate_admin_tag.as_deref(),
            content: self.evaluate_admin_content.as_deref(),
            mode: self.evaluate_admin_mode,
        };
        let robot = Fields {
            about: Subject::Robot,
            solve: self.evaluate_robot_solve,
            star: self.evaluate_robot_star,
            tag: self.evaluate_robot_tag.as_deref(),
            content: self.evaluate_robot_content.as_deref(),
            mode: self.evaluate_robot_mode,
        };
        if admin.is_empty() && !robot.is_empty() {
            robot
        } else {
            admin
        }
    }
}

/// The name of the field that a rating's error belongs to.
pub fn rating_field(error: RatingError, about: Subject) -> &'static str {
    match (error, about) {
        (RatingError::Stars, Subject::Agent) => "evaluateAdminStar",
        (RatingError::Stars, Subject::Robot) => "evaluateRobotStar",
        (RatingError::CommentMissing | RatingError::CommentTooLong, Subject::Agent) => {
            "evaluateAdminContent"
        }
        (RatingError::CommentMissing | RatingError::CommentTooLong, Subject::Robot) => {
            "evaluateRobotContent"
        }
        (RatingError::TagMissing | RatingError::TagUnknown, Subject::Agent) => "evaluateAdminTag",
        (RatingError::TagMissing | RatingError::TagUnknown, Subject::Robot) => "evaluateRobotTag",
    }
}

/// The response of isEvaluate.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IsEvaluateResponse {
    /// Whether the visitor has already rated.
    pub evaluated: bool,
    /// Whether the visitor may rate.
    pub enable_evaluate: bool,
}

/// The response of getEvaluateInfo (Protocol, 'Ratings').
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EvaluateInfoResponse {
    /// 1 stars, 2 score.
    pub evaluate_model: u8,
    /// The question above the stars.
    pub evaluate_guide_msg: String,
    /// 1 if a level requires a comment by default.
    pub evaluate_msg_required: u8,
    /// 1 if a level requires a label by default.
    pub level_tag_required: u8,
    /// One entry per star.
    pub star_list: Vec<WireLevel>,
    /// One entry per score.
    pub score_list: Vec<WireLevel>,
}

/// A star, or a score.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireLevel {
    /// Its name and number.
    pub select: WireSelect,
    /// The question shown when it is chosen.
    pub level_guide_msg: String,
    /// Labels to choose from, separated by commas.
    pub level_tag: String,
    /// 1 if a comment is required.
    pub evaluate_msg_required: u8,
    /// 1 if a label is required.
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
    /// A tenant's setting in a reader's language. Each level has its own requirements. The values at the top are the
    /// default for unknown levels, and require nothing.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_that_is_named_twice_counts_once() {
        let request = EvaluateRequest {
            evaluate_admin_tag: Some("late, rude，late,,rude".to_owned()),
            ..EvaluateRequest::default()
        };

        let tags = request.rating().unwrap().tags;

        assert_eq!(
            tags.iter().map(AsRef::as_ref).collect::<Vec<&str>>(),
            ["late", "rude"]
        );
    }
}
