//! Ratings: what a tenant asks, and which ratings are valid.

use std::collections::BTreeSet;
use thiserror::Error;

use crate::local_text::LocalText;
use crate::rating::{Rating, Subject};

/// The longest comment, in characters (Protocol, 'Ratings': 60 on phones and 64 on desktops, 64 here).
pub const COMMENT_CHARS_MAX: usize = 64;

/// The number of stars (Protocol, 'Ratings').
pub const STARS: u8 = 5;

/// A tenant's settings for ratings of agents (Protocol, 'Ratings', evaluation config).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EvaluationConfig {
    /// What a visitor rates with (evaluateModel).
    pub model: EvaluationModel,
    /// The question above the stars (evaluateGuideMsg).
    pub guide: LocalText,
    /// One level for each star, 1 first (starList). A star that is left out requires nothing.
    pub stars: Vec<Level>,
    /// The levels of a rating by score (scoreList).
    pub scores: Vec<Level>,
}

/// What a visitor rates with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EvaluationModel {
    /// One to five stars (1).
    #[default]
    Stars,
    /// A level of the score list (2).
    Score,
}

/// A star or a score.
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    /// Its number (select.value).
    pub value: u8,
    /// Its name (select.name).
    pub name: LocalText,
    /// The question when it is chosen (levelGuideMsg).
    pub guide: LocalText,
    /// Labels to choose from, separated by commas (levelTag).
    pub tags: LocalText,
    /// Whether a comment is required (evaluateMsgRequired).
    pub comment_required: bool,
    /// Whether a label is required (levelTagRequired).
    pub tag_required: bool,
}

impl Level {
    /// The labels in this language.
    pub fn labels<'a>(&'a self, language: &str) -> impl Iterator<Item = &'a str> {
        labels(self.tags.or_empty(language))
    }

    fn has_label(&self, label: &str) -> bool {
        self.tags
            .versions()
            .any(|(_, tags)| labels(tags).any(|known| known == label))
    }
}

fn labels(tags: &str) -> impl Iterator<Item = &str> {
    tags.split([',', '，'])
        .map(str::trim)
        .filter(|label| !label.is_empty())
}

/// The product's own labels for a robot that did not help, in every language (Protocol, 'Ratings').
pub type RobotLabels = BTreeSet<Box<str>>;

/// Why a rating is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RatingError {
    /// Neither one to five stars nor a level of the score list.
    #[error("stars are 1 to 5")]
    Stars,
    /// The star requires a comment (evaConInput).
    #[error("a comment is required")]
    CommentMissing,
    /// More than [`COMMENT_CHARS_MAX`] characters.
    #[error("a comment has at most 64 characters")]
    CommentTooLong,
    /// The star requires a label (evaLabelSelect).
    #[error("a label is required")]
    TagMissing,
    /// The star does not offer the label in any language.
    #[error("there is no such label")]
    TagUnknown,
}

impl EvaluationConfig {
    /// Checks a rating. One of an agent must meet the rules of its star; one of the robot may only use the product's
    /// own labels.
    ///
    /// The page hides the text box at five stars (Protocol, 'Ratings'), so a comment is never required there.
    ///
    /// # Errors
    /// The first broken rule.
    pub fn check(&self, rating: &Rating, labels: &RobotLabels) -> Result<(), RatingError> {
        let is_scored = rating.about == Subject::Agent && self.model == EvaluationModel::Score;
        let level = match rating.about {
            Subject::Robot => None,
            Subject::Agent if is_scored => self.level(&self.scores, rating),
            Subject::Agent => self.level(&self.stars, rating),
        };
        let is_known = if is_scored && !self.scores.is_empty() {
            level.is_some()
        } else {
            (1..=STARS).contains(&rating.stars)
        };
        if !is_known {
            return Err(RatingError::Stars);
        }
        if rating.comment.chars().count() > COMMENT_CHARS_MAX {
            return Err(RatingError::CommentTooLong);
        }
        let Some(level) = level else {
            // The labels are complaints, so they are valid only if the robot did not help (Protocol, 'Ratings').
            let may_complain = rating.about == Subject::Robot && !rating.solved;
            let mut tags = rating.tags.iter();
            let are_labels = tags.all(|tag| may_complain && labels.contains(tag));
            return are_labels.then_some(()).ok_or(RatingError::TagUnknown);
        };
        let has_box = is_scored || rating.stars < STARS;
        if level.comment_required && has_box && rating.comment.trim().is_empty() {
            return Err(RatingError::CommentMissing);
        }
        if level.tag_required && rating.tags.is_empty() && !level.tags.is_empty() {
            return Err(RatingError::TagMissing);
        }
        if rating.tags.iter().any(|tag| !level.has_label(tag)) {
            return Err(RatingError::TagUnknown);
        }
        Ok(())
    }

