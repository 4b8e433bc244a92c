//! What a robot answers while it rests, when awake, and after it rests again.

use super::written;
use crate::robot::{Answer, Document, Levels, Question, Robot};

fn knowledge() -> Vec<Document> {
    let documents = [
        (
            "voucher",
            [
                "Where do I enter my voucher?",
                "The voucher code is refused",
            ],
        ),
        (
            "warranty",
            [
                "How long is the warranty?",
                "Is the greenhouse under warranty?",
            ],
        ),
    ];
    let written = |(id, questions): (&str, [&str; 2])| written(id, "en", &questions, "See there.");
    documents.map(written).into()
}

fn ask<'a>(robot: &'a Robot, text: &str) -> Answer<'a> {
    robot.answer(&Question {
        text,
        doc: None,
        language: "en",
    })
}

fn answers(robot: &Robot, text: &str, wanted: &str) -> bool {
    matches!(ask(robot, text), Answer::Answered { doc, .. } if doc.id.as_str() == wanted)
}

#[test] // [RB-02]
fn a_resting_robot_answers_word_for_word_and_gives_tips_without_an_index() {
    let robot = Robot::resting(knowledge());

    assert!(robot.is_resting() && !robot.can_learn());
    assert_eq!(robot.index_bytes(), 0);
    assert!(answers(&robot, "how long is the WARRANTY", "warranty"));
    assert_eq!(robot.tips("greenh", "en")[0].doc.as_str(), "warranty");
    assert!(matches!(
        ask(&robot, "warranty, how long?"),
        Answer::Unknown { suggestions, .. } if suggestions.is_empty()
    ));
}

#[test]
fn only_clicks_and_word_for_word_questions_need_no_waking() {
    let robot = Robot::resting(knowledge());
    let id = "voucher".into();
    let (text, language) = ("warranty, how long?", "en");
    let question = |text, doc| Question {
        text,
        doc,
        language,
    };

    assert!(robot.knows_word_for_word(&question("", Some(&id))));
    assert!(robot.knows_word_for_word(&question("The voucher code is refused!", None)));
    assert!(!robot.knows_word_for_word(&question(text, None)));
    assert!(!robot.knows_word_for_word(&question(text, Some(&"none".into()))));
}

#[test]
fn waking_and_resting_keep_the_levels_and_change_no_answer() {
    let levels = Levels {
        suggest: 0.2,
        answer: 0.5,
    };
    let resting = Robot::resting(knowledge()).with(levels);

    let awake = resting.awake();
    let learned = awake.learned();
    let again = learned.rested();

    assert!(!awake.is_resting() && awake.can_learn() && !learned.can_learn());
    assert!(awake.index_bytes() > 0 && again.index_bytes() == 0);
    assert!(again.is_resting() && again.levels() == levels);
    let text = "warranty, how long?";
    assert_eq!(ask(&again.awake(), text), ask(&awake, text));
    assert_eq!(ask(&again.learned(), text), ask(&learned, text));
    assert_eq!(ask(&learned.awake().learned(), text), ask(&learned, text));
}

#[test]
fn a_robot_without_documents_is_not_resting() {
    assert!(!Robot::default().is_resting());
    assert!(!Robot::resting(Vec::new()).is_resting());
}
