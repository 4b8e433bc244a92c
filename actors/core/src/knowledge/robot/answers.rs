//! Scores documents by their answers when their questions do not match: visitors ask about an article in words that
//! only the article contains. A share is how much of the question an answer contains, 0 to 1, in the shelf's order.
//! There are no shares if no document has an answer.

use super::calibrate::{ANSWER_FROM, SUGGEST_FROM};
use super::index::Resemblance;
use super::score::{COMPARED, Scored, WHOLE_WEIGHT};

/// If the best score by questions is below this, the answers count in full.
const SEARCHED_BELOW: f32 = 0.45;
/// What a perfect match of an answer adds otherwise: enough to separate two documents with similar questions.
const WEAK: f32 = 0.15;
/// What a perfect match adds when the answers count in full.
const FULL: f32 = 1.75;
/// The weight of shares in the order of documents when the answers count in full. Which answer contains most of a
/// question says more than how much it contains.
const ORDER: f32 = 2.0;
/// How far an answer must lead the second to win although the questions suggest another document.
const LEAD: f32 = 0.1;
/// The weight of all questions of a document as one text, when the comparison leaves out the nearest question.
const WHOLE_SHARE: f32 = WHOLE_WEIGHT / (1.0 + WHOLE_WEIGHT);

/// Adds the match of the answers to the scores of the questions.
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

/// Reorders the documents by question and answer. The first gets its full sum, and the others keep their proportion to
/// it.
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

/// What an answer adds that contains this share of a question. It grows faster than the share, because any long answer
/// contains half the pieces of a question.
fn in_full(share: f32) -> f32 {
    FULL * share * share.sqrt()
}

/// Raises documents whose answers match when the learned score is not `sure`. If the robot would ask back, an answer
/// must match well, and it answers only with a clear lead. `wholes` says how much each document's questions resemble
/// this one.
pub(super) fn raise(sure: f32, wholes: &[Resemblance], shares: &[f32], scored: &mut [Scored]) {
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

/// The highest and the second highest score; 0 if missing.
pub(super) fn two_best(scores: &[f32]) -> (f32, f32) {
    scores.iter().fold((0.0, 0.0), |(best, second), score| {
        (score.max(best), second.max(score.min(best)))
    })
}
