//! What of a text is compared: small pieces of it, each as a number.

use unicode_segmentation::UnicodeSegmentation;

use super::plain::{is_plain, plain_signs};
use super::text::{Script, fold, runs};

/// What a piece of a plain word counts beside one of any other.
const PLAIN_WEIGHT: f32 = 0.65;

/// Signs in the longest piece of a word, its edges included.
const WORD_GRAM_MAX: usize = 4;
/// Signs in the longest piece of a run of Han or kana.
const IDEOGRAPHIC_GRAM_MAX: usize = 2;
/// Clusters in the longest piece of a run of Thai, Lao, Khmer or Myanmar.
const UNSPACED_GRAM_MAX: usize = 4;
/// Stands at both edges of a word, so that its beginning and its end are pieces of their own.
const EDGE: char = '_';

/// A piece of a text, as a number. Two pieces share one about once in 2^61 pairs. Its lowest bits say what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Feature(u64);

const AS_WRITTEN: u64 = 1;
const OF_WORDS: u64 = 2;
const PLAIN: u64 = 4;

impl Feature {
    /// Whether it is of the text as written and was folded away: such pieces exist only beside their folded copy, and a
    /// question typed without accents has none of them.
    pub(super) fn is_as_written(self) -> bool {
        self.0 & AS_WRITTEN != 0
    }

    /// Whether it is a word or a pair of words, not a piece of one.
    pub(super) fn is_of_words(self) -> bool {
        self.0 & OF_WORDS != 0
    }

    /// How much it counts: less where it is of words that every question has.
    pub(super) fn importance(self) -> f32 {
        if self.0 & PLAIN == 0 {
            1.0
        } else {
            PLAIN_WEIGHT
        }
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
    let mut before: Option<Word> = None;
    for run in runs(text) {
        let longest = match run.script {
            Script::Spaced => {
                let word = Word::new(&run.text);
                if word.folded != run.text {
                    word_pieces(&run.text, grain, word.plain | AS_WRITTEN, &mut found);
                }
                word_pieces(&word.folded, grain, word.plain, &mut found);
                if let Some(before) = before {
                    let parts = [&before.folded, " ", &word.folded];
                    found.push(feature(Kind::Pair, before.plain & word.plain, &parts));
                }
                before = Some(word);
                continue;
            }
            Script::Ideographic => IDEOGRAPHIC_GRAM_MAX,
            Script::Unspaced => UNSPACED_GRAM_MAX,
        };
        before = None;
        sign_pieces(&run.text, longest, grain, &mut found);
    }
    counted(found)
}

struct Word {
    folded: String,
    plain: u64,
}

impl Word {
    fn new(written: &str) -> Self {
        let folded = fold(written);
        let plain = if is_plain(&folded) { PLAIN } else { 0 };
        Self { folded, plain }
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Piece = 1,
    Word = 2,
    Pair = 3,
}

fn word_pieces(word: &str, grain: Grain, marks: u64, found: &mut Vec<Feature>) {
    found.push(feature(Kind::Word, marks, &[word]));
    let edged = format!("{EDGE}{word}{EDGE}");
    let starts = starts(edged.char_indices().map(|(at, _)| at), edged.len());
    let shortest = match grain {
        Grain::Fine => 2,
        Grain::Coarse => WORD_GRAM_MAX,
    };
    for signs in shortest..=WORD_GRAM_MAX {
        for window in starts.windows(signs + 1) {
            let piece = &edged[window[0]..window[signs]];
            found.push(feature(Kind::Piece, marks, &[piece]));
        }
    }
}

/// The pieces of a run without spaces: its signs and pairs of them stand in for words.
fn sign_pieces(run: &str, longest: usize, grain: Grain, found: &mut Vec<Feature>) {
    let starts = starts(run.grapheme_indices(true).map(|(at, _)| at), run.len());
    let plain = plain_signs(run);
    for signs in 1..=longest {
        for window in starts.windows(signs + 1) {
            let within = window[0]..window[signs];
            let is_plain = plain
                .iter()
                .any(|of| of.start <= within.start && within.end <= of.end);
            let marks = if is_plain { PLAIN } else { 0 };
            let piece = &run[within];
            found.push(feature(Kind::Piece, marks, &[piece]));
            if signs <= 2 && grain == Grain::Fine {
                let kind = if signs == 1 { Kind::Word } else { Kind::Pair };
                found.push(feature(kind, marks, &[piece]));
            }
        }
    }
}

/// Where each sign of a text starts, and where the last one ends.
fn starts(signs: impl Iterator<Item = usize>, end: usize) -> Vec<usize> {
    signs.chain([end]).collect()
}

/// FNV-1a over the parts, then the finaliser of `MurmurHash3`, so that every bit depends on every byte.
fn feature(kind: Kind, marks: u64, parts: &[&str]) -> Feature {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let start = [kind as u8, (marks & AS_WRITTEN) as u8];
    let bytes = parts.iter().flat_map(|part| part.bytes());
    for byte in start.into_iter().chain(bytes) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^= hash >> 33;
    let of_words = match kind {
        Kind::Piece => 0,
        Kind::Word | Kind::Pair => OF_WORDS,
    };
    Feature((hash & !(AS_WRITTEN | OF_WORDS | PLAIN)) | marks | of_words)
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
        // ที่ and นี่ are one cluster each: two single ones and one pair, as pieces and in the place of words.
        assert_eq!(features("ที่นี่", Grain::Fine).len(), 2 * 3);
        // 退 货 and 退货
        assert_eq!(features("退货", Grain::Fine).len(), 2 * 3);
        assert_eq!(features("退货", Grain::Coarse).len(), 3);
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

        // 看 twice and 看看 once, as pieces and in the place of words.
        assert_eq!(counts.iter().sum::<u32>(), 2 * 3);
        assert!(counts.contains(&2));
    }
}
