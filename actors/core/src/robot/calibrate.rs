//! When to answer, when to ask back and when to say "I do not know": found out from the knowledge base itself.
//!
//! Confidence means something else in every knowledge base. So some documents are left out whole, and some questions
//! of the others; a robot that has never seen them is asked both. The first it should not know, the second it should.

use super::index::Index;
use super::learned::{Judged, Learned, Texts};

/// The share of questions it should know that it may refuse.
const REFUSED: f32 = 0.05;
/// The share of answers that must be right.
const RIGHT: f32 = 0.9;
/// Of what it is asked while calibrating, this share counts as not to be known.
const FOREIGN: f32 = 0.16;
/// Every which document, and every which question of the others, is left out.
const FOLDS: usize = 5;
/// Up to this number of questions all folds are gone through; beyond, two tell enough.
const ALL_FOLDS_MAX: usize = 2_000;
/// Questions asked of each sort in each fold.
const ASKED_MAX: usize = 300;
/// Fewer questions than this tell nothing.
const QUESTIONS_MIN: usize = 50;
/// Fewer questions a document than this tell nothing either.
const QUESTIONS_A_DOCUMENT_MIN: usize = 4;

/// From which confidence on what is done. `suggest` is at most `answer`, and both lie between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Limits {
    /// Below this it does not know.
    pub suggest: f32,
    /// From this on it answers.
    pub answer: f32,
}

/// The share of the way up to a limit where asking back begins, on the scale everybody reads.
pub const SUGGEST_FROM: f32 = 0.3;
/// Where answering begins.
pub const ANSWER_FROM: f32 = 0.6;

impl Limits {
    /// A confidence on the scale that is the same for every knowledge base: 0.3 where asking back begins, 0.6 where
    /// answering does, 1 where there is no doubt.
    pub(super) fn scaled(self, confidence: f32) -> f32 {
        let between = |low: f32, high: f32| (confidence - low) / (high - low).max(f32::EPSILON);
        let scaled = if confidence < self.suggest {
            SUGGEST_FROM * between(0.0, self.suggest)
        } else if confidence < self.answer {
            SUGGEST_FROM + (ANSWER_FROM - SUGGEST_FROM) * between(self.suggest, self.answer)
        } else {
            ANSWER_FROM + (1.0 - ANSWER_FROM) * between(self.answer, 1.0)
        };
        scaled.clamp(0.0, 1.0)
    }
}

/// The limits of a knowledge base; none where it says too little about itself.
pub(super) fn calibrate(questions: &Index, owners: &[u32]) -> Option<Limits> {
    let documents = owners.last().map_or(0, |last| *last as usize + 1);
    let enough = QUESTIONS_MIN.max(QUESTIONS_A_DOCUMENT_MIN * documents);
    if owners.len() < enough || documents < FOLDS {
        return None;
    }
    let whole = Folds::new(questions, owners);
    let folds = if owners.len() <= ALL_FOLDS_MAX {
        FOLDS
    } else {
        2
    };
    let trials: Vec<Trial> = (0..folds).flat_map(|fold| whole.trials(fold)).collect();
    limits(trials)
}

/// A question a robot had not seen.
#[derive(Debug, Clone, Copy)]
struct Trial {
    confidence: f32,
    outcome: Outcome,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Right,
    Wrong,
    /// Its document was left out.
    Foreign,
}

fn limits(mut trials: Vec<Trial>) -> Option<Limits> {
    trials.sort_by(|one, other| one.confidence.total_cmp(&other.confidence));
    let foreign = trials
        .iter()
        .filter(|trial| trial.outcome == Outcome::Foreign)
        .count();
    let known = trials.len() - foreign;
    if known == 0 || foreign == 0 {
        return None;
    }
    let refused = (known as f32 * REFUSED) as usize;
    let mut of_known = trials
        .iter()
        .filter(|trial| trial.outcome != Outcome::Foreign);
    let suggest = of_known.nth(refused)?.confidence;
    let share = FOREIGN / (1.0 - FOREIGN) * known as f32 / foreign as f32;
    let (mut right, mut all) = (0.0, 0.0);
    let mut answer = 1.0;
    for trial in trials.iter().rev() {
        match trial.outcome {
            Outcome::Right => (right, all) = (right + 1.0, all + 1.0),
            Outcome::Wrong => all += 1.0,
            Outcome::Foreign => all += share,
        }
        if right >= RIGHT * all {
            answer = trial.confidence;
        }
    }
    Some(Limits {
        suggest,
        answer: answer.max(suggest),
    })
}

