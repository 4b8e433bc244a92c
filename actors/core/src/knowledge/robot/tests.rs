//! Tests of the robot. Their knowledge base is written for them and uses no question of an evaluation set.

mod grasp;
mod languages;
mod learning;
mod meanings;
mod resting;
mod steady;

use super::*;
use crate::message::content::TransferOffer;

fn written(id: &str, language: &str, questions: &[&str], answer: &str) -> Document {
    let mut questions = questions.iter().map(|question| Arc::from(*question));
    Document {
        id: DocId::from(id),
        language: language.into(),
        question: questions.next().expect("a document has a question"),
        similar: questions.collect(),
        answer: answer.into(),
    }
}

/// The subjects of a shop whose robot is trained, and the ways to ask for each.
const SUBJECTS: [&str; 12] = [
    "refund",
    "parcel",
    "voucher",
    "invoice",
    "repotting",
    "fertiliser",
    "newsletter",
    "password",
    "greenhouse",
    "workshop",
    "warranty",
    "bouquet",
];
const WAYS: [&str; 6] = [
    "What about the {}?",
    "I need help with my {}",
    "Tell me more about a {} please",
    "Where do I find the {}?",
    "My {} is not what I expected",
    "Can somebody explain the {} to me?",
];

/// A document with these questions.
fn about(subject: &str, ways: &[&str]) -> Document {
    let questions: Vec<String> = ways.iter().map(|way| way.replace("{}", subject)).collect();
    let questions: Vec<&str> = questions.iter().map(String::as_str).collect();
    written(subject, "en", &questions, "")
}

fn shop() -> Robot {
    Robot::index(vec![
        written(
            "opening",
            "en",
            &[
                "When is the shop open?",
                "What are your opening hours?",
                "Are you open on Sundays?",
            ],
            "<p>Monday to Saturday, nine to six.</p>",
        ),
        written(
            "repotting",
            "en",
            &[
                "How do I repot a plant?",
                "Does my plant need a bigger pot?",
            ],
            "<p>Choose a pot two fingers wider. Put <b>clay shards</b> over the hole.</p>",
        ),
        written(
            "voucher",
            "en",
            &[
                "How do I use a gift voucher?",
                "Where do I type in my voucher code?",
            ],
            "<p>Type the code at the checkout.</p>",
        ),
        written(
            "opening",
            "zh",
            &["你们几点开门？", "营业时间是什么时候？"],
            "<p>周一至周六九点到十八点。</p>",
        ),
        written(
            "repotting",
            "zh",
            &["怎么给植物换盆？", "什么时候要换更大的花盆？"],
            "<p>新盆宽两指。</p>",
        ),
        written(
            "oeffnung",
            "de",
            &["Wann habt ihr geöffnet?", "Wie sind die Öffnungszeiten?"],
            "",
        ),
        written("umtopfen", "de", &["Wie topfe ich eine Pflanze um?"], ""),
        written("gio-mo-cua", "vi", &["Mấy giờ cửa hàng mở cửa?"], ""),
        written("thay-chau", "vi", &["Làm sao để thay chậu cho cây?"], ""),
        written("open-th", "th", &["ร้านเปิดกี่โมง"], ""),
        written("repot-th", "th", &["เปลี่ยนกระถางต้นไม้อย่างไร"], ""),
        written("open-ar", "ar", &["متى يفتح المتجر أبوابه؟"], ""),
        written("repot-ar", "ar", &["كيف أنقل النبتة إلى أصيص أكبر؟"], ""),
    ])
}

fn ask<'a>(robot: &'a Robot, language: &str, text: &str) -> Answer<'a> {
    robot.answer(&Question {
        text,
        doc: None,
        language,
    })
}

