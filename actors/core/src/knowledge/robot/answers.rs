//! What the documents' answers say, where their questions do not find one: an article is asked about in words that only it
//! has. Shares are how much of a question each answer holds, 0 to 1, in the shelf's order; none where there are no answers.

use super::calibrate::{ANSWER_FROM, SUGGEST_FROM};
use super::index::Resemblance;
use super::score::{COMPARED, Scored, WHOLE_WEIGHT};

/// Below this the questions have not found it, and the answers are searched in full.
const SEARCHED_BELOW: f32 = 0.45;
/// What a perfect match of an answer adds elsewhere: enough to part two documents that are asked for alike.
const WEAK: f32 = 0.15;
/// What it adds there.
const FULL: f32 = 1.75;
/// What it adds there to the order of the documents: which answer holds most of a question says more than how much it
/// holds.
const ORDER: f32 = 2.0;
/// How far ahead of the second an answer must be that is heard though the questions suggest another document.
const LEAD: f32 = 0.1;
/// What a document's questions taken together count of a comparison where the nearest is not looked for.
const WHOLE_SHARE: f32 = WHOLE_WEIGHT / (1.0 + WHOLE_WEIGHT);

/// Adds what the answers say to how well the questions compare.
pub(super) fn add_to(scores: &mut [f32], shares: &[f32]) {
    let best = scores.iter().copied().fold(0.0, f32::max);
    if best < SEARCHED_BELOW {
        add_in_full(scores, shares);
    } else {
        for (score, share) in scores.iter_mut().zip(shares) {
            *score += WEAK * share;
        }
    }
}

/// The first of the new order gets what it adds up to, and the others their part of it.
fn add_in_full(scores: &mut [f32], shares: &[f32]) {
    let order = scores.iter().zip(shares);
    let order: Vec<f32> = order.map(|(score, share)| score + ORDER * share).collect();
    let first = (0..order.len()).reduce(|best, at| if order[at] > order[best] { at } else { best });
    let Some(first) = first.filter(|first| order[*first] > 0.0) else {
        return;
    };
    let level = (scores[first] + in_full(shares[first])) / order[first];
    for (score, order) in scores.iter_mut().zip(order) {
        *score = level * order;
    }
}

/// What an answer that holds this share of a question adds. Steeper than the share itself: half the pieces of a question
/// are found in any long answer.
fn in_full(share: f32) -> f32 {
    FULL * share * share.sqrt()
}

/// Finds documents by their answers where what was learned is not `sure`. Where it would ask back, only one that is found
/// well and stands out is heard. `wholes` says how much a document's questions resemble this one.
pub(super) fn hear(sure: f32, wholes: &[Resemblance], shares: &[f32], scored: &mut [Scored]) {
    if sure >= ANSWER_FROM || shares.is_empty() {
        return;
    }
    let both = wholes.iter().zip(shares);
    let found: Vec<f32> = both
        .map(|(whole, share)| WHOLE_SHARE * whole.mean() + in_full(*share))
        .collect();
    let (best, second) = two_best(&found);
    let (least, lead) = if sure >= SUGGEST_FROM {
        (COMPARED.answer, LEAD)
    } else {
        (COMPARED.suggest, 0.0)
    };
    for (scored, found) in scored.iter_mut().zip(found) {
        let most = if found == best && best - second >= lead {
            1.0
        } else {
            ANSWER_FROM - f32::EPSILON
        };
        let score = COMPARED.scaled(found).min(most);
        if found >= least && score > scored.score {
            scored.score = score;
            scored.is_likely = true;
        }
    }
}

/// The highest and the second; 0 where there is none.
pub(super) fn two_best(scores: &[f32]) -> (f32, f32) {
    scores.iter().fold((0.0, 0.0), |(best, second), score| {
        (score.max(best), second.max(score.min(best)))
    })
}