struct Folds<'a> {
    questions: &'a Index,
    texts: Texts,
    owners: &'a [u32],
    /// Of each question, which of its document's it is.
    ranks: Vec<usize>,
}

impl<'a> Folds<'a> {
    fn new(questions: &'a Index, owners: &'a [u32]) -> Self {
        let mut ranks = Vec::with_capacity(owners.len());
        for (at, owner) in owners.iter().enumerate() {
            let is_next = at > 0 && owners[at - 1] == *owner;
            ranks.push(if is_next { ranks[at - 1] + 1 } else { 0 });
        }
        Folds {
            texts: Texts::of(questions),
            questions,
            owners,
            ranks,
        }
    }

    fn trials(&self, fold: usize) -> Vec<Trial> {
        let is_foreign = |text: usize| self.owners[text] as usize % FOLDS == fold;
        let is_held = |text: usize| {
            (self.ranks[text] + self.owners[text] as usize + 1) % FOLDS == fold
                && self.ranks[text] > 0
        };
        let (mut taught, mut place) = (0, vec![None; self.owners.len()]);
        let (mut owners, mut names): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        for (text, place) in place.iter_mut().enumerate() {
            if is_foreign(text) || is_held(text) {
                continue;
            }
            if names.last() != Some(&self.owners[text]) {
                names.push(self.owners[text]);
            }
            *place = Some(taught);
            taught += 1;
            owners.push(names.len() as u32 - 1);
        }
        let learned = Learned::from(&self.questions.only(&place), &owners);
        let ask = |text: usize| learned.judge(&self.texts.counted(text, self.questions), |_| 0.0);
        let trial = |text: usize, judged: &Judged| {
            let is_right = names.get(judged.best) == Some(&self.owners[text]);
            let outcome = match (is_foreign(text), is_right) {
                (true, _) => Outcome::Foreign,
                (false, true) => Outcome::Right,
                (false, false) => Outcome::Wrong,
            };
            Trial {
                confidence: judged.confidence(),
                outcome,
            }
        };
        let all = 0..self.owners.len();
        let foreign: Vec<usize> = all.clone().filter(|text| is_foreign(*text)).collect();
        let held: Vec<usize> = all
            .filter(|text| !is_foreign(*text) && is_held(*text))
            .collect();
        let asked = thinned(&foreign).chain(thinned(&held));
        asked.map(|text| trial(text, &ask(text))).collect()
    }
}

/// At most so many, evenly spread.
fn thinned(texts: &[usize]) -> impl Iterator<Item = usize> + '_ {
    let kept = texts.len().min(ASKED_MAX);
    (0..kept).map(move |at| texts[at * texts.len() / kept])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn trial(confidence: f32, outcome: Outcome) -> Trial {
        Trial {
            confidence,
            outcome,
        }
    }

    proptest! {
        #[test]
        fn more_confidence_is_never_a_lower_score(
            suggest in 0.0_f32..0.5, more in 0.0_f32..0.5, one in 0.0_f32..1.0, other in 0.0_f32..1.0
        ) {
            let limits = Limits { suggest, answer: suggest + more };
            let (low, high) = (one.min(other), one.max(other));

            prop_assert!(limits.scaled(low) <= limits.scaled(high));
            prop_assert!((limits.scaled(high) >= SUGGEST_FROM) == (high >= suggest));
            prop_assert!((limits.scaled(high) >= ANSWER_FROM) == (high >= limits.answer));
        }
    }

    #[test]
    fn answering_begins_where_nine_in_ten_are_right_and_refusing_where_one_in_twenty_is_lost() {
        let right = (0..100).map(|at| trial(0.5 + at as f32 / 250.0, Outcome::Right));
        let foreign = (0..100).map(|at| trial(at as f32 / 1_000.0, Outcome::Foreign));
        let wrong = (0..30).map(|at| trial(0.3 + at as f32 / 1_000.0, Outcome::Wrong));

        let limits = limits(right.chain(foreign).chain(wrong).collect()).unwrap();

        assert!(limits.suggest < 0.33 && limits.suggest >= 0.3, "{limits:?}");
        assert!(
            limits.answer <= 0.5 && limits.answer > limits.suggest,
            "{limits:?}"
        );
    }

    #[test]
    fn too_few_questions_tell_nothing() {
        let index = Index::of([vec![], vec![]]);

        assert_eq!(calibrate(&index, &[0, 1]), None);
    }
}
