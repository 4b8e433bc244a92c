//! Questions that share a meaning with their document, but hardly a word.

use super::{SUBJECTS, WAYS, about, written};
use crate::robot::{Answer, Question, Robot};

/// For each language: three questions, and the first one in other words.
const IN_OTHER_WORDS: [(&str, [&str; 3], &str); 6] = [
    (
        "en",
        [
            "Refunds",
            "Repair of a pot",
            "Which fertiliser for a cactus?",
        ],
        "I want to be reimbursed",
    ),
    (
        "zh",
        ["退款", "花盆维修", "仙人掌用什么肥料"],
        "把钱退回给我",
    ),
    (
        "de",
        ["Bestellung stornieren", "Topf reparieren", "Kakteen düngen"],
        "Den Auftrag annullieren",
    ),
    (
        "fr",
        [
            "Remboursement",
            "Réparation d'un pot",
            "Engrais pour cactus",
        ],
        "Comment être remboursée ?",
    ),
    (
        "ar",
        ["استرداد المبلغ", "إصلاح الأصيص", "سماد للصبار"],
        "أريد استرجاع ما أنفقت",
    ),
    (
        "vi",
        ["Hoàn tiền", "Sửa chậu", "Phân bón"],
        "trả lại tiền cho tôi",
    ),
];

#[test] // [RB-02]
fn a_question_in_other_words_with_the_same_meaning_ranks_first() {
    for (language, questions, asked) in IN_OTHER_WORDS {
        let documents = ["wanted", "mending", "feeding"].into_iter().zip(questions);
        let robot = Robot::index(
            documents
                .map(|(id, question)| written(id, language, &[question], ""))
                .collect(),
        );

        let found = robot.search(
            &Question {
                text: asked,
                doc: None,
                language,
            },
            3,
        );

        assert_eq!(found[0].doc.id.as_str(), "wanted", "{language}: {found:?}");
    }
}

#[test]
fn an_unrelated_question_gets_no_suggestion_while_typing_still_gives_tips() {
    let documents = SUBJECTS.iter().map(|subject| about(subject, &WAYS));
    let robot = Robot::index(documents.collect()).learned();
    let text = "Zebras graze wherever savannahs blossom";

    let answer = robot.answer(&Question {
        text,
        doc: None,
        language: "en",
    });

    let Answer::Unknown { suggestions, score } = answer else {
        panic!("{answer:?}")
    };
    assert!(
        suggestions.is_empty() && score > 0.0,
        "{score}: {suggestions:?}"
    );
    assert_ne!(robot.tips("where is the greenhuose", "en"), []);
}
