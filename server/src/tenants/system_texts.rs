//! The product's own sentences, from `locales/<code>/system.json`, in each reader's language (Protocol, 'Texts').

use actors_core::call::{CallEnd, CallStep, Party};
use actors_core::evaluation::{RatingError, RobotLabels};
use actors_core::event::Closing;
use actors_core::ids::Language;
use actors_core::message::content::{Line, LineKey, ReplyKind, RobotReply, TransferOffer};
use rust_embed::RustEmbed;
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(RustEmbed)]
#[folder = "../locales"]
struct Locales;

/// The language for readers whose language the product does not have.
const FALLBACK: &str = "en";

/// All sentences in all languages.
pub struct Sentences {
    languages: BTreeMap<String, BTreeMap<String, String>>,
    robot_labels: Arc<RobotLabels>,
}

/// The texts of the visitor's pages (`chat.json`) that the server needs: the labels for rating a robot, and the errors
/// of an incomplete rating.
const ROBOT_LABELS: [&str; 4] = [
    "rate_robot_irrelevant",
    "rate_robot_comprehension",
    "rate_robot_unable",
    "rate_robot_rude",
];
const COMMENT_MISSING: &str = "rate_text_required";
const LABEL_MISSING: &str = "rate_tag_required";

/// What a push tells a visitor.
pub const PUSH_ANSWER: &str = "push_answer";
/// The same, when an agent came.
pub const PUSH_AGENT: &str = "push_agent";

/// What a blocked visitor reads.
pub const CHAT_REFUSED: &str = "chat_refused";

/// Why the sentences cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SentencesError {
    /// A file is not an object of texts.
    #[error("locales/{0}: {1}")]
    File(String, serde_json::Error),
    /// The fallback language lacks a sentence.
    #[error("locales/{FALLBACK} has no `{0}`")]
    Missing(&'static str),
}

/// Returns the texts of a namespace in a language, as the pages read them; none if there is no such file.
///
/// # Errors
/// The file is not JSON.
pub fn texts(code: &str, namespace: &str) -> serde_json::Result<Option<serde_json::Value>> {
    let file = Locales::get(&format!("{code}/{namespace}.json"));
    file.map(|file| serde_json::from_slice(&file.data))
        .transpose()
}

/// The standard tag of a language of the product. To a browser, `tw` would mean Twi.
pub fn tag(code: &str) -> &str {
    match code {
        "tw" => "zh-TW",
        "zh" => "zh-CN",
        code => code,
    }
}

/// The writing direction of a language, as in HTML's `dir`.
pub fn direction(code: &str) -> &'static str {
    match code {
        "ar" | "fa" => "rtl",
        _ => "ltr",
    }
}

impl Sentences {
    /// Reads the sentences in the binary.
    ///
    /// # Errors
    /// A file cannot be parsed, or the fallback language lacks a sentence.
    pub fn load() -> Result<Self, SentencesError> {
        let mut languages = BTreeMap::new();
        let mut robot_labels = RobotLabels::new();
        for path in Locales::iter() {
            let Some((code, name)) = path.split_once('/') else {
                continue;
            };
            let is_pages = match name {
                "system.json" => false,
                "chat.json" => true,
                _ => continue,
            };
            let Some(file) = Locales::get(&path) else {
                continue;
            };
            let mut texts: BTreeMap<String, String> = serde_json::from_slice(&file.data)
                .map_err(|error| SentencesError::File(path.to_string(), error))?;
            if is_pages {
                let labels = ROBOT_LABELS.iter().filter_map(|key| texts.get(*key));
                robot_labels.extend(labels.map(|label| label.as_str().into()));
                texts.retain(|key, _| [COMMENT_MISSING, LABEL_MISSING].contains(&key.as_str()));
            }
            languages
                .entry(code.to_owned())
                .or_insert_with(BTreeMap::new)
                .extend(texts);
        }
        let sentences = Self {
            languages,
            robot_labels: Arc::new(robot_labels),
        };
        let known = sentences.languages.get(FALLBACK);
        for key in KEYS {
            if !known.is_some_and(|texts| texts.contains_key(key)) {
                return Err(SentencesError::Missing(key));
            }
        }
        Ok(sentences)
    }

