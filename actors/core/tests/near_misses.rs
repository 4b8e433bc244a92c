//! Asks the demo's knowledge base near misses: questions that share a word with it but are about something else. The
//! data is in `bench/near-misses`.

#![allow(clippy::unwrap_used)]

use actors_core::ids::DocId;
use actors_core::robot::{Answer, Document, Question, Robot};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

/// The maximum of near misses that are answered, in percent.
const WRONG_MAX: usize = 9;
/// The minimum of known questions that are answered correctly, in percent.
const RIGHT_MIN: usize = 85;
/// The questions that led to the rule. None of them may be answered.
const NAMED: [&str; 3] = [
    "what is the weather tomorrow",
    "how do I water down my whisky",
    "do you sell hamsters",
];

fn lines(name: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/near-misses");
    let file = std::fs::read_to_string(folder.join(name)).unwrap();
    let lines = file.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().unwrap()
}

fn text<'a>(line: &'a Value, field: &str) -> &'a str {
    line[field].as_str().unwrap_or_default()
}

fn demo() -> Robot {
    let document = |line: &Value| Document {
        id: DocId::from(text(line, "docId")),
        language: text(line, "lang").into(),
        question: text(line, "question").into(),
        similar: line["similar"]
            .as_array()
            .unwrap()
            .iter()
            .map(|way| Arc::from(way.as_str().unwrap()))
            .collect(),
        answer: text(line, "answer").into(),
    };
    Robot::index(lines("kb.jsonl").iter().map(document).collect()).learned()
}

#[test] // [RB-02]
fn few_near_misses_and_most_known_questions_are_answered() {
    let robot = demo();
    let (mut wrong, mut misses, mut right, mut known) = (Vec::new(), 0, 0, 0);
    for query in lines("queries.jsonl") {
        let answer = robot.answer(&Question {
            text: text(&query, "query"),
            doc: None,
            language: text(&query, "lang"),
        });
        let doc = match &answer {
            Answer::Answered { doc, .. } => Some(doc.id.as_str()),
            Answer::Guide { .. } | Answer::Unknown { .. } => None,
        };
        match query["docId"].as_str() {
            Some(wanted) => {
                known += 1;
                right += usize::from(doc == Some(wanted));
            }
            None => {
                misses += 1;
                wrong.extend(doc.map(|_| text(&query, "query").to_owned()));
            }
        }
    }

    assert!(misses >= 53 && known >= 50, "{misses}, {known}");
    assert!(100 * wrong.len() <= WRONG_MAX * misses, "{wrong:?}");
    assert!(100 * right >= RIGHT_MIN * known, "{right} of {known}");
    assert!(
        NAMED
            .iter()
            .all(|named| !wrong.iter().any(|it| it == named))
    );
}
