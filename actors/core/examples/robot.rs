//! Measures the robot on labelled questions, without a server: `robot FOLDER[@SHOTS]…`.
//!
//! A folder holds `kb.jsonl` (`docId, lang, question, similar, answer`) and `queries.jsonl` (`query, docId, lang,
//! kind`). A query without `docId` should get no answer. `@10` keeps the first ten questions of a document. An answer
//! that is only a label in brackets is left out. `docs/robot.md` has the results.
#![allow(clippy::print_stdout, clippy::expect_used)] // a command line tool speaks on its terminal, and may stop

use actors_core::ids::DocId;
use actors_core::message::content::ReplyKind;
use actors_core::robot::{Document, Question, Robot};
use serde_json::Value;
use std::fs::read_to_string;
use std::path::Path;
use std::sync::Arc;

fn main() {
    for named in std::env::args().skip(1) {
        let (folder, shots) = match named.rsplit_once('@') {
            Some((folder, shots)) => (folder, shots.parse().expect("a number after @")),
            None => (named.as_str(), usize::MAX),
        };
        println!("{named}: {}", measure(Path::new(folder), shots));
    }
}

/// A labelled question, with the robot's reply.
struct Asked {
    wanted: Option<String>,
    found: Vec<String>,
    kind: ReplyKind,
    score: f32,
}

fn measure(folder: &Path, shots: usize) -> String {
    let documents = documents(folder, shots);
    let questions: usize = documents.iter().map(|one| 1 + one.similar.len()).sum();
    let before = processor_seconds();
    let robot = Robot::index(documents);
    let indexed = processor_seconds();
    let robot = if robot.can_learn() {
        robot.learned()
    } else {
        robot
    };
    let learned = processor_seconds();
    let queries = lines(&folder.join("queries.jsonl"));
    let (tips, queries): (Vec<Value>, Vec<Value>) = queries
        .into_iter()
        .partition(|query| text(query, "kind").starts_with("tips"));
    let asked: Vec<Asked> = queries.iter().map(|query| ask(&robot, query)).collect();
    let each = 1e3 * (processor_seconds() - learned) / asked.len().max(1) as f64;
    let mut told = figures(&asked);
    if !tips.is_empty() {
        let place = |query: &Value| {
            let tips = robot.tips(text(query, "query"), text(query, "lang"));
            tips.iter()
                .position(|tip| tip.doc.as_str() == text(query, "docId"))
        };
        let places: Vec<Option<usize>> = tips.iter().map(place).collect();
        let hits = |most: usize| {
            places
                .iter()
                .filter(|at| at.is_some_and(|at| at < most))
                .count()
        };
        told += &format!(
            ", tips {:.1} / {:.1}",
            percent(hits(1), tips.len()),
            percent(hits(5), tips.len())
        );
    }
    format!(
        "{told}; {questions} questions, indexed {:.2} s, learned {:.2} s, {:.1} MB, asked in {each:.3} ms",
        indexed - before,
        learned - indexed,
        robot.bytes() as f64 / 1e6
    )
}

fn ask(robot: &Robot, query: &Value) -> Asked {
    let answer = robot.answer(&Question {
        text: text(query, "query"),
        doc: None,
        language: text(query, "lang"),
    });
    let (kind, doc, others, score) = answer.parts();
    let documents = doc.into_iter().chain(others);
    Asked {
        wanted: query["docId"].as_str().map(str::to_owned),
        found: documents.map(|one| one.id.to_string()).collect(),
        kind,
        score,
    }
}

fn figures(asked: &[Asked]) -> String {
    let (known, foreign): (Vec<&Asked>, Vec<&Asked>) =
        asked.iter().partition(|asked| asked.wanted.is_some());
    let count =
        |of: &[&Asked], is: &dyn Fn(&Asked) -> bool| of.iter().filter(|one| is(one)).count();
    let answered = count(&known, &|one| one.kind == ReplyKind::Answer);
    let right = count(&known, &|one| {
        one.kind == ReplyKind::Answer && one.found.first() == one.wanted.as_ref()
    });
    let top1 = count(&known, &|one| one.found.first() == one.wanted.as_ref());
    let top3 = count(&known, &|one| {
        one.wanted
            .as_ref()
            .is_some_and(|wanted| one.found.contains(wanted))
    });
    let unknown = count(&known, &|one| one.kind == ReplyKind::Unknown);
    let mut told = format!(
        "top-1 {:.1}, top-3 {:.1}, answered {:.1}, right of these {:.1}, unknown {:.1}",
        percent(top1, known.len()),
        percent(top3, known.len()),
        percent(answered, known.len()),
        percent(right, answered),
        percent(unknown, known.len())
    );
    if !foreign.is_empty() {
        let mut scores: Vec<f32> = known.iter().map(|one| one.score).collect();
        scores.sort_by(f32::total_cmp);
        let lowest = scores[((scores.len() - 1) as f32 * 0.05).round() as usize];
        told += &format!(
            "; OOS answered {:.1}, asked back {:.1}, AUROC {:.1}, R95 {:.1}",
            percent(
                count(&foreign, &|one| one.kind == ReplyKind::Answer),
                foreign.len()
            ),
            percent(
                count(&foreign, &|one| one.kind == ReplyKind::Guide),
                foreign.len()
            ),
            auroc(&known, &foreign),
            percent(count(&foreign, &|one| one.score < lowest), foreign.len())
        );
    }
    told
}

/// How often a question with a document scores above one without, in percent.
fn auroc(known: &[&Asked], foreign: &[&Asked]) -> f64 {
    let above = |score: f32| {
        let below = known.iter().map(|one| match one.score.total_cmp(&score) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        });
        below.sum::<f64>()
    };
    let sum: f64 = foreign.iter().map(|one| above(one.score)).sum();
    100.0 * sum / (known.len() * foreign.len()) as f64
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn documents(folder: &Path, shots: usize) -> Vec<Document> {
    let document = |line: Value| {
        let similar = line["similar"].as_array().expect("similar questions");
        let answer = text(&line, "answer");
        let is_label = answer.starts_with('[') && answer.ends_with(']');
        Document {
            id: DocId::from(text(&line, "docId")),
            language: text(&line, "lang").into(),
            question: text(&line, "question").into(),
            similar: similar
                .iter()
                .take(shots - 1)
                .map(|one| Arc::from(one.as_str().expect("a question")))
                .collect(),
            answer: if is_label { "" } else { answer }.into(),
        }
    };
    lines(&folder.join("kb.jsonl"))
        .into_iter()
        .map(document)
        .collect()
}

fn lines(path: &Path) -> Vec<Value> {
    let file = read_to_string(path).expect("a file of the data set");
    file.lines()
        .map(|line| serde_json::from_str(line).expect("JSON lines"))
        .collect()
}

fn text<'a>(line: &'a Value, field: &str) -> &'a str {
    line[field].as_str().unwrap_or_default()
}

/// Processor seconds of this thread, because other load distorts elapsed time; 0 if the system does not report them.
fn processor_seconds() -> f64 {
    let told = read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = told
        .split(' ')
        .next()
        .and_then(|nanos| nanos.parse::<f64>().ok());
    nanos.unwrap_or_default() / 1e9
}