    /// Returns a sentence with its placeholders filled.
    pub fn say(&self, key: &str, language: Language, places: &[(&str, &str)]) -> String {
        let text = [folder(language.as_str()), FALLBACK]
            .into_iter()
            .find_map(|code| self.languages.get(code)?.get(key))
            .map_or(key, String::as_str);
        places.iter().fold(text.to_owned(), |text, (name, value)| {
            text.replace(&format!("{{{{{name}}}}}"), value)
        })
    }

    /// Returns the text of a line in the log.
    pub fn line(&self, line: &Line, language: Language) -> String {
        let places: Vec<_> = line
            .params
            .iter()
            .map(|(name, value)| (&**name, &**value))
            .collect();
        self.say(key_of(line.key), language, &places)
    }

    /// Returns the text of a robot's reply: its own text, or the product's sentence for this kind of reply, or nothing.
    pub fn reply(&self, reply: &RobotReply, language: Language) -> String {
        match reply.kind {
            _ if !reply.text.is_empty() => reply.text.to_string(),
            // A node of a flow may have no text.
            ReplyKind::Answer if reply.parts.is_some() => String::new(),
            _ => self.without_answer(reply, language),
        }
    }

    /// Returns the product's sentence for a reply without a text. It mentions an agent only if the reply offers one.
    pub fn without_answer(&self, reply: &RobotReply, language: Language) -> String {
        let offers_agent = reply.offer != TransferOffer::None;
        let key = match (reply.kind, offers_agent) {
            (ReplyKind::Guide, _) => ROBOT_GUIDE,
            (ReplyKind::Looking, _) => ROBOT_LOOKING,
            (ReplyKind::Lost, true) => ROBOT_LOST,
            (ReplyKind::Lost, false) => ROBOT_LOST_ALONE,
            (ReplyKind::Answer | ReplyKind::Unknown, true) => ROBOT_UNKNOWN,
            (ReplyKind::Answer | ReplyKind::Unknown, false) => ROBOT_UNKNOWN_ALONE,
            (ReplyKind::Person, true) => ROBOT_PERSON,
            (ReplyKind::Person, false) => ROBOT_PERSON_WAITING,
        };
        self.say(key, language, &[])
    }

    /// The labels for rating a robot, in all languages.
    pub fn robot_labels(&self) -> &Arc<RobotLabels> {
        &self.robot_labels
    }

    /// Returns the reason why a rating is refused. evaConInput and evaLabelSelect are in the visitor's language
    /// (Protocol, 'Texts'), the others in English.
    pub fn rating_refused(&self, error: RatingError, language: Language) -> String {
        match error {
            RatingError::CommentMissing => self.say(COMMENT_MISSING, language, &[]),
            RatingError::TagMissing => self.say(LABEL_MISSING, language, &[]),
            RatingError::Stars | RatingError::CommentTooLong | RatingError::TagUnknown => {
                error.to_string()
            }
        }
    }

    /// Returns the product's notice that equals a text in any language.
    pub fn notice(&self, text: &str) -> Option<LineKey> {
        let text = text.trim();
        let says = |key: &&LineKey| {
            let key = key_of(**key);
            let texts = self.languages.values();
            let mut texts = texts.filter_map(|texts| texts.get(key));
            texts.any(|known| known == text && !known.contains("{{"))
        };
        NOTICES.iter().find(says).copied()
    }

    /// Returns the sentence for the end of a session.
    pub fn closing(&self, closing: Closing, language: Language) -> String {
        self.say(key_of_closing(closing), language, &[])
    }
}

