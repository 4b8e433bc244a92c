//! Questions that share one word with a document but have another subject.

use super::{ask, written};
use crate::robot::{Answer, Document, Robot};

/// A plant shop's documents, each with six questions.
const SHOP: [(&str, [&str; 6]); 6] = [
    (
        "watering",
        [
            "How often should I water?",
            "How much water does a fern need?",
            "When do I water in winter?",
            "Is the soil too dry?",
            "My plant hangs its head",
            "Watering while I am away",
        ],
    ),
    (
        "delivery",
        [
            "When will my order arrive?",
            "How long does delivery take?",
            "Do you deliver tomorrow?",
            "How fast do you ship?",
            "When do I get my parcel?",
            "What is the delivery time?",
        ],
    ),
    (
        "products",
        [
            "What do you sell?",
            "Which plants do you have?",
            "Show me the range",
            "Do you sell pots?",
            "What is new in the shop?",
            "Is there a catalogue?",
        ],
    ),
    (
        "returns",
        [
            "How do I return a plant?",
            "Can I send it back?",
            "What is the return policy?",
            "I changed my mind",
            "The pot is the wrong size",
            "Do I pay for a return?",
        ],
    ),
    (
        "light",
        [
            "Which plants like shade?",
            "What grows in a dark room?",
            "Plants for a north window",
            "Full sun on a balcony",
            "Does it need direct light?",
            "Where should the fern stand?",
        ],
    ),
    (
        "payment",
        [
            "Which cards do you accept?",
            "Can I pay by invoice?",
            "Is my card charged at once?",
            "How can I pay?",
            "The payment did not go through",
            "Do you take cash?",
        ],
    ),
];

fn documents() -> Vec<Document> {
    let document = |(id, ways): &(&str, [&str; 6])| written(id, "en", ways, "");
    SHOP.iter().map(document).collect()
}

#[test] // [RB-02]
fn a_document_that_knows_one_word_of_a_question_is_only_suggested() {
    let robot = Robot::index(documents()).learned();
    for (asked, near) in [
        ("how do I water down my whisky", "watering"),
        ("do you sell hamsters", "products"),
        ("can I return a tennis serve", "returns"),
    ] {
        let answer = ask(&robot, "en", asked);

        let Answer::Guide { suggestions, .. } = &answer else {
            panic!("{asked}: {answer:?}")
        };
        assert_eq!(suggestions[0].id.as_str(), near, "{asked}");
    }
}

#[test]
fn without_training_one_known_word_also_gives_only_suggestions() {
    let one_way = SHOP.iter();
    let one_way = one_way.map(|(id, ways)| written(id, "en", &ways[..1], ""));
    let robot = Robot::index(one_way.collect());

    for asked in [
        "how should I water whisky",
        "when will my grandmother arrive",
    ] {
        let answer = ask(&robot, "en", asked);
        assert!(
            matches!(answer, Answer::Guide { .. }),
            "{asked}: {answer:?}"
        );
    }
}

#[test]
fn a_known_subject_in_other_words_is_still_answered() {
    let robot = Robot::index(documents()).learned();
    for (asked, wanted) in [
        ("how much water does my fern need", "watering"),
        ("when will the order arrive", "delivery"),
        ("do you sell plants", "products"),
        ("how do I return it", "returns"),
    ] {
        let answer = ask(&robot, "en", asked);
        let is_wanted =
            matches!(&answer, Answer::Answered { doc, .. } if doc.id.as_str() == wanted);
        assert!(is_wanted, "{asked}: {answer:?}");
    }
}
