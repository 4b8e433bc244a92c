//! What a robot learns: a set of labelled questions, or a generated one.

use std::fmt::Write as _;
use std::fs::read_to_string;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

/// A knowledge base, ready to import, and the questions that visitors ask.
pub struct Knowledge {
    /// JSON lines, as docs/import reads them.
    pub file: String,
    /// How many documents there are.
    pub documents: usize,
    /// How many questions, including all similar ones.
    pub questions: usize,
    /// What visitors ask.
    pub asked: Vec<String>,
}

const DOCUMENTS: usize = 77;
const WAYS: usize = 130;
const OPENINGS: [&str; 10] = [
    "how do I",
    "can I",
    "I want to",
    "please help me",
    "why can't I",
    "where do I",
    "is it possible to",
    "what happens when I",
    "I tried to",
    "tell me how to",
];
const ACTS: [&str; 11] = [
    "cancel", "change", "track", "pay for", "insure", "repair", "return", "exchange", "collect",
    "extend", "share",
];
const THINGS: [&str; 7] = [
    "my subscription",
    "a parcel",
    "the gift card",
    "an invoice",
    "my account",
    "a reservation",
    "the delivery",
];
const ENDINGS: [&str; 13] = [
    "",
    "today",
    "from abroad",
    "without the app",
    "for a friend",
    "by telephone",
    "before Friday",
    "with two addresses",
    "as a company",
    "although it failed twice",
    "on my phone",
    "in the shop",
    "after a month",
];

impl Knowledge {
    /// Reads a set: `kb.jsonl` and `queries.jsonl` of a folder, as `bench/load_robot.py` does.
    pub fn read(folder: &Path) -> Result<Self> {
        let lines = |name: &str| -> Result<Vec<Value>> {
            let path = folder.join(name);
            let file = read_to_string(&path).with_context(|| path.display().to_string())?;
            let lines = file.lines().map(serde_json::from_str);
            Ok(lines.collect::<serde_json::Result<_>>()?)
        };
        let written = lines("kb.jsonl")?;
        let ways = |doc: &Value| 1 + doc["similar"].as_array().map_or(0, Vec::len);
        let text = |query: &Value| query["query"].as_str().unwrap_or_default().to_owned();
        Ok(Self {
            documents: written.len(),
            questions: written.iter().map(ways).sum(),
            file: written.iter().map(|doc| format!("{doc}\n")).collect(),
            asked: lines("queries.jsonl")?.iter().map(text).collect(),
        })
    }

    /// Generates ten thousand questions of 77 documents, and other questions about the same.
    pub fn made() -> Self {
        let mut dice = fastrand::Rng::with_seed(7);
        let mut made = Self {
            file: String::new(),
            documents: DOCUMENTS,
            questions: DOCUMENTS * WAYS,
            asked: Vec::new(),
        };
        for document in 0..DOCUMENTS {
            let subject = format!("{} {}", ACTS[document % 11], THINGS[document / 11]);
            let mut ways: Vec<String> = (0..WAYS)
                .map(|way| format!("{} {subject} {}", OPENINGS[way % 10], ENDINGS[way / 10]))
                .collect();
            dice.shuffle(&mut ways);
            let asked = ways.iter().step_by(13).map(|way| mistyped(way, &mut dice));
            made.asked.extend(asked);
            let doc = json!({
                "docId": format!("d{document}"), "lang": "en", "question": ways[0], "similar": &ways[1..],
                "answer": format!("This is how to {subject}."),
            });
            // Writing to memory cannot fail.
            let _ = writeln!(made.file, "{doc}");
        }
        dice.shuffle(&mut made.asked);
        made
    }
}

/// Writes a question as someone in a hurry: a letter is missing, and the wish comes first.
fn mistyped(question: &str, dice: &mut fastrand::Rng) -> String {
    let mut letters: Vec<char> = question.trim().chars().collect();
    letters.remove(dice.usize(1..letters.len()));
    let typed: String = letters.into_iter().collect();
    format!("{typed} please, my order is {}", dice.u32(100_000..))
}

#[cfg(test)]
mod tests {
    use super::Knowledge;

    #[test]
    fn ten_thousand_different_questions_are_generated_and_visitors_ask_others() {
        let made = Knowledge::made();
        let known: std::collections::BTreeSet<String> = made
            .file
            .lines()
            .flat_map(|line| {
                let doc: serde_json::Value = serde_json::from_str(line).unwrap();
                let similar = doc["similar"].as_array().unwrap().clone();
                let own = [doc["question"].clone()].into_iter().chain(similar);
                own.map(|question| question.as_str().unwrap().to_owned())
                    .collect::<Vec<_>>()
            })
            .collect();

        assert_eq!(known.len(), made.questions);
        assert_eq!(made.questions, 10_010);
        assert!(made.asked.len() > 500);
        assert!(made.asked.iter().all(|asked| !known.contains(asked)));
    }
}