/// The lines that a page may add to the log (sysMsg). None has a placeholder, so a page cannot add its own words.
const NOTICES: [LineKey; 13] = [
    LineKey::NoAgentOnline,
    LineKey::AgentsBusy,
    LineKey::TransferFailed,
    LineKey::OffWork,
    LineKey::EndedByAgent,
    LineKey::EndedByVisitor,
    LineKey::EndedBySilence,
    LineKey::Ended,
    LineKey::LeftLine,
    LineKey::Thanks,
    LineKey::OpenedElsewhere,
    LineKey::MessageRecalled,
    LineKey::EvaluationOver,
];

/// Event 1202, outType 3 (Protocol, 'Events').
pub const OPENED_ELSEWHERE: &str = "opened_elsewhere";

/// The robot offers similar questions.
const ROBOT_GUIDE: &str = "robot_guide";

/// The robot has no answer.
const ROBOT_UNKNOWN: &str = "robot_unknown";

/// The robot has no answer, and no agent is offered.
const ROBOT_UNKNOWN_ALONE: &str = "robot_unknown_alone";

/// The robot looks something up.
const ROBOT_LOOKING: &str = "robot_looking";

/// The robot cannot continue a flow.
const ROBOT_LOST: &str = "robot_lost";

/// The robot cannot continue a flow, and no agent is offered.
const ROBOT_LOST_ALONE: &str = "robot_lost_alone";

/// The visitor asked for a person.
const ROBOT_PERSON: &str = "robot_person";

/// The visitor asked for a person, and no agent is offered because they already wait for one.
const ROBOT_PERSON_WAITING: &str = "robot_person_waiting";

/// Event 1200 in a history.
pub const AGENT_CONNECTED: &str = "agent_connected";

/// Returns the folder of a language: `tw` for `zh-TW` and similar tags, `fil` for `tl`, otherwise the first part.
fn folder(code: &str) -> &str {
    let (base, rest) = code.split_once('-').unwrap_or((code, ""));
    match base {
        "zh" if ["TW", "HK", "MO", "Hant"]
            .iter()
            .any(|tag| rest.eq_ignore_ascii_case(tag)) =>
        {
            "tw"
        }
        "tl" => "fil",
        _ => base,
    }
}

/// The key of a line in `system.json`.
pub fn key_of(line: LineKey) -> &'static str {
    match line {
        LineKey::NoAgentOnline => "no_agent_online",
        LineKey::AgentsBusy => "agents_busy",
        LineKey::TransferFailed => "transfer_failed",
        LineKey::OffWork => "off_work",
        LineKey::EndedByAgent => "chat_ended_agent",
        LineKey::EndedByVisitor => "chat_ended_visitor",
        LineKey::EndedBySilence => "chat_ended_timeout",
        LineKey::Ended => "chat_ended",
        LineKey::AgentLeft => "agent_away",
        LineKey::LeftLine => "left_queue",
        LineKey::Thanks => "evaluated_thanks",
        LineKey::OpenedElsewhere => OPENED_ELSEWHERE,
        LineKey::MessageRecalled => "message_recalled",
        LineKey::EvaluationInvited => "evaluation_invited",
        LineKey::EvaluationOver => "evaluation_over",
    }
}

/// The key of the sentence for the end of a session.
pub fn key_of_closing(closing: Closing) -> &'static str {
    key_of(match closing {
        Closing::VisitorTimeout => LineKey::EndedBySilence,
        Closing::AgentClosed => LineKey::EndedByAgent,
        Closing::ChatOver => LineKey::EndedByVisitor,
    })
}

/// The key of the sentence about a call; none until the call is over.
pub fn key_of_call(step: CallStep) -> Option<&'static str> {
    match step {
        CallStep::Invited { .. } | CallStep::Answered { .. } => None,
        CallStep::Declined { by: Party::Agent } => Some("call_declined"),
        CallStep::Declined { by: Party::Visitor } => Some("call_declined_visitor"),
        CallStep::Ended {
            why: CallEnd::Unanswered,
            ..
        } => Some("call_unanswered"),
        CallStep::Ended {
            spoke_secs: Some(_),
            ..
        } => Some("call_lasted"),
        CallStep::Ended { .. } => Some("call_ended"),
    }
}

