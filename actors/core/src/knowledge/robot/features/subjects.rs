//! What a question is about: its words that are not plain, and its runs of signs without spaces.

use super::{
    Feature, Grain, IDEOGRAPHIC_GRAM_MAX, Kind, MEANING, Part, Read, UNSPACED_GRAM_MAX, Word,
    feature, starts, word_pieces,
};
use crate::robot::meanings::{Meanings, Said};
use crate::robot::text::Script;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// Signs in a word of Han or kana, on average.
const IDEOGRAPHIC_WORD: f32 = 2.0;
/// Clusters in a word of Thai, Lao, Khmer or Myanmar, on average.
const UNSPACED_WORD: f32 = 2.5;

/// Letters of a word that tells something.
const LETTERS_MIN: usize = 3;

/// Something a question is about.
#[derive(Debug)]
pub(in crate::knowledge::robot) enum Subject<'a> {
    /// A word that is not plain.
    Word(Content<'a>),
    /// A run of signs without spaces.
    Signs(Signs),
}

/// What a question is about, in order.
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

/// A word that is not plain. What it is found by is made when it is asked for: most words are found by themselves.
#[derive(Debug)]
pub(in crate::knowledge::robot) struct Content<'a> {
    word: &'a Word,
    meanings: &'a Meanings,
}

impl Content<'_> {
    /// Whether it is too short to tell: what is left of a plain word that was mistyped. A Korean sign is its letters.
    pub(in crate::knowledge::robot) fn is_scrap(&self) -> bool {
        self.word.folded.nfd().take(LETTERS_MIN).count() < LETTERS_MIN
    }

    /// Itself.
    pub(in crate::knowledge::robot) fn whole(&self) -> Feature {
        feature(Kind::Word, 0, &[&self.word.folded])
    }

    /// What it means.
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

    /// Its pieces, without itself.
    pub(in crate::knowledge::robot) fn pieces(&self) -> Vec<Feature> {
        let mut pieces = Vec::new();
        word_pieces(&self.word.folded, Grain::Fine, 0, &mut pieces);
        pieces.retain(|piece| !piece.is_of_words());
        pieces
    }
}

/// A run of signs whose words nothing parts.
#[derive(Debug)]
pub(in crate::knowledge::robot) struct Signs {
    /// Signs in a window: the longest word that is looked up.
    window: usize,
    /// Signs in a word, on average.
    word: f32,
    /// Which signs are of plain words.
    plain: Vec<bool>,
    /// Each stretch of as many signs as a window has, in order; none where all its signs are plain.
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

    /// How many words are in windows that are known. All of a run too short for a window: nothing tells.
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