    fn level<'a>(&self, levels: &'a [Level], rating: &Rating) -> Option<&'a Level> {
        levels.iter().find(|level| level.value == rating.stars)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::Occasion;

    fn config() -> EvaluationConfig {
        let level = |value, comment_required, tag_required| Level {
            value,
            name: LocalText::default(),
            guide: LocalText::default(),
            tags: LocalText::from_iter([("en", "late reply, rude"), ("zh", "回复慢，态度差")]),
            comment_required,
            tag_required,
        };
        EvaluationConfig {
            stars: vec![
                level(1, true, true),
                level(3, false, false),
                level(5, true, false),
            ],
            ..EvaluationConfig::default()
        }
    }

    fn rating(stars: u8, tags: &[&str], comment: &str) -> Rating {
        Rating {
            stars,
            tags: tags.iter().map(|tag| Box::from(*tag)).collect(),
            comment: comment.into(),
            solved: true,
            about: Subject::Agent,
            occasion: Occasion::OwnWish,
        }
    }

    fn none() -> RobotLabels {
        RobotLabels::new()
    }

    #[test]
    fn a_rating_of_the_robot_uses_the_products_own_labels_and_needs_none() {
        let labels = RobotLabels::from(["Rude".into(), "无法回答问题".into()]);
        let robot = |stars, tags: &[&str], comment: &str| Rating {
            about: Subject::Robot,
            solved: false,
            ..rating(stars, tags, comment)
        };
        let check = |rating| config().check(&rating, &labels);

        assert_eq!(
            check(robot(1, &[], "")),
            Ok(()),
            "only a rating of an agent needs a comment and a label"
        );
        assert_eq!(check(robot(1, &["无法回答问题", "Rude"], "no")), Ok(()));
        assert_eq!(
            check(robot(1, &["late reply"], "")),
            Err(RatingError::TagUnknown)
        );
        assert_eq!(check(robot(6, &[], "")), Err(RatingError::Stars));
        let pleased = Rating {
            solved: true,
            ..robot(4, &["Rude"], "")
        };
        assert_eq!(check(pleased), Err(RatingError::TagUnknown));
        let long = "x".repeat(65);
        assert_eq!(
            check(robot(2, &[], &long)),
            Err(RatingError::CommentTooLong)
        );
        assert_eq!(
            check(rating(3, &["Rude"], "")),
            Err(RatingError::TagUnknown)
        );
    }

    #[test]
    fn a_score_must_be_one_of_the_tenants_levels() {
        let stars = config();
        let level = |value| Level {
            value,
            ..stars.stars[0].clone()
        };
        let config = EvaluationConfig {
            model: EvaluationModel::Score,
            scores: vec![level(0), level(10)],
            ..stars.clone()
        };
        let check = |rating| config.check(&rating, &none());

        assert_eq!(check(rating(10, &["rude"], "it took long")), Ok(()));
        assert_eq!(
            check(rating(10, &["rude"], "")),
            Err(RatingError::CommentMissing)
        );
        assert_eq!(check(rating(0, &[], "late")), Err(RatingError::TagMissing));
        assert_eq!(check(rating(5, &[], "late")), Err(RatingError::Stars));
    }

    #[test]
    fn a_star_requires_the_comment_and_label_that_the_tenant_set() {
        let config = config();

        assert_eq!(
            config.check(&rating(1, &["rude"], " "), &none()),
            Err(RatingError::CommentMissing)
        );
        assert_eq!(
            config.check(&rating(1, &[], "no answer"), &none()),
            Err(RatingError::TagMissing)
        );
        assert_eq!(
            config.check(&rating(1, &["rude"], "no answer"), &none()),
            Ok(())
        );
        assert_eq!(config.check(&rating(3, &[], ""), &none()), Ok(()));
    }

    #[test]
    fn five_stars_never_require_a_comment() {
        assert_eq!(config().check(&rating(5, &[], ""), &none()), Ok(()));
    }

    #[test]
    fn a_label_must_belong_to_its_star_in_any_language() {
        let config = config();

        assert_eq!(
            config.check(&rating(3, &["回复慢", "late reply"], ""), &none()),
            Ok(())
        );
        assert_eq!(
            config.check(&rating(3, &["<b>"], ""), &none()),
            Err(RatingError::TagUnknown)
        );
        assert_eq!(
            config.check(&rating(2, &["rude"], ""), &none()),
            Err(RatingError::TagUnknown)
        );
        assert_eq!(
            config.stars[0].labels("zh").collect::<Vec<_>>(),
            ["回复慢", "态度差"]
        );
    }

    #[test]
    fn stars_and_comments_have_limits() {
        let config = config();

        assert_eq!(
            config.check(&rating(0, &[], ""), &none()),
            Err(RatingError::Stars)
        );
        assert_eq!(
            config.check(&rating(6, &[], ""), &none()),
            Err(RatingError::Stars)
        );
        assert_eq!(
            config.check(&rating(3, &[], &"好".repeat(64)), &none()),
            Ok(())
        );
        assert_eq!(
            config.check(&rating(3, &[], &"好".repeat(65)), &none()),
            Err(RatingError::CommentTooLong)
        );
    }
}