const KEYS: [&str; 31] = [
    PUSH_ANSWER,
    PUSH_AGENT,
    CHAT_REFUSED,
    COMMENT_MISSING,
    LABEL_MISSING,
    "call_declined",
    "call_declined_visitor",
    "call_unanswered",
    "call_lasted",
    "call_ended",
    "no_agent_online",
    "agents_busy",
    "transfer_failed",
    "off_work",
    "chat_ended_agent",
    "chat_ended_visitor",
    "chat_ended_timeout",
    "chat_ended",
    "agent_away",
    "left_queue",
    "evaluated_thanks",
    OPENED_ELSEWHERE,
    AGENT_CONNECTED,
    ROBOT_GUIDE,
    ROBOT_UNKNOWN,
    ROBOT_UNKNOWN_ALONE,
    ROBOT_LOOKING,
    ROBOT_LOST,
    ROBOT_LOST_ALONE,
    ROBOT_PERSON,
    ROBOT_PERSON_WAITING,
];

#[cfg(test)]
mod tests {
    use super::*;

    fn language(code: &str) -> Language {
        Language::parse(code).unwrap()
    }

    #[test]
    fn a_robot_without_an_answer_uses_the_products_sentences() {
        let sentences = Sentences::load().unwrap();
        let reply = |kind, text: &str| RobotReply {
            kind,
            text: text.into(),
            doc: None,
            suggestions: Vec::new(),
            offer: Default::default(),
            parts: None,
        };
        let says = |kind, text| sentences.reply(&reply(kind, text), language("en"));

        assert_eq!(says(ReplyKind::Guide, ""), "Did you mean one of these?");
        assert!(says(ReplyKind::Unknown, "").starts_with("Sorry"));
        assert_eq!(
            says(ReplyKind::Answer, "<p>Two days.</p>"),
            "<p>Two days.</p>"
        );
    }

    #[test]
    fn labels_for_rating_a_robot_are_known_in_every_language() {
        let sentences = Sentences::load().unwrap();

        let labels = sentences.robot_labels();

        assert!(labels.contains("Rude") && labels.contains("Irrelevant answer"));
        assert!(labels.len() > 4, "also in other languages: {labels:?}");
        assert_eq!(
            sentences.rating_refused(RatingError::CommentMissing, language("en")),
            "Please enter the evaluation content"
        );
    }

    #[test]
    fn each_reader_gets_their_own_language() {
        let sentences = Sentences::load().unwrap();

        let say = |code| sentences.say("agent_connected", language(code), &[("nick", "Mia")]);

        assert_eq!(say("en"), "Mia is now talking to you");
        assert_eq!(say("zh-CN"), "Mia 为您服务");
        assert_eq!(say("tw"), "Mia 正在為您服務");
        assert_eq!(say("zh-Hant"), say("tw"));
        assert_eq!(say("xx"), say("en"));
    }

    // [ID-06] [ER-04]
    #[test]
    fn every_language_has_every_sentence_with_the_same_placeholders() {
        let index: BTreeMap<String, serde_json::Value> =
            serde_json::from_str(include_str!("../../../locales/index.json")).unwrap();
        let sentences = Sentences::load().unwrap();
        let places = |text: &str| -> Vec<String> {
            let mut found: Vec<_> = text
                .split("{{")
                .skip(1)
                .filter_map(|rest| Some(rest.split_once("}}")?.0.to_owned()))
                .collect();
            found.sort();
            found
        };

        assert_eq!(index.len(), 24);
        for (code, about) in &index {
            assert_eq!(about["dir"], direction(code), "{code}");
        }
        assert!(index.keys().eq(sentences.languages.keys()));
        let english = &sentences.languages[FALLBACK];
        for (code, texts) in &sentences.languages {
            assert!(texts.keys().eq(english.keys()), "{code}");
            for (key, text) in texts {
                assert!(!text.trim().is_empty(), "{code} {key}");
                assert_eq!(places(text), places(&english[key]), "{code} {key}");
            }
        }
    }
}