#[track_caller]
fn assert_answers(language: &str, text: &str, id: &str) {
    let robot = shop();
    match ask(&robot, language, text) {
        Answer::Answered { doc, .. } => assert_eq!(doc.id.as_str(), id, "{text}"),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_question_asked_word_for_word_is_answered_with_certainty() {
    let robot = shop();

    let answer = ask(&robot, "en", "  are you OPEN on sundays");

    let Answer::Answered {
        doc,
        score,
        related,
    } = answer
    else {
        panic!("{answer:?}")
    };
    assert_eq!((doc.id.as_str(), score), ("opening", 1.0));
    assert!(related.is_empty());
}

#[test]
fn other_words_and_typing_errors_find_the_document() {
    assert_answers("en", "opening hours on sunday?", "opening");
    assert_answers("en", "how to repott my plant", "repotting");
    assert_answers("en", "I got a gift vouchr, how can I use it", "voucher");
}

#[test]
fn chinese_is_found_without_a_dictionary() {
    assert_answers("zh", "几点开门", "opening");
    assert_answers("zh", "花盆要换多大的", "repotting");
    assert_answers("zh", "请问营业时间", "opening");
}

#[test]
fn thai_is_found_without_spaces_and_arabic_without_its_hamza() {
    assert_answers("th", "ร้านเปิดกี่โมงคะ", "open-th");
    assert_answers("th", "อยากเปลี่ยนกระถาง", "repot-th");
    assert_answers("ar", "متى يفتح المتجر ابوابه", "open-ar");
    assert_answers("ar", "انقل النبتة الى اصيص", "repot-ar");
}

#[test]
fn accents_may_be_left_out() {
    assert_answers("vi", "may gio cua hang mo cua", "gio-mo-cua");
    assert_answers("vi", "lam sao de thay chau cho cay", "thay-chau");
    assert_answers("de", "Offnungszeiten", "oeffnung");
    assert_answers("de", "ÖFFNUNGSZEITEN?", "oeffnung");
}

#[test]
fn words_of_the_answer_find_a_document_that_its_questions_do_not() {
    assert_answers("en", "clay shards over the hole", "repotting");
}

#[test]
fn a_question_outside_the_documents_is_unknown() {
    let robot = shop();

    for text in [
        "Who won the football match yesterday?",
        "xqzw",
        "?!",
        "",
        "今天天气真好啊",
    ] {
        let answer = ask(&robot, "en", text);
        assert!(
            matches!(answer, Answer::Unknown { .. }),
            "{text}: {answer:?}"
        );
    }
}

#[test]
fn a_question_that_fits_several_documents_is_asked_back() {
    let robot = Robot::index(vec![
        written(
            "return-plant",
            "en",
            &["How do I return a plant?", "Can plants go back?"],
            "",
        ),
        written(
            "return-pot",
            "en",
            &["How do I return a pot?", "Can pots go back?"],
            "",
        ),
        written(
            "return-tool",
            "en",
            &["How do I return a tool?", "Can tools go back?"],
            "",
        ),
        written("watering", "en", &["How often do I water a cactus?"], ""),
    ]);

    let answer = ask(&robot, "en", "can I return it, can it go back?");

    let Answer::Guide { suggestions, .. } = answer else {
        panic!("{answer:?}")
    };
    assert_eq!(suggestions.len(), 3);
    assert!(
        suggestions
            .iter()
            .all(|doc| doc.id.as_str().starts_with("return-"))
    );
}

#[test]
fn a_visitor_is_answered_in_their_language_first() {
    let robot = Robot::index(vec![
        written("pot-nl", "nl", &["Welke pot past?"], ""),
        written("pot-de", "de", &["Welcher Topf passt?"], ""),
        written("pot-any", "", &["PX-200"], ""),
    ]);

    let text = "welke pot past";
    let dutch = ask(&robot, "nl", text);
    let german = ask(&robot, "de", text);
    let french = ask(&robot, "fr", text);

    for answer in [dutch, german, french] {
        let Answer::Answered { doc, .. } = answer else {
            panic!("{answer:?}")
        };
        assert_eq!(doc.id.as_str(), "pot-nl");
    }
    let Answer::Answered { doc, .. } = ask(&robot, "de", "px-200") else {
        panic!()
    };
    assert_eq!(
        doc.id.as_str(),
        "pot-any",
        "a document without a language serves everybody"
    );
}

#[test]
fn a_chinese_question_on_an_english_page_is_answered_in_chinese() {
    let robot = shop();

    let Answer::Answered { doc, .. } = ask(&robot, "en", "营业时间是什么时候") else {
        panic!()
    };

    assert_eq!((doc.id.as_str(), doc.language.as_ref()), ("opening", "zh"));
}

#[test]
fn a_language_without_documents_is_answered_from_all_with_each_document_once() {
    let robot = shop();

    let Answer::Answered { doc, .. } = ask(&robot, "fr", "When is the shop open?") else {
        panic!()
    };
    assert_eq!(doc.language.as_ref(), "en");

    let many = Robot::index(vec![
        written("a", "en", &["pot"], ""),
        written("a", "de", &["pots"], ""),
    ]);
    let answer = ask(&many, "fr", "pot");
    assert!(matches!(answer, Answer::Answered { related, .. } if related.is_empty()));
}

#[test]
fn a_clicked_document_is_answered_in_the_readers_language() {
    let robot = shop();
    let id = DocId::from("opening");
    let click = |language| {
        robot.answer(&Question {
            text: "",
            doc: Some(&id),
            language,
        })
    };

    for (language, expected) in [("zh", "zh"), ("tw", "zh"), ("en", "en"), ("ko", "en")] {
        let answer = click(language);
        let Answer::Answered { doc, score, .. } = answer else {
            panic!("{answer:?}")
        };
        assert_eq!((doc.language.as_ref(), score), (expected, 1.0));
    }
    let unknown = DocId::from("nowhere");
    let answer = robot.answer(&Question {
        text: "几点开门",
        doc: Some(&unknown),
        language: "zh",
    });
    assert!(
        matches!(answer, Answer::Answered { .. }),
        "a click on an unknown document is a question like any other"
    );
}

#[test]
fn a_reply_carries_the_answer_or_the_suggestions_and_the_offer() {
    let robot = shop();
    let offers = TransferOffers {
        unknown: TransferOffer::Button,
        ..TransferOffers::default()
    };
    let reply = |text| {
        robot.reply(
            &Question {
                text,
                doc: None,
                language: "en",
            },
            offers,
        )
    };

    let (known, score) = reply("What are your opening hours?");
    let (unknown, _) = reply("xqzw");

    assert_eq!(known.kind, ReplyKind::Answer);
    assert_eq!(
        known.text.as_ref(),
        "<p>Monday to Saturday, nine to six.</p>"
    );
    assert_eq!(
        (known.doc, known.offer),
        (Some(DocId::from("opening")), TransferOffer::None)
    );
    assert!((score - 1.0).abs() < f32::EPSILON);
    assert_eq!(
        (unknown.kind, unknown.offer, unknown.doc),
        (ReplyKind::Unknown, TransferOffer::Button, None)
    );
    assert!(unknown.text.is_empty());
}

#[test]
fn the_same_documents_and_question_give_the_same_answer() {
    let question = Question {
        text: "pot for my plant",
        doc: None,
        language: "en",
    };
    let (first, second) = (shop(), shop());

    assert_eq!(first.answer(&question), second.answer(&question));
}

#[test]
fn an_endless_question_is_read_to_its_character_limit() {
    let robot = shop();
    let text = format!(
        "What are your opening hours? {}",
        "ß\u{301}\u{302} 开 ".repeat(100_000)
    );
    let beginning: String = text.chars().take(400).collect();

    assert_eq!(ask(&robot, "en", &text), ask(&robot, "en", &beginning));
}

#[test]
fn a_robot_without_documents_answers_unknown() {
    let robot = Robot::default();

    assert_eq!(
        ask(&robot, "en", "hello"),
        Answer::Unknown {
            suggestions: vec![],
            score: 0.0
        }
    );
}

#[test]
fn an_index_of_ten_thousand_questions_stays_small() {
    let words = [
        "plant", "order", "voucher", "delivery", "pot", "water", "return", "card", "light", "seed",
    ];
    let question = |mut n: usize| {
        let mut text = String::from("how");
        for _ in 0..8 {
            text = format!("{text} {}{}", words[n % 10], n % 7);
            n /= 3;
        }
        text
    };
    let documents = (0..100)
        .map(|at| {
            let questions: Vec<String> = (0..100)
                .map(|n| question(at * 7_919 + n * 104_729))
                .collect();
            let questions: Vec<&str> = questions.iter().map(String::as_str).collect();
            written(&format!("d{at}"), "en", &questions, "")
        })
        .collect();

    let robot = Robot::index(documents);

    assert!(robot.bytes() < 20_000_000, "{} bytes", robot.bytes());
}
