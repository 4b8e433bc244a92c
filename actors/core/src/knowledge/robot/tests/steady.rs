//! What one document more or less does to the questions of all others.

use super::{SUBJECTS, WAYS, about};
use crate::robot::{Answer, Document, Question, Robot};

const ASKED: [&str; 4] = [
    "what do I do with the {}",
    "problem with {}",
    "how long does a {} take",
    "who looks after my {} when I am away",
];

/// Whether it answers, asks back or does not know; and with which document.
fn said(robot: &Robot, text: &str) -> (u8, Option<String>) {
    let answer = robot.answer(&Question {
        text,
        doc: None,
        language: "en",
    });
    match answer {
        Answer::Answered { doc, .. } => (2, Some(doc.id.to_string())),
        Answer::Guide { .. } => (1, None),
        Answer::Unknown { .. } => (0, None),
    }
}

#[test]
fn a_document_that_goes_has_no_other_answer_in_its_place_and_moves_half_at_most() {
    let subjects = &SUBJECTS[..10];
    let all: Vec<Document> = subjects.iter().map(|it| about(it, &WAYS)).collect();
    let before = Robot::index(all.clone()).learned();
    let (mut changed, mut asked) = (0, 0);

    for gone in 0..all.len() {
        let mut fewer = all.clone();
        fewer.remove(gone);
        let after = Robot::index(fewer).learned();
        for (at, subject) in subjects.iter().enumerate() {
            for way in ASKED.iter().filter(|_| at != gone) {
                let text = way.replace("{}", subject);
                let (one, other) = (said(&before, &text), said(&after, &text));
                let is_misled = one.0 == 2 && other.0 == 2 && one.1 != other.1;
                assert!(!is_misled, "another document answers {text}");
                changed += usize::from(one != other);
                asked += 1;
            }
        }
    }

    // The worst there is: every document is asked for in the same words, so that all stand at the limits together. A third
    // moves between an answer, suggestions and none.
    assert!(changed * 2 <= asked, "{changed} of {asked} changed");
}
