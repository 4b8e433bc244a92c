//! Stories of test questions: which answers a change of a robot's knowledge improves and which it worsens.

use actors_core::ids::DocId;
use actors_core::message::content::ReplyKind;
use actors_core::robot::trial::{PublishWhen, Report, TOLD_MAX, TestQuestion, Verdict};
use actors_core::robot::{Document, Levels, Robot};
use std::sync::Arc;

fn document(id: &str, questions: &[&str]) -> Document {
    let mut questions = questions.iter().map(|question| Arc::from(*question));
    Document {
        id: DocId::from(id),
        language: "en".into(),
        question: questions.next().expect("a document has a question"),
        similar: questions.collect(),
        answer: "<p>So.</p>".into(),
    }
}

fn opening() -> Document {
    document("opening", &["When is the shop open?"])
}

fn voucher() -> Document {
    document("voucher", &["How do I use a gift voucher?"])
}

fn question(text: &str, expects: Option<&str>) -> TestQuestion {
    TestQuestion {
        id: text.into(),
        text: text.into(),
        language: "en".into(),
        expects: expects.map(DocId::from),
    }
}

fn report(before: &Robot, after: &Robot, questions: &[TestQuestion]) -> Report {
    let mut report = Report::default();
    for question in questions {
        report.add(question.clone(), before, after);
    }
    report
}

/// A robot that only suggests documents and never answers.
fn asking_back(documents: Vec<Document>) -> Robot {
    Robot::index(documents).with(Levels {
        suggest: 0.0,
        answer: 1.0,
    })
}

#[test]
fn a_question_is_right_if_its_document_answers_and_wrong_if_another_does() {
    let robot = Robot::index(vec![opening(), voucher()]);

    let right = robot.tried(&question("when is the shop open", Some("opening")));
    let wrong = robot.tried(&question("when is the shop open", Some("voucher")));
    let missed = robot.tried(&question("xyzzy qwrt", Some("voucher")));

    assert_eq!(
        (right.verdict, right.kind),
        (Verdict::Right, ReplyKind::Answer)
    );
    assert_eq!(right.doc, Some(DocId::from("opening")));
    assert_eq!(wrong.verdict, Verdict::Wrong);
    assert_eq!(
        (missed.verdict, missed.kind),
        (Verdict::Missed, ReplyKind::Unknown)
    );
}

#[test]
fn a_suggestion_ranks_between_no_answer_and_the_right_answer() {
    let robot = asking_back(vec![opening(), voucher()]);

    let near = robot.tried(&question("use of my gift voucher", Some("voucher")));

    assert_eq!((near.verdict, near.kind), (Verdict::Near, ReplyKind::Guide));
    assert!(Verdict::Wrong < Verdict::Missed && Verdict::Missed < Verdict::Near);
    assert!(Verdict::Near < Verdict::Right);
}

#[test]
fn a_question_without_a_document_is_right_if_unknown_near_if_suggested_and_wrong_if_answered() {
    let knows_nothing = Robot::index(Vec::new());
    let asks_back = asking_back(vec![voucher()]);
    let answers = Robot::index(vec![voucher()]);
    let foreign = question("How do I use a gift voucher", None);
    let alike = question("gift voucher", None);

    assert_eq!(knows_nothing.tried(&foreign).verdict, Verdict::Right);
    assert_eq!(asks_back.tried(&alike).verdict, Verdict::Near);
    assert_eq!(answers.tried(&foreign).verdict, Verdict::Wrong);
}

#[test]
fn a_report_lists_what_a_change_improves_and_worsens() {
    let before = Robot::index(vec![opening()]);
    let after = Robot::index(vec![voucher()]);
    let questions = [
        question("When is the shop open?", Some("opening")),
        question("How do I use a gift voucher?", Some("voucher")),
        question("xyzzy qwrt", None),
        question("xyzzy qwrt", Some("nowhere")),
    ];

    let report = report(&before, &after, &questions);

    assert_eq!(
        (report.total, report.right_before, report.right_after),
        (4, 2, 2)
    );
    assert_eq!((report.better_total, report.worse_total), (1, 1));
    assert_eq!(report.better[0].question, questions[1]);
    assert_eq!(report.worse[0].question, questions[0]);
    assert_eq!(report.worse[0].before.verdict, Verdict::Right);
    let failing: Vec<_> = report.failing.iter().map(|it| &it.question).collect();
    assert_eq!(failing, [&questions[0], &questions[3]]);
}

#[test]
fn a_change_that_worsens_a_question_is_published_only_with_the_always_setting() {
    let (before, after) = (Robot::index(vec![opening()]), Robot::index(vec![voucher()]));
    let harmless = [question("How do I use a gift voucher?", Some("voucher"))];
    let harmful = [question("When is the shop open?", Some("opening"))];

    let better = report(&before, &after, &harmless);
    let worse = report(&before, &after, &harmful);

    assert!(PublishWhen::NoneWorse.permits(&better));
    assert!(!PublishWhen::NoneWorse.permits(&worse));
    assert!(PublishWhen::Always.permits(&worse));
}

#[test]
fn a_report_counts_all_questions_and_lists_at_most_a_hundred() {
    let (before, after) = (Robot::index(vec![opening()]), Robot::index(Vec::new()));
    let many = vec![question("When is the shop open?", Some("opening")); TOLD_MAX + 20];

    let report = report(&before, &after, &many);

    assert_eq!((report.total, report.worse_total), (120, 120));
    assert_eq!((report.worse.len(), report.failing.len()), (100, 100));
}
