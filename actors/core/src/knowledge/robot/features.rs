//! Cuts a text into features: small pieces of it, each hashed to a number.

pub(super) mod subjects;

use unicode_segmentation::UnicodeSegmentation;

use super::meanings::{Meanings, Said};
use super::plain::{is_plain, plain_signs};
use super::text::{Run, Script, fold, runs};
use std::ops::Range;

/// The weight of a piece of a plain word; any other has 1.
const PLAIN_WEIGHT: f32 = 0.65;
/// The weight of a meaning; a word has 1.
const MEANING_WEIGHT: f32 = 1.5;

/// Characters of the longest piece of a word, its edges included.
const WORD_GRAM_MAX: usize = 4;
/// Characters of the longest piece of a run of Han or kana.
const IDEOGRAPHIC_GRAM_MAX: usize = 2;
/// Clusters in the longest piece of a run of Thai, Lao, Khmer or Myanmar.
const UNSPACED_GRAM_MAX: usize = 4;
/// Arabic articles, with the particles that are written together with them.
const ARABIC_BEGINNINGS: [&str; 7] = ["وبال", "وال", "فال", "بال", "كال", "لل", "ال"];
/// Arabic endings of number, gender and possession, folded.
const ARABIC_ENDINGS: [&str; 10] = ["هم", "ها", "كم", "نا", "ات", "ين", "ون", "ي", "ه", "ك"];
/// Characters that an Arabic stem must keep.
const ARABIC_STEM_MIN: usize = 3;
/// Marks both edges of a word, so that its beginning and its end are pieces of their own.
const EDGE: char = '_';

/// A piece of a text, as a number. Its lowest five bits are flags. Two different pieces collide about once in 2^59
/// pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Feature(u64);

const AS_WRITTEN: u64 = 1;
const OF_WORDS: u64 = 2;
const PLAIN: u64 = 4;
const FOR_LEARNING: u64 = 8;
const MEANING: u64 = 16;

impl Feature {
    /// Whether it is a piece as written, whose folded copy differs. A question typed without accents has none of them.
    pub(super) fn is_as_written(self) -> bool {
        self.0 & AS_WRITTEN != 0
    }

    /// The whole number. It depends only on the piece, and all bits but the lowest five are evenly spread.
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    /// Whether it is a word, a pair of words or a meaning, and not a piece of a word.
    pub(super) fn is_of_words(self) -> bool {
        self.0 & OF_WORDS != 0
    }

    /// Whether it is for training only: the beginning of a text, stems, and pairs of meanings. These do not make two
    /// texts similar.
    pub(super) fn is_for_learning(self) -> bool {
        self.0 & FOR_LEARNING != 0
    }

    /// Its weight: lower for words of every question, higher for meanings.
    pub(super) fn importance(self) -> f32 {
        match self.0 & (PLAIN | MEANING) {
            0 => 1.0,
            PLAIN => PLAIN_WEIGHT,
            _ => MEANING_WEIGHT,
        }
    }
}

/// A piece and its count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counted {
    pub feature: Feature,
    pub count: u32,
}

/// Which pieces of a word are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grain {
    /// From two characters on: for questions, which are short and contain typing errors.
    Fine,
    /// From four characters on: for answers, where shorter pieces occur everywhere and mean nothing.
    Coarse,
}

/// A text cut into parts once, for all later uses.
#[derive(Debug)]
pub(super) struct Read(Vec<Part>);

/// A word, or a run of characters without spaces with its plain stretches.
#[derive(Debug)]
enum Part {
    Word {
        written: String,
        word: Word,
    },
    Signs {
        script: Script,
        run: String,
        plain: Vec<Range<usize>>,
    },
}

impl Read {
    /// Reads a text.
    pub(super) fn of(text: &str) -> Self {
        let part = |run: Run| match run.script {
            Script::Spaced => Part::Word {
                word: Word::new(&run.text),
                written: run.text,
            },
            script @ (Script::Ideographic | Script::Unspaced) => Part::Signs {
                script,
                plain: plain_signs(&run.text),
                run: run.text,
            },
        };
        Read(runs(text).into_iter().map(part).collect())
    }
}

/// The pieces of a text, sorted.
pub(super) fn features(text: &Read, grain: Grain) -> Vec<Counted> {
    counted(pieces(text, grain, None))
}

