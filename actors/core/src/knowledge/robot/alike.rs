//! Groups questions that ask the same in other words, so that editors see what the robot could not answer.

use super::features::{Counted, Grain, Read, features};

/// Two questions are alike from this cosine of their pieces on.
const ALIKE: f32 = 0.5;

/// Groups similar questions; each group lists the positions of its questions. A question joins the group whose first
/// question is nearest, so the order matters. Every position is in exactly one group.
pub fn groups(questions: &[&str]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Vec<Counted>, Vec<usize>)> = Vec::new();
    for (at, question) in questions.iter().enumerate() {
        let mut pieces = features(&Read::of(question), Grain::Fine);
        pieces.retain(|piece| !piece.feature.is_for_learning());
        let near = groups
            .iter_mut()
            .map(|(first, places)| (cosine(first, &pieces), places))
            .filter(|(alike, _)| *alike >= ALIKE)
            .max_by(|(one, _), (other, _)| one.total_cmp(other));
        match near {
            Some((_, places)) => places.push(at),
            None => groups.push((pieces, vec![at])),
        }
    }
    groups.into_iter().map(|(_, places)| places).collect()
}

fn cosine(one: &[Counted], other: &[Counted]) -> f32 {
    let length = |pieces: &[Counted]| {
        let squares = pieces.iter().map(|piece| square(piece.count));
        squares.sum::<f32>().sqrt()
    };
    let (mut product, mut at) = (0.0, 0);
    for piece in one {
        while other
            .get(at)
            .is_some_and(|next| next.feature < piece.feature)
        {
            at += 1;
        }
        if let Some(same) = other.get(at).filter(|next| next.feature == piece.feature) {
            product += (square(piece.count) * square(same.count)).sqrt();
        }
    }
    let lengths = length(one) * length(other);
    if lengths > 0.0 {
        product / lengths
    } else {
        0.0
    }
}

#[allow(clippy::cast_precision_loss)]
fn square(count: u32) -> f32 {
    let count = count as f32;
    count * count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_question_in_other_words_joins_one_group_in_any_script() {
        let questions = [
            "Do you sell gift cards?",
            "你们有礼品卡吗",
            "do you sell giftcards",
            "Where is your workshop?",
            "有礼品卡吗？",
            "",
        ];

        assert_eq!(
            groups(&questions),
            [vec![0, 2], vec![1, 4], vec![3], vec![5]]
        );
    }
}
