//! What a robot learns from its documents' questions.

use super::{SUBJECTS, WAYS, about, written};
use crate::robot::{Answer, Document, Levels, Question, Robot};

fn knowledge() -> Vec<Document> {
    SUBJECTS.iter().map(|it| about(it, &WAYS)).collect()
}

fn ask<'a>(robot: &'a Robot, text: &str) -> Answer<'a> {
    robot.answer(&Question {
        text,
        doc: None,
        language: "en",
    })
}

fn scores(robot: &Robot, text: &str) -> Vec<(String, f32)> {
    let question = Question {
        text,
        doc: None,
        language: "en",
    };
    let considered = robot.search(&question, 50).into_iter();
    considered
        .map(|one| (one.doc.id.to_string(), one.score))
        .collect()
}

#[test] // [RB-02]
fn a_trained_robot_answers_what_it_knows_and_refuses_the_rest() {
    let robot = Robot::index(knowledge());
    assert!(robot.can_learn());

    let robot = robot.learned();

    assert!(!robot.can_learn());
    let Answer::Answered { doc, score, .. } = ask(&robot, "is there a warrenty on it, a warranty?")
    else {
        panic!(
            "{:?}",
            ask(&robot, "is there a warrenty on it, a warranty?")
        )
    };
    assert_eq!(doc.id.as_str(), "warranty");
    assert!((0.6..1.0).contains(&score));
    for nothing in [
        "Who won the football match yesterday evening?",
        "xqzw",
        "?!",
        "",
    ] {
        assert!(
            matches!(ask(&robot, nothing), Answer::Unknown { .. }),
            "{nothing}"
        );
    }
    assert_eq!(
        ask(&robot, "xqzw"),
        Answer::Unknown {
            suggestions: vec![],
            score: 0.0
        }
    );
}

#[test]
fn training_gives_the_same_scores_in_every_run_and_order_of_documents() {
    let mut turned = knowledge();
    turned.reverse();
    let (one, again) = (
        Robot::index(knowledge()).learned(),
        Robot::index(knowledge()).learned(),
    );
    let other = Robot::index(turned).learned();

    for text in ["my vouchr", "greenhouse warranty", "help", "where is it"] {
        assert_eq!(scores(&one, text), scores(&again, text), "{text}");
        assert_eq!(scores(&one, text), scores(&other, text), "{text}");
    }
    assert_eq!(one.bytes(), other.bytes());
}

#[test]
fn levels_change_the_kind_of_reply_and_not_the_score() {
    let robot = Robot::index(knowledge()).learned();
    let text = "a bouqet of flowers";
    let score = |answer: &Answer<'_>| match answer {
        Answer::Answered { score, .. }
        | Answer::Guide { score, .. }
        | Answer::Unknown { score, .. } => *score,
    };
    let usual = score(&ask(&robot, text));
    let at = |suggest: f32, answer: f32| robot.with(Levels { suggest, answer });

    let (lower, between, higher) = (at(0.0, usual), at(usual, 1.0), at(1.0, 1.0));

    assert!(
        matches!(ask(&lower, text), Answer::Answered { doc, .. } if doc.id.as_str() == "bouquet")
    );
    assert!(matches!(ask(&between, text), Answer::Guide { .. }));
    assert!(matches!(ask(&higher, text), Answer::Unknown { .. }));
    for robot in [&lower, &between, &higher] {
        assert_eq!(score(&ask(robot, text)), usual);
    }
}

#[test]
fn a_document_with_a_single_question_is_found_among_many() {
    let mut documents = knowledge();
    documents.push(written(
        "watering",
        "en",
        &["How often do I water a cactus?"],
        "",
    ));
    let robot = Robot::index(documents).learned();

    let answer = ask(&robot, "how often should a cactus be watered");

    let doc = match answer {
        Answer::Answered { doc, .. } => doc,
        Answer::Guide { suggestions, .. } => suggestions[0],
        Answer::Unknown { .. } => panic!("{answer:?}"),
    };
    assert_eq!(doc.id.as_str(), "watering");
}

/// Articles with three questions each.
fn articles() -> Vec<Document> {
    let articles = [
        (
            "orchid",
            [
                "What do orchids need?",
                "How do I keep an orchid?",
                "Orchid at home",
            ],
            "<p>Orchids like bright rooms without midday sun. Bathe the roots in rainwater for ten minutes, once a week; \
             the substrate is bark, never earth.</p>",
        ),
        (
            "cactus",
            [
                "What do cacti need?",
                "How do I keep a cactus?",
                "Cactus at home",
            ],
            "<p>From October to March cacti stand cool at eight degrees and get not a drop. Only so do they bloom in spring.</p>",
        ),
        (
            "lemon",
            [
                "What do lemon trees need?",
                "How do I keep a lemon tree?",
                "Lemon tree at home",
            ],
            "<p>Carry it indoors before the first frost. Yellow leaves lack iron: use a citrus fertiliser with chelates.</p>",
        ),
        (
            "basil",
            [
                "What does basil need?",
                "How do I keep basil?",
                "Basil at home",
            ],
            "<p>Cut whole shoots above a pair of leaves, so that it branches; single leaves picked from below weaken it.</p>",
        ),
        (
            "bonsai",
            [
                "What does a bonsai need?",
                "How do I keep a bonsai?",
                "Bonsai at home",
            ],
            "<p>Wire young twigs in winter, for three months at most, and prune the roots by a third every second year.</p>",
        ),
    ];
    let written =
        |(id, questions, answer): &(&str, [&str; 3], &str)| written(id, "en", questions, answer);
    articles.iter().map(written).collect()
}

#[test]
fn an_article_is_found_by_its_answer_also_after_training() {
    let robot = Robot::index(articles()).learned();

    for (text, id) in [
        ("eight degrees from october to march", "cactus"),
        ("bathe the roots in rainwater", "orchid"),
        ("citrus fertiliser with chelates for yellow leaves", "lemon"),
    ] {
        let answer = ask(&robot, text);
        let Answer::Answered { doc, .. } = answer else {
            panic!("{text}: {answer:?}")
        };
        assert_eq!(doc.id.as_str(), id, "{text}");
    }
    assert!(matches!(
        ask(&robot, "who won the football match yesterday evening"),
        Answer::Unknown { .. }
    ));
}

#[test]
fn training_on_a_thousand_questions_uses_little_memory() {
    let documents = (0..40).map(|at| {
        let question = |n: usize| {
            let word = |k: usize| SUBJECTS[(at * 7 + n * k) % SUBJECTS.len()];
            format!("{} {at} {} {} {n}", word(1), word(3), word(5))
        };
        let questions: Vec<String> = (0..25).map(question).collect();
        let questions: Vec<&str> = questions.iter().map(String::as_str).collect();
        written(&format!("d{at}"), "en", &questions, "")
    });
    let robot = Robot::index(documents.collect());

    let learned = robot.learned();

    assert!(learned.bytes() < 1_500_000, "{} bytes", learned.bytes());
}