/// The pieces of a question, with its meanings.
pub(super) fn question_features(text: &Read, meanings: &Meanings) -> Vec<Counted> {
    let mut said = Said::new();
    let mut found = pieces(text, Grain::Fine, Some(&mut said));
    let meant = meanings.in_words(&said);
    let name = |number: &u16| number.to_string();
    for (at, one) in meant.iter().enumerate() {
        found.push(feature(Kind::Meaning, MEANING, &[&name(one)]));
        for other in &meant[at + 1..] {
            let both = [&name(one), " ", &name(other)];
            found.push(feature(Kind::Meanings, FOR_LEARNING, &both));
        }
    }
    counted(found)
}

/// The pieces of a text. Adds its words to `said`.
fn pieces(text: &Read, grain: Grain, mut said: Option<&mut Said>) -> Vec<Feature> {
    let mut found = Vec::new();
    let mut before: Option<&Word> = None;
    for (at, part) in text.0.iter().enumerate() {
        if at == 0 && grain == Grain::Fine {
            found.extend(beginning(part));
        }
        match part {
            Part::Word { written, word } => {
                if word.folded != *written {
                    word_pieces(written, grain, word.plain | AS_WRITTEN, &mut found);
                }
                word_pieces(&word.folded, grain, word.plain, &mut found);
                if let Some(said) = &mut said {
                    said.add(&word.folded);
                }
                if let Some(stem) = word.stem().filter(|_| grain == Grain::Fine) {
                    found.push(feature(Kind::Stem, word.plain | FOR_LEARNING, &[stem]));
                    if let Some(said) = &mut said {
                        said.add(stem);
                    }
                }
                if let Some(before) = before {
                    let parts = [&before.folded, " ", &word.folded];
                    found.push(feature(Kind::Pair, before.plain & word.plain, &parts));
                }
                before = Some(word);
            }
            Part::Signs { script, run, plain } => {
                before = None;
                if let Some(said) = &mut said {
                    said.add(run);
                }
                let longest = match script {
                    Script::Unspaced => UNSPACED_GRAM_MAX,
                    Script::Ideographic | Script::Spaced => IDEOGRAPHIC_GRAM_MAX,
                };
                sign_pieces(run, plain, longest, grain, &mut found);
            }
        }
    }
    found
}

#[derive(Debug)]
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

    /// An Arabic word without article and ending, so that its forms match.
    fn stem(&self) -> Option<&str> {
        let first = self.folded.chars().next()?;
        if !('\u{600}'..='\u{6ff}').contains(&first) {
            return None;
        }
        let is_enough = |rest: &&str| rest.chars().count() >= ARABIC_STEM_MIN;
        let mut stem = self.folded.as_str();
        let begun = ARABIC_BEGINNINGS.iter();
        let mut begun = begun.filter_map(|part| stem.strip_prefix(part));
        stem = begun.find(is_enough).unwrap_or(stem);
        let ended = ARABIC_ENDINGS.iter();
        let mut ended = ended.filter_map(|part| stem.strip_suffix(part));
        stem = ended.find(is_enough).unwrap_or(stem);
        Some(stem)
    }
}

/// The first word or character of a text, as a feature.
fn beginning(part: &Part) -> Option<Feature> {
    let (plain, first) = match part {
        Part::Word { word, .. } => (word.plain, word.folded.as_str()),
        Part::Signs { run, .. } => (0, run.graphemes(true).next()?),
    };
    Some(feature(Kind::Beginning, plain | FOR_LEARNING, &[first]))
}

#[derive(Clone, Copy)]
enum Kind {
    Piece = 1,
    Word = 2,
    Pair = 3,
    Stem = 4,
    Beginning = 5,
    Meaning = 6,
    Meanings = 7,
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

/// The pieces of a run without spaces. Single characters and pairs of them also count as words.
fn sign_pieces(
    run: &str,
    plain: &[Range<usize>],
    longest: usize,
    grain: Grain,
    found: &mut Vec<Feature>,
) {
    let starts = starts(run.grapheme_indices(true).map(|(at, _)| at), run.len());
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

/// The start of each character, and the end of the last one.
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
        Kind::Word | Kind::Pair | Kind::Stem | Kind::Beginning | Kind::Meaning | Kind::Meanings => {
            OF_WORDS
        }
    };
    let marked = AS_WRITTEN | OF_WORDS | PLAIN | FOR_LEARNING | MEANING;
    Feature((hash & !marked) | marks | of_words)
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

