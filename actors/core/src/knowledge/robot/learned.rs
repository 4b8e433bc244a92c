//! A trained knowledge base: learns what the several questions of each document have in common.

use super::features::{Counted, Feature};
use super::index::{Index, Resemblance};
use super::train::{Lesson, Rows, Vector, softmax, train};
use std::ops::Range;

/// Exponent of a piece's rarity; below 1, so that one rare piece does not decide alone.
const RARITY_POWER: f32 = 0.4;
/// What a perfect match with a document's questions, taken as one text, adds to the learned sum.
const WHOLE_WEIGHT: f32 = 4.0;
/// How much less a piece counts in training if only one question has it. If two have it, half of this, and so on.
const LONE_LESS: f32 = 0.5;
/// Up to this many questions a document on average, `LONE_LESS` applies in full. With more, the other questions already
/// show which pieces are chance.
const LONE_QUESTIONS: f32 = 25.0;
/// The lead over the mean of all documents at which its factor in the confidence is one half.
const LEAD_HALF: f32 = 10.0;
/// The number of questions at which `ways / (ways + WAYS_HALF)` is one half.
const WAYS_HALF: f32 = 4.0;
/// Exponent of the nearness of a document's questions in the confidence.
const NEARNESS_POWER: f32 = 0.33;
/// How many of the nearest questions count.
const NEAREST: usize = 3;
/// The most documents it can distinguish.
pub(super) const DOCUMENTS_MAX: usize = 1 << 16;

/// The result of training.
#[derive(Debug)]
pub(super) struct Learned {
    pieces: Pieces,
    questions: Texts,
    /// The questions of document `i` are `owned[i]..owned[i + 1]`.
    owned: Vec<u32>,
    wholes: Index,
    rows: Rows,
}

/// The judgement of every document for one question.
#[derive(Debug)]
pub(super) struct Judged {
    /// The probability of each document; they add up to 1.
    pub chances: Vec<f32>,
    /// How much all questions of each document, as one text, resemble the question.
    pub wholes: Vec<Resemblance>,
    /// The most probable document.
    pub best: usize,
    /// The similarity of that document's nearest question, 0 to 1.
    pub nearest: f32,
    /// The mean similarity of its three nearest questions.
    pub near: f32,
    /// The similarity of all its questions as one text, 0 to 1.
    pub together: f32,
    /// The number of questions of that document.
    pub ways: f32,
    /// How far the best sum is above the mean of all documents; never below 0.
    pub lead: f32,
}

impl Judged {
    /// How sure it is of the best document, 0 to 1: its probability, reduced by a small lead, by distant questions, and
    /// by a small number of questions.
    pub(super) fn confidence(&self) -> f32 {
        let lead = self.lead / (self.lead + LEAD_HALF);
        let known = (self.ways / (self.ways + WAYS_HALF)).sqrt();
        let near = (self.together * self.near).powf(NEARNESS_POWER);
        self.chance().sqrt() * lead * known * near
    }

    /// The probability of the best document.
    pub(super) fn chance(&self) -> f32 {
        self.chances.get(self.best).copied().unwrap_or_default()
    }
}

impl Learned {
    /// Learns from these questions. `owners` holds the document of each question, ascending from 0 without gaps.
    pub(super) fn from(questions: &Index, owners: &[u32]) -> Self {
        let wholes = questions.grouped(owners);
        let pieces = Pieces::of(questions);
        let texts = Texts::of(questions);
        let documents = wholes.len();
        let mut owned = vec![0; documents + 1];
        for owner in owners {
            owned[*owner as usize + 1] += 1;
        }
        for document in 0..documents {
            owned[document + 1] += owned[document];
        }
        let shares = shares(questions, documents);
        let rows = train(&Lesson {
            vectors: &|question, vector| {
                pieces.vector_of(texts.pieces(question), Use::Judging, vector);
            },
            owners,
            documents,
            wholes: &wholes,
            shares: &shares,
        });
        Learned {
            pieces,
            questions: texts,
            owned,
            wholes,
            rows,
        }
    }

    /// The questions of each document as one text.
    pub(super) fn wholes(&self) -> &Index {
        &self.wholes
    }

    /// The number of questions of a document.
    pub(super) fn ways(&self, document: usize) -> usize {
        self.questions_of(document).len()
    }

