//! The subjects of a question: its words that are not plain, and its runs of characters without spaces.

use super::{
    Feature, Grain, IDEOGRAPHIC_GRAM_MAX, Kind, MEANING, Part, Read, UNSPACED_GRAM_MAX, Word,
    feature, starts, word_pieces,
};
use crate::robot::meanings::{Meanings, Said};
use crate::robot::text::Script;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// Average number of characters of a word in Han or kana.
const IDEOGRAPHIC_WORD: f32 = 2.0;
/// Average number of clusters of a word in Thai, Lao, Khmer or Myanmar.
const UNSPACED_WORD: f32 = 2.5;

/// A word needs this many letters to carry meaning.
const LETTERS_MIN: usize = 3;

/// A subject of a question.
#[derive(Debug)]
pub(in crate::knowledge::robot) enum Subject<'a> {
    /// A word that is not plain.
    Word(Content<'a>),
    /// A run of characters without spaces.
    Signs(Signs),
}

/// The subjects of a question, in order.
pub(in crate::knowledge::robot) fn subjects<'a>(
    question: &'a Read,
    meanings: &'a Meanings,
) -> Vec<Subject<'a>> {
    let of_part = |part: &'a Part| match part {
        Part::Word { word, .. } => {
            (word.plain == 0).then_some(Subject::Word(Content { word, meanings }))
        }
        Part::Signs { script, run, plain } => Some(Subject::Signs(Signs::new(*script, run, plain))),
    };
    question.0.iter().filter_map(of_part).collect()
}

/// A word that is not plain. Its other features are computed on demand, because the word itself is usually enough.
#[derive(Debug)]
pub(in crate::knowledge::robot) struct Content<'a> {
    word: &'a Word,
    meanings: &'a Meanings,
}

impl Content<'_> {
    /// Whether it is too short to carry meaning, such as the rest of a mistyped plain word. A Korean syllable counts
    /// its letters.
    pub(in crate::knowledge::robot) fn is_scrap(&self) -> bool {
        self.word.folded.nfd().take(LETTERS_MIN).count() < LETTERS_MIN
    }

    /// The word itself.
    pub(in crate::knowledge::robot) fn whole(&self) -> Feature {
        feature(Kind::Word, 0, &[&self.word.folded])
    }

    /// Its meanings.
    pub(in crate::knowledge::robot) fn meant(&self) -> Vec<Feature> {
        let mut said = Said::new();
        said.add(&self.word.folded);
        if let Some(stem) = self.word.stem() {
            said.add(stem);
        }
        let meant = self.meanings.in_words(&said).into_iter();
        meant
            .map(|one| feature(Kind::Meaning, MEANING, &[&one.to_string()]))
            .collect()
    }

    /// Its pieces, without the word itself.
    pub(in crate::knowledge::robot) fn pieces(&self) -> Vec<Feature> {
        let mut pieces = Vec::new();
        word_pieces(&self.word.folded, Grain::Fine, 0, &mut pieces);
        pieces.retain(|piece| !piece.is_of_words());
        pieces
    }
}

/// A run of characters without word boundaries.
#[derive(Debug)]
pub(in crate::knowledge::robot) struct Signs {
    /// Characters in a window: the longest word that is looked up.
    window: usize,
    /// Average number of characters of a word.
    word: f32,
    /// Whether each character belongs to a plain word.
    plain: Vec<bool>,
    /// The window at each character, in order; none if all its characters are plain.
    windows: Vec<Option<Feature>>,
}

impl Signs {
    fn new(script: Script, run: &str, stretches: &[Range<usize>]) -> Self {
        let (window, word) = match script {
            Script::Unspaced => (UNSPACED_GRAM_MAX - 1, UNSPACED_WORD),
            Script::Ideographic | Script::Spaced => (IDEOGRAPHIC_GRAM_MAX, IDEOGRAPHIC_WORD),
        };
        let starts = starts(run.grapheme_indices(true).map(|(at, _)| at), run.len());
        let of_plain = |sign: &[usize]| {
            let holds = |of: &Range<usize>| of.start <= sign[0] && sign[1] <= of.end;
            stretches.iter().any(holds)
        };
        let plain: Vec<bool> = starts.windows(2).map(of_plain).collect();
        let windows = starts.windows(window + 1).enumerate();
        let windows = windows.map(|(at, of)| {
            let all_plain = plain[at..at + window].iter().all(|is| *is);
            (!all_plain).then(|| feature(Kind::Piece, 0, &[&run[of[0]..of[window]]]))
        });
        Signs {
            windows: windows.collect(),
            window,
            word,
            plain,
        }
    }

    /// Its windows.
    pub(in crate::knowledge::robot) fn windows(&self) -> impl Iterator<Item = Feature> + '_ {
        self.windows.iter().copied().flatten()
    }

    /// The number of words in known windows. A run shorter than a window counts as known, because nothing can be looked
    /// up.
    pub(in crate::knowledge::robot) fn words_in(&self, is_known: impl Fn(Feature) -> bool) -> f32 {
        let mut covered = vec![self.windows.is_empty(); self.plain.len()];
        for (at, window) in self.windows.iter().enumerate() {
            if window.is_some_and(&is_known) {
                covered[at..at + self.window].fill(true);
            }
        }
        let both = covered.iter().zip(&self.plain);
        both.filter(|(is, plain)| **is && !**plain).count() as f32 / self.word
    }
}