    /// The pieces that comparison uses.
    fn compared(text: &str) -> Vec<Counted> {
        let mut pieces = features(&Read::of(text), Grain::Fine);
        pieces.retain(|piece| !piece.feature.is_for_learning());
        pieces
    }

    fn shared(a: &str, b: &str) -> usize {
        let b = compared(b);
        compared(a)
            .iter()
            .filter(|x| b.iter().any(|y| y.feature == x.feature))
            .count()
    }

    #[test]
    fn a_word_is_cut_into_its_pieces_and_itself() {
        // _p pl la an nt t_, _pl pla lan ant nt_, _pla plan lant ant_, _plant_
        assert_eq!(compared("plant").len(), 6 + 5 + 4 + 1);
        // _pla plan lant ant_, _plant_
        assert_eq!(features(&Read::of("plant"), Grain::Coarse).len(), 4 + 1);
        // _a_ is shorter than the shortest piece, and kept whole
        assert_eq!(features(&Read::of("a"), Grain::Coarse).len(), 1);
    }

    #[test]
    fn a_word_typed_without_accents_shares_all_folded_pieces() {
        let typed = compared("duong");
        let written = compared("đường");

        assert!(typed.iter().all(|piece| written.contains(piece)));
        assert!(typed.iter().all(|piece| !piece.feature.is_as_written()));
        assert!(written.iter().any(|piece| piece.feature.is_as_written()));
    }

    #[test]
    fn characters_are_not_split() {
        // ที่ and นี่ are one cluster each: two single clusters and one pair, as pieces and as words.
        assert_eq!(compared("ที่นี่").len(), 2 * 3);
        // 退 货 and 退货
        assert_eq!(compared("退货").len(), 2 * 3);
        assert_eq!(features(&Read::of("退货"), Grain::Coarse).len(), 3);
    }

    #[test]
    fn a_typing_error_keeps_most_pieces() {
        assert!(shared("watering", "wattering") > shared("watering", "delivery"));
    }

    #[test]
    fn repeated_pieces_are_counted() {
        let counts: Vec<u32> = compared("看看").iter().map(|piece| piece.count).collect();

        // 看 twice and 看看 once, as pieces and as words.
        assert_eq!(counts.iter().sum::<u32>(), 2 * 3);
        assert!(counts.contains(&2));
    }

    #[test]
    fn the_beginning_and_arabic_stems_serve_training_and_not_comparison() {
        let learned = |text: &str| {
            let mut pieces = features(&Read::of(text), Grain::Fine);
            pieces.retain(|piece| piece.feature.is_for_learning());
            pieces
        };

        assert_eq!(learned("How are you?").len(), 1);
        assert_eq!(learned("HOW so"), learned("how"));
        assert_eq!(learned("怎么退货"), learned("怎"));
        let common = |one: &str, other: &str| {
            let other = learned(other);
            learned(one).iter().filter(|it| other.contains(it)).count()
        };
        // My account and the account, by the account and her account: one stem.
        assert_eq!(common("حسابي", "الحساب"), 1);
        assert_eq!(common("بالحساب", "حسابها"), 1);
    }

    #[test]
    fn questions_in_other_words_share_meanings_and_answers_have_none() {
        let of = |text: &str| question_features(&Read::of(text), Meanings::of("en"));
        let (one, other) = (of("reimburse my purchase"), of("refund what I bought"));

        let same = |piece: &&Counted| other.iter().any(|it| it.feature == piece.feature);
        let shared: Vec<&Counted> = one.iter().filter(same).collect();
        let are_learned = shared.iter().filter(|it| it.feature.is_for_learning());
        assert_eq!(are_learned.count(), 1, "both meanings together");
        let heaviest = shared.iter().filter(|it| it.feature.importance() > 1.0);
        assert_eq!(heaviest.count(), 2, "each meaning");
        let answer = features(&Read::of("reimburse my purchase"), Grain::Coarse);
        assert!(answer.iter().all(|it| it.feature.importance() <= 1.0));
    }
}
