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
/// Every which document, and every which question of the others, is left out. Of few questions fewer at a time, so that
/// what is asked knows nearly all of them.
const FOLDS: usize = 5;
const FOLDS_OF_FEW: usize = 10;
/// Up to this number of questions are few.
const FEW: usize = 600;
/// Up to this number of questions all folds are gone through; beyond, two tell enough.
const ALL_FOLDS_MAX: usize = 2_000;
/// Questions asked of each sort in each fold.
const ASKED_MAX: usize = 300;
/// Up to this number of questions what they tell is worth nothing, and from the other on it is worth all there is.
const TRUST: (f32, f32) = (30.0, 70.0);
/// The same of questions a document.
const TRUST_A_DOCUMENT: (f32, f32) = (3.0, 4.0);
/// When the nearest question is near enough, where nothing tells how sure to be.
const NEAR: Limits = Limits {
    suggest: 0.25,
    answer: 0.39,
};
/// A chance below this makes it less near.
const CHANCE_MIN: f32 = 0.35;
/// Right answers that are taken for granted, so that one wrong one among few does not silence a robot.
const GRANTED: f32 = 10.0;
/// Halves of what was asked that limits are found for; their mean counts.
const HALVES: u32 = 32;

/// From which confidence on what is done. `suggest` is at most `answer`, and both lie between 0 and 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
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

/// How sure to be of what was learned.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Sureness {
    /// What the knowledge base says of itself.
    limits: Limits,
    /// How much that counts, 0 to 1. The rest is how near the nearest question is.
    trust: f32,
}

impl Sureness {
    /// The score of a document of this chance, on the scale everybody reads.
    pub(super) fn score(self, judged: &Judged, chance: f32) -> f32 {
        let share = chance / judged.chance();
        let near = judged.nearest * (judged.chance() / CHANCE_MIN).min(1.0);
        let near = NEAR.scaled(near * share);
        if self.trust == 0.0 {
            return near;
        }
        let learned = self.limits.scaled(judged.confidence() * share);
        near + self.trust * (learned - near)
    }
}

/// How sure to be in a knowledge base with these questions.
pub(super) fn calibrate(questions: &Index, owners: &[u32]) -> Sureness {
    let documents = owners.last().map_or(0, |last| *last as usize + 1);
    let count = owners.len();
    let trust = between(TRUST, count as f32)
        * between(TRUST_A_DOCUMENT, count as f32 / documents.max(1) as f32);
    if trust == 0.0 || documents < FOLDS {
        return Sureness::default();
    }
    let whole = Folds::new(questions, owners);
    let folds = if count <= ALL_FOLDS_MAX {
        whole.count
    } else {
        2
    };
    let trials: Vec<Trial> = (0..folds).flat_map(|fold| whole.trials(fold)).collect();
    let limits = steady_limits(trials);
    limits.map_or_else(Sureness::default, |limits| Sureness { limits, trust })
}

/// How far between two numbers, 0 to 1.
fn between((low, high): (f32, f32), number: f32) -> f32 {
    ((number - low) / (high - low)).clamp(0.0, 1.0)
}

/// A question a robot had not seen.
#[derive(Debug, Clone, Copy)]
struct Trial {
    confidence: f32,
    outcome: Outcome,
    /// In which halves it is, by bit.
    halves: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Right,
    Wrong,
    /// Its document was left out.
    Foreign,
}

/// The limits in the mean of many halves: a single one that comes or goes moves them little, where a limit is else a single
/// trial's confidence.
fn steady_limits(mut trials: Vec<Trial>) -> Option<Limits> {
    trials.sort_by(|one, other| one.confidence.total_cmp(&other.confidence));
    let of_half = |half: u32| {
        let within = trials.iter().filter(|trial| trial.halves >> half & 1 == 1);
        limits(&within.copied().collect::<Vec<_>>())
    };
    let halves: Vec<Limits> = (0..HALVES).filter_map(of_half).collect();
    let mean = |limit: &dyn Fn(&Limits) -> f32| {
        let logs = halves
            .iter()
            .map(|of| limit(of).max(f32::MIN_POSITIVE).ln());
        (logs.sum::<f32>() / halves.len() as f32).exp()
    };
    (!halves.is_empty()).then(|| Limits {
        suggest: mean(&|of| of.suggest),
        answer: mean(&|of| of.answer),
    })
}

/// Of trials in the order of their confidence.
fn limits(trials: &[Trial]) -> Option<Limits> {
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
    let (mut right, mut all) = (GRANTED, GRANTED);
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

/// Which questions are left out together. What a document says decides, not its place, so that all others stay where they
/// are when one comes or goes.
struct Folds<'a> {
    questions: &'a Index,
    texts: Texts,
    owners: &'a [u32],
    /// How many.
    count: usize,
    /// In which the document of each question is left out.
    foreign: Vec<usize>,
    /// In which the question itself is; none of a document's first.
    held: Vec<Option<usize>>,
    /// What each question's pieces come to.
    sums: Vec<u64>,
}

impl<'a> Folds<'a> {
    fn new(questions: &'a Index, owners: &'a [u32]) -> Self {
        let texts = Texts::of(questions);
        let count = if owners.len() <= FEW {
            FOLDS_OF_FEW
        } else {
            FOLDS
        };
        let sums: Vec<u64> = (0..owners.len())
            .map(|text| {
                let pieces = texts.counted(text, questions).into_iter();
                pieces.fold(0, |sum: u64, piece| sum.wrapping_add(piece.feature.bits()))
            })
            .collect();
        let (mut foreign, mut held) = (Vec::new(), Vec::new());
        let (mut first, mut rank) = (0, 0);
        for (at, owner) in owners.iter().enumerate() {
            let is_next = at > 0 && owners[at - 1] == *owner;
            (first, rank) = if is_next { (first, rank + 1) } else { (at, 0) };
            let fold = (sums[first] >> 32) as usize % count;
            foreign.push(fold);
            held.push((rank > 0).then_some((fold + rank) % count));
        }
        Folds {
            questions,
            texts,
            owners,
            count,
            foreign,
            held,
            sums,
        }
    }

    fn trials(&self, fold: usize) -> Vec<Trial> {
        let is_foreign = |text: usize| self.foreign[text] == fold;
        let is_held = |text: usize| self.held[text] == Some(fold);
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
        if names.len() < 2 {
            return Vec::new();
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
                halves: (self.sums[text] >> 24) as u32,
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
            halves: u32::MAX,
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

        let limits = steady_limits(right.chain(foreign).chain(wrong).collect()).unwrap();

        assert!(limits.suggest < 0.33 && limits.suggest >= 0.3, "{limits:?}");
        assert!(
            limits.answer <= 0.5 && limits.answer > limits.suggest,
            "{limits:?}"
        );
    }

    #[test]
    fn too_few_questions_tell_nothing() {
        let index = Index::of([vec![], vec![]]);

        assert_eq!(calibrate(&index, &[0, 1]), Sureness::default());
    }
}