    /// Judges a question; `hints` adds other evidence for a document.
    pub(super) fn judge(&self, question: &[Counted], hints: impl Fn(usize) -> f32) -> Judged {
        let vector = self.pieces.vector(question, Use::Judging);
        let wholes = self.wholes.resemblance(question);
        let mut chances: Vec<f32> = wholes
            .iter()
            .enumerate()
            .map(|(document, whole)| WHOLE_WEIGHT * whole.mean() + hints(document))
            .collect();
        self.rows.add_to(&vector, &mut chances);
        let lead = lead(&chances);
        softmax(&mut chances);
        let better = |best: usize, document: usize| {
            if chances[document] > chances[best] {
                document
            } else {
                best
            }
        };
        let best = (0..chances.len()).fold(0, better);
        let nearest = self.nearest(&self.pieces.vector(question, Use::Comparing), best);
        let few = NEAREST.min(self.questions_of(best).len()).max(1);
        Judged {
            nearest: nearest[0],
            near: nearest.iter().sum::<f32>() / few as f32,
            together: wholes.get(best).map_or(0.0, |whole| whole.cosine),
            ways: self.questions_of(best).len() as f32,
            wholes,
            chances,
            best,
            lead,
        }
    }

    /// The cosines of a document's nearest questions, nearest first; 0 if it has fewer.
    fn nearest(&self, vector: &[(u32, f32)], document: usize) -> [f32; NEAREST] {
        let mut of_question = Vector::new();
        let mut nearest = [0.0; NEAREST];
        for question in self.questions_of(document) {
            let pieces = self.questions.pieces(question as usize);
            self.pieces
                .vector_of(pieces, Use::Comparing, &mut of_question);
            let mut near = product(vector, &of_question);
            for place in &mut nearest {
                if near > *place {
                    std::mem::swap(place, &mut near);
                }
            }
        }
        nearest
    }

    fn questions_of(&self, document: usize) -> Range<u32> {
        let last = self.owned.get(document + 1);
        last.map_or(0..0, |last| self.owned[document]..*last)
    }

    /// Bytes of memory it uses.
    pub(super) fn bytes(&self) -> usize {
        self.pieces.features.capacity() * size_of::<Feature>()
            + self.pieces.weights.capacity() * size_of::<f32>()
            + self.questions.starts.capacity() * 4
            + self.questions.pieces.capacity() * 4
            + self.owned.capacity() * 4
            + self.wholes.bytes()
            + self.rows.bytes()
    }
}

/// The factor of each piece in training. The next visitor uses other rare words, so a piece that only one question has
/// must not decide on its document.
fn shares(questions: &Index, documents: usize) -> Vec<f32> {
    let a_document = questions.len() as f32 / documents.max(1) as f32;
    let less = LONE_LESS * (LONE_QUESTIONS / a_document).min(1.0);
    let pieces = 0..questions.features().len();
    let shares = pieces.map(|at| 1.0 - less / questions.texts_with(at).len() as f32);
    shares.collect()
}

/// How far the highest is above the mean.
fn lead(sums: &[f32]) -> f32 {
    let highest = sums.iter().copied().fold(f32::MIN, f32::max);
    let mean = sums.iter().sum::<f32>() / sums.len().max(1) as f32;
    (highest - mean).max(0.0)
}

/// The dot product of two vectors sorted by position.
fn product(one: &[(u32, f32)], other: &[(u32, f32)]) -> f32 {
    let (mut product, mut others) = (0.0, other.iter().peekable());
    for (place, value) in one {
        while others.next_if(|(other, _)| other < place).is_some() {}
        if let Some((_, other)) = others.next_if(|(other, _)| other == place) {
            product += value * other;
        }
    }
    product
}

/// The purpose of a vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// To learn, and to judge by what was learned.
    Judging,
    /// To compare two questions. All words count alike, and features that are not in the text do not count.
    Comparing,
}

impl Use {
    /// The factor of a piece beside its weight.
    fn share(self, feature: Feature) -> f32 {
        match self {
            Use::Judging => 1.0,
            Use::Comparing if feature.is_for_learning() => 0.0,
            Use::Comparing => 1.0 / feature.importance(),
        }
    }
}

/// The dictionary: every piece that occurs, with its weight.
#[derive(Debug)]
struct Pieces {
    /// Sorted.
    features: Vec<Feature>,
    weights: Vec<f32>,
    /// The weight of a piece that occurs nowhere.
    unseen: f32,
}

