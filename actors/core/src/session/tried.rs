//! What a visitor asked the robot before an agent took over, for the agent's card.

use crate::message::content::{Content, ReplyKind};
use crate::message::{Message, Sender};
use crate::record::Stored;
use crate::text::cut;
use std::sync::Arc;

/// The most lines of a session that are read, newest first.
pub const LINES_MAX: usize = 200;

/// The most questions listed.
const QUESTIONS_MAX: usize = 5;

/// The longest question shown whole, in characters.
const QUESTION_CHARS_MAX: usize = 200;

/// The visitor's questions to the robot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// The last questions, oldest first, without words that the tenant holds back.
    pub questions: Vec<Arc<str>>,
    /// The number of questions.
    pub asked: u32,
    /// How many of them the robot did not know, or where its flow had no way on.
    pub unknown: u32,
    /// How many of them it asked back.
    pub unsure: u32,
}

impl Tried {
    /// Collects the questions from these lines of a session, oldest first.
    pub fn of(lines: &[Stored]) -> Self {
        let mut tried = Self::default();
        let mut before: Option<&Message> = None;
        for line in lines {
            let Some(message) = line.entry.message() else {
                continue;
            };
            if let (Sender::Robot, Content::Robot(reply)) = (&message.sender, &message.content) {
                match reply.kind {
                    ReplyKind::Unknown | ReplyKind::Lost => tried.unknown += 1,
                    ReplyKind::Guide => tried.unsure += 1,
                    ReplyKind::Answer | ReplyKind::Looking | ReplyKind::Person => {}
                }
                // A question and its answer are adjacent.
                if let Some(question) = before.and_then(question) {
                    tried.asked += 1;
                    tried.questions.push(question);
                }
            }
            before = Some(message);
        }
        let newest = tried.questions.len().saturating_sub(QUESTIONS_MAX);
        tried.questions.drain(..newest);
        tried
    }
}

/// The visitor's question, as any agent may read it.
fn question(message: &Message) -> Option<Arc<str>> {
    if message.sender != Sender::Visitor {
        return None;
    }
    match message.content.without(message.flagged()) {
        Content::Text(text) => Some(match cut(&text, QUESTION_CHARS_MAX) {
            start if start.len() < text.len() => format!("{start}…").into(),
            _ => text,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Entry;
    use crate::event::Event;
    use crate::ids::{Seq, SessionNo};
    use crate::message::content::RobotReply;
    use crate::time::Timestamp;

    fn told(said: Vec<(Sender, Content)>) -> Vec<Stored> {
        let said = (1..).zip(said);
        said.map(|(seq, (sender, content))| Stored {
            session: SessionNo(1),
            seq: Seq(seq),
            entry: Arc::new(Entry {
                at: Timestamp::from_millis(i64::try_from(seq).unwrap()),
                event: Event::Message(Message::new(sender, content)),
            }),
        })
        .collect()
    }

    fn asks(text: &str) -> (Sender, Content) {
        (Sender::Visitor, Content::Text(text.into()))
    }

    fn answers(kind: ReplyKind) -> (Sender, Content) {
        let reply = RobotReply {
            kind,
            ..RobotReply::default()
        };
        (Sender::Robot, Content::Robot(Box::new(reply)))
    }

    /// [RB-03]
    #[test]
    fn the_last_questions_are_listed_with_counts_of_failed_ones() {
        let mut said = vec![(Sender::Robot, Content::RichText("Hello".into()))];
        for (number, kind) in [
            ReplyKind::Answer,
            ReplyKind::Unknown,
            ReplyKind::Guide,
            ReplyKind::Lost,
            ReplyKind::Looking,
            ReplyKind::Answer,
        ]
        .into_iter()
        .enumerate()
        {
            said.extend([asks(&format!("q{number}")), answers(kind)]);
        }
        said.extend([answers(ReplyKind::Answer), asks("to a person")]);

        let tried = Tried::of(&told(said));

        let questions: Vec<&str> = tried.questions.iter().map(AsRef::as_ref).collect();
        assert_eq!(questions, ["q1", "q2", "q3", "q4", "q5"]);
        assert_eq!((tried.asked, tried.unknown, tried.unsure), (6, 2, 1));
    }

    #[test]
    fn a_long_question_is_truncated_and_held_back_words_are_left_out() {
        let flagged = Message::new(Sender::Visitor, Content::Text("Rival Co is cheaper".into()))
            .with_attributes(|attributes| attributes.flagged = vec!["Rival Co".into()]);
        let mut lines = told(vec![
            asks(&"好".repeat(300)),
            answers(ReplyKind::Answer),
            asks("x"),
            answers(ReplyKind::Answer),
        ]);
        lines[2].entry = lines[2].entry.saying(flagged);

        let tried = Tried::of(&lines);

        assert_eq!(tried.questions[0].chars().count(), 201);
        assert!(!tried.questions[1].contains("Rival"));
    }
}
