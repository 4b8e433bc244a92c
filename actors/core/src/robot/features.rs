//! What of a text is compared: small pieces of it, each as a number.

use unicode_segmentation::UnicodeSegmentation;

use super::text::{Script, fold, runs};

/// Signs in the longest piece of a word, its edges included.
const WORD_GRAM_MAX: usize = 4;
/// Signs in the longest piece of a run of Han or kana.
const IDEOGRAPHIC_GRAM_MAX: usize = 2;
/// Clusters in the longest piece of a run of Thai, Lao, Khmer or Myanmar.
const UNSPACED_GRAM_MAX: usize = 4;
/// Stands at both edges of a word, so that its beginning and its end are pieces of their own.
const EDGE: char = '_';

/// A piece of a text, as a number. Two pieces share one about once in 2^63 pairs.
///
/// The lowest bit says that the piece is of the text as written and was folded away: such pieces exist only beside
/// their folded copy, and a question typed without accents has none of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Feature(u64);

impl Feature {
    pub(super) fn is_as_written(self) -> bool {
        self.0 & 1 == 1
    }
}

/// A piece and how often it occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counted {
    pub feature: Feature,
    pub count: u32,
}

/// Which pieces of a word are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grain {
    /// From two signs on: for questions, which are short and carry typing errors.
    Fine,
    /// From four signs on: for answers, where shorter pieces occur everywhere and mean nothing.
    Coarse,
}

/// The pieces of a text, sorted.
pub(super) fn features(text: &str, grain: Grain) -> Vec<Counted> {
    let mut found = Vec::new();
    let mut word_before: Option<String> = None;
    for run in runs(text) {
        let longest = match run.script {
            Script::Spaced => {
                let folded = fold(&run.text);
                if folded != run.text {
                    word_pieces(&run.text, grain, Form::AsWritten, &mut found);
                }
                word_pieces(&folded, grain, Form::Folded, &mut found);
                if let Some(before) = word_before {
                    found.push(feature(Kind::Pair, Form::Folded, &[&before, " ", &folded]));
                }
                word_before = Some(folded);
                continue;
            }
            Script::Ideographic => IDEOGRAPHIC_GRAM_MAX,
            Script::Unspaced => UNSPACED_GRAM_MAX,
        };
        word_before = None;
        let starts = starts(
            run.text.grapheme_indices(true).map(|(at, _)| at),
            run.text.len(),
        );
        pieces(&run.text, &starts, 1, longest, Form::Folded, &mut found);
    }
    counted(found)
}

#[derive(Clone, Copy)]
enum Kind {
    Piece = 1,
    Word = 2,
    Pair = 3,
}

#[derive(Clone, Copy)]
enum Form {
    Folded = 0,
    AsWritten = 1,
}

fn word_pieces(word: &str, grain: Grain, form: Form, found: &mut Vec<Feature>) {
    let edged = format!("{EDGE}{word}{EDGE}");
    let starts = starts(edged.char_indices().map(|(at, _)| at), edged.len());
    let shortest = match grain {
        Grain::Fine => 2,
        Grain::Coarse => WORD_GRAM_MAX,
    };
    pieces(&edged, &starts, shortest, WORD_GRAM_MAX, form, found);
    let signs = starts.len() - 1;
    if signs > WORD_GRAM_MAX || signs < shortest {
        found.push(feature(Kind::Word, form, &[&edged]));
    }
}

/// Where each sign of a text starts, and where the last one ends.
fn starts(signs: impl Iterator<Item = usize>, end: usize) -> Vec<usize> {
    signs.chain([end]).collect()
}

fn pieces(
    text: &str,
    starts: &[usize],
    shortest: usize,
    longest: usize,
    form: Form,
    found: &mut Vec<Feature>,
) {
    for signs in shortest..=longest {
        for window in starts.windows(signs + 1) {
            found.push(feature(
                Kind::Piece,
                form,
                &[&text[window[0]..window[signs]]],
            ));
        }
    }
}

/// FNV-1a over the parts, then the finaliser of `MurmurHash3`, so that every bit depends on every byte.
fn feature(kind: Kind, form: Form, parts: &[&str]) -> Feature {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let marks = [kind as u8, form as u8];
    for byte in marks
        .into_iter()
        .chain(parts.iter().flat_map(|part| part.bytes()))
    {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^= hash >> 33;
    Feature((hash & !1) | form as u64)
}

fn counted(mut found: Vec<Feature>) -> Vec<Counted> {
    found.sort_unstable();
    let mut counted: Vec<Counted> = Vec::with_capacity(found.len());
    for feature in found {
        match counted.last_mut() {
            Some(last) if last.feature == feature => last.count += 1,
            _ => counted.push(Counted { feature, count: 1 }),
        }
    }
    counted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(a: &str, b: &str) -> usize {
        let b = features(b, Grain::Fine);
        features(a, Grain::Fine)
            .iter()
            .filter(|x| b.iter().any(|y| y.feature == x.feature))
            .count()
    }

    #[test]
    fn a_word_gives_its_pieces_and_itself() {
        // _p pl la an nt t_, _pl pla lan ant nt_, _pla plan lant ant_, _plant_
        assert_eq!(features("plant", Grain::Fine).len(), 6 + 5 + 4 + 1);
        // _pla plan lant ant_, _plant_
        assert_eq!(features("plant", Grain::Coarse).len(), 4 + 1);
        // _a_ is shorter than the shortest piece, and kept whole
        assert_eq!(features("a", Grain::Coarse).len(), 1);
    }

    #[test]
    fn a_word_typed_without_accents_shares_every_folded_piece() {
        let typed = features("duong", Grain::Fine);
        let written = features("đường", Grain::Fine);

        assert!(typed.iter().all(|piece| written.contains(piece)));
        assert!(typed.iter().all(|piece| !piece.feature.is_as_written()));
        assert!(written.iter().any(|piece| piece.feature.is_as_written()));
    }

    #[test]
    fn signs_are_not_torn_apart() {
        // ที่ and นี่ are one cluster each: two single ones and one pair.
        assert_eq!(features("ที่นี่", Grain::Fine).len(), 3);
        // 退 货 and 退货
        assert_eq!(features("退货", Grain::Fine).len(), 3);
    }

    #[test]
    fn a_typing_error_leaves_most_pieces() {
        assert!(shared("watering", "wattering") > shared("watering", "delivery"));
    }

    #[test]
    fn repeated_pieces_are_counted() {
        let counts: Vec<u32> = features("看看", Grain::Fine)
            .iter()
            .map(|piece| piece.count)
            .collect();

        assert_eq!(counts.iter().sum::<u32>(), 3);
        assert!(counts.contains(&2));
    }
}
