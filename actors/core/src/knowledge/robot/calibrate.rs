//! Finds when to answer, when to ask back and when to say "I do not know", from the knowledge base itself.
//!
//! The same confidence means different things in different knowledge bases. So calibration holds out some whole
//! documents, and some questions of the others. A robot trained without them is asked both: it should not know the
//! first, and should know the second.

use super::index::Index;
use super::learned::{Judged, Learned, Texts};

/// The share of known questions that it may refuse.
const REFUSED: f32 = 0.05;
/// The share of answers that must be right.
const RIGHT: f32 = 0.9;
/// The share of held-out documents' questions in everything asked, after weighting.
const FOREIGN: f32 = 0.16;
/// One in this many documents is held out at a time, and one in this many questions of the others. Small knowledge
/// bases hold out less at a time, so that the trained rest knows nearly all of them.
const FOLDS: usize = 5;
const FOLDS_OF_FEW: usize = 10;
/// The most questions of a small knowledge base.
const FEW: usize = 600;
/// Up to this many questions, calibration runs all folds; beyond, two are enough.
const ALL_FOLDS_MAX: usize = 2_000;
/// The most questions of each kind asked in each fold.
const ASKED_MAX: usize = 300;
/// Numbers of questions: below the first, calibration has no weight; above the second, it has full weight.
const TRUST: (f32, f32) = (30.0, 70.0);
/// The same for the average number of questions a document.
const TRUST_A_DOCUMENT: (f32, f32) = (3.0, 4.0);
/// The limits for the nearest question's similarity, which decides as far as calibration does not count.
const NEAR: Limits = Limits {
    suggest: 0.25,
    answer: 0.39,
};
/// A lower probability reduces that similarity in proportion.
const CHANCE_MIN: f32 = 0.35;
/// Right answers assumed in advance, so that one wrong answer among few does not silence a robot.
const GRANTED: f32 = 10.0;
/// The number of random halves of the trials. Each half gives limits, and their geometric mean is used.
const HALVES: u32 = 32;

/// The confidences from which the robot asks back and answers. `suggest` is at most `answer`, and both are between 0
/// and 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Limits {
    /// From this confidence on it asks back; below, it does not know.
    pub suggest: f32,
    /// From this confidence on it answers.
    pub answer: f32,
}

/// The score from which the robot asks back, on the common scale of all knowledge bases.
pub const SUGGEST_FROM: f32 = 0.3;
/// The score from which it answers.
pub const ANSWER_FROM: f32 = 0.6;

impl Limits {
    /// Maps a confidence to the common scale of all knowledge bases: 0.3 at the limit for asking back, 0.6 at the limit
    /// for answering, 1 for certainty.
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

/// How to score what was learned.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Sureness {
    /// The limits that calibration found.
    limits: Limits,
    /// Their weight, 0 to 1. The rest is the weight of the nearest question's similarity.
    trust: f32,
}

impl Sureness {
    /// The score of a document with this probability, on the common scale.
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

/// Calibrates a knowledge base with these questions.
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

/// The position of a number between two others, 0 to 1.
fn between((low, high): (f32, f32), number: f32) -> f32 {
    ((number - low) / (high - low)).clamp(0.0, 1.0)
}

/// A held-out question, asked of a robot trained without it.
#[derive(Debug, Clone, Copy)]
struct Trial {
    confidence: f32,
    outcome: Outcome,
    /// The halves it belongs to, one bit each.
    halves: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Right,
    Wrong,
    /// Its document was held out.
    Foreign,
}

/// The mean limits over many halves. A limit is the confidence of a single trial, so without the mean one more or one
/// less trial could move it far.
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

/// The limits for trials sorted by confidence.
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

/// Which questions are held out together. A hash of the document's text decides, not its position, so that the others
/// keep their fold when a document comes or goes.
struct Folds<'a> {
    questions: &'a Index,
    texts: Texts,
    owners: &'a [u32],
    /// The number of folds.
    count: usize,
    /// The fold that holds out the document of each question.
    foreign: Vec<usize>,
    /// The fold that holds out the question itself; none for a document's first.
    held: Vec<Option<usize>>,
    /// A hash of each question's pieces.
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

/// At most [`ASKED_MAX`] of these, evenly spread.
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
        fn a_higher_confidence_never_gives_a_lower_score(
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
    fn it_answers_from_nine_in_ten_right_and_refuses_at_most_one_in_twenty() {
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
    fn too_few_questions_give_no_calibration() {
        let index = Index::of([vec![], vec![]]);

        assert_eq!(calibrate(&index, &[0, 1]), Sureness::default());
    }
}