impl Pieces {
    fn of(questions: &Index) -> Self {
        let all = questions.len() as f32 + 1.0;
        let weights = questions.features().iter().enumerate();
        let weights = weights.map(|(at, feature)| {
            let containing = questions.texts_with(at).len() as f32 + 1.0;
            feature.importance() * weight(all / containing)
        });
        Pieces {
            weights: weights.collect(),
            features: questions.features().to_vec(),
            unseen: weight(all),
        }
    }

    /// The vector of a question. Words make up half of its length, and pieces of words the other half. Pieces that
    /// occur nowhere count for the length, but are not in the vector.
    fn vector(&self, question: &[Counted], used: Use) -> Vector {
        let mut lengths = [0.0_f32; 2];
        let mut vector = Vector::with_capacity(question.len());
        for counted in question {
            let feature = counted.feature;
            let place = self.features.binary_search(&feature).ok();
            let weight = place.map_or(self.unseen * feature.importance(), |at| self.weights[at]);
            let value = often(counted.count) * weight * used.share(feature);
            lengths[usize::from(feature.is_of_words())] += value * value;
            if let Some(place) = place {
                vector.push((place as u32, value));
            }
        }
        self.shorten(lengths, &mut vector);
        vector
    }

    fn vector_of(&self, question: &[Piece], used: Use, vector: &mut Vector) {
        let mut lengths = [0.0_f32; 2];
        vector.clear();
        for piece in question {
            let place = piece.place();
            let feature = self.features[place as usize];
            let weight = self.weights[place as usize];
            let value = often(piece.count()) * weight * used.share(feature);
            lengths[usize::from(feature.is_of_words())] += value * value;
            vector.push((place, value));
        }
        self.shorten(lengths, vector);
    }

    fn shorten(&self, lengths: [f32; 2], vector: &mut Vector) {
        let shares = lengths.map(|length| (0.5 / length.max(f32::MIN_POSITIVE)).sqrt());
        for (place, value) in vector {
            *value *= shares[usize::from(self.features[*place as usize].is_of_words())];
        }
    }
}

fn weight(rarity: f32) -> f32 {
    (rarity.ln() + 1.0).powf(RARITY_POWER)
}

fn often(count: u32) -> f32 {
    if count == 1 {
        1.0
    } else {
        1.0 + (count as f32).ln()
    }
}

/// A piece of a question: its position in the dictionary and its count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece(u32);

impl Piece {
    const COUNT_BITS: u32 = 8;
    const PLACES: usize = 1 << (u32::BITS - Self::COUNT_BITS);

    fn new(place: usize, count: u32) -> Self {
        Piece((place as u32) << Self::COUNT_BITS | count.min(255))
    }

    fn place(self) -> u32 {
        self.0 >> Self::COUNT_BITS
    }

    fn count(self) -> u32 {
        self.0 & 255
    }
}

/// Questions as lists of their pieces: an index turned round.
#[derive(Debug)]
pub(super) struct Texts {
    starts: Vec<u32>,
    pieces: Vec<Piece>,
}

impl Texts {
    /// The texts of an index.
    pub(super) fn of(index: &Index) -> Self {
        let places = index.features().len().min(Piece::PLACES);
        let mut starts = vec![0_u32; index.len() + 1];
        for (text, _) in (0..places).flat_map(|at| index.texts_with(at)) {
            starts[text + 1] += 1;
        }
        for text in 0..index.len() {
            starts[text + 1] += starts[text];
        }
        let mut free = starts.clone();
        let mut pieces = vec![Piece(0); *starts.last().unwrap_or(&0) as usize];
        for at in 0..places {
            for (text, count) in index.texts_with(at) {
                pieces[free[text] as usize] = Piece::new(at, count);
                free[text] += 1;
            }
        }
        Texts { starts, pieces }
    }

    /// The pieces of one text, as they were when the index was made.
    pub(super) fn counted(&self, text: usize, index: &Index) -> Vec<Counted> {
        let pieces = self.pieces(text).iter();
        let counted = pieces.map(|piece| Counted {
            feature: index.features()[piece.place() as usize],
            count: piece.count(),
        });
        counted.collect()
    }

    fn pieces(&self, text: usize) -> &[Piece] {
        &self.pieces[self.starts[text] as usize..self.starts[text + 1] as usize]
    }
}
