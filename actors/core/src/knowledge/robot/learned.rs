//! A knowledge base whose documents are asked for in several ways: what the ways have in common is learned.

use super::features::{Counted, Feature};
use super::index::{Index, Resemblance};
use super::train::{Lesson, Rows, Vector, softmax, train};
use std::ops::Range;

/// Power of a piece's rarity; below 1, so that one rare piece does not decide alone.
const RARITY_POWER: f32 = 0.4;
/// What a perfect match of a document's questions, taken as one text, adds to what was learned.
const WHOLE_WEIGHT: f32 = 4.0;
/// How much less a piece counts while learning that no other question has; one that two have, half as much less.
const LONE_LESS: f32 = 0.5;
/// Up to this many questions a document on average. Of more, what only one of them has is told from chance by the others.
const LONE_QUESTIONS: f32 = 25.0;
/// A lead over the documents' mean that is half as good as any.
const LEAD_HALF: f32 = 10.0;
/// Questions of a document that tell half of what any number would.
const WAYS_HALF: f32 = 4.0;
/// Power of how near a document's questions are in how sure it is of it.
const NEARNESS_POWER: f32 = 0.33;
/// How many of the nearest are looked at.
const NEAREST: usize = 3;
/// Documents it can tell apart.
pub(super) const DOCUMENTS_MAX: usize = 1 << 16;

/// What was learned.
#[derive(Debug)]
pub(super) struct Learned {
    pieces: Pieces,
    questions: Texts,
    /// The questions of document `i` are `owned[i]..owned[i + 1]`.
    owned: Vec<u32>,
    wholes: Index,
    rows: Rows,
}

/// How sure it is of every document.
#[derive(Debug)]
pub(super) struct Judged {
    /// The chance of each, all together 1.
    pub chances: Vec<f32>,
    /// How much all its questions together resemble the question, of each.
    pub wholes: Vec<Resemblance>,
    /// The likeliest.
    pub best: usize,
    /// How near to the question the nearest one of that document is, 0 to 1.
    pub nearest: f32,
    /// How near its nearest three are in the mean.
    pub near: f32,
    /// How near all its questions together are, 0 to 1.
    pub together: f32,
    /// In how many ways that document is asked for.
    pub ways: f32,
    /// How much more speaks for the likeliest than for the documents in the mean; below 0 never.
    pub lead: f32,
}

impl Judged {
    /// How sure it is of the likeliest, 0 to 1: its chance, less where little speaks for it at all, where its questions
    /// are not near, each or together, and where there are few of them to know it by.
    pub(super) fn confidence(&self) -> f32 {
        let lead = self.lead / (self.lead + LEAD_HALF);
        let known = (self.ways / (self.ways + WAYS_HALF)).sqrt();
        let near = (self.together * self.near).powf(NEARNESS_POWER);
        self.chance().sqrt() * lead * known * near
    }

    /// The chance of the likeliest.
    pub(super) fn chance(&self) -> f32 {
        self.chances.get(self.best).copied().unwrap_or_default()
    }
}

impl Learned {
    /// Learns from these questions. `owners` names the document of each and rises from 0 without holes.
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

    /// In how many ways a document is asked for.
    pub(super) fn ways(&self, document: usize) -> usize {
        self.questions_of(document).len()
    }

    /// Judges a question; `hints` adds what else speaks for a document.
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

    /// The cosines of a document's nearest questions, nearest first; 0 where it has fewer.
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

    /// Bytes of memory it holds.
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

/// What of each piece counts while learning. Whoever asks next has other rare words than this question, so what only this
/// one has must not be what tells its document.
fn shares(questions: &Index, documents: usize) -> Vec<f32> {
    let a_document = questions.len() as f32 / documents.max(1) as f32;
    let less = LONE_LESS * (LONE_QUESTIONS / a_document).min(1.0);
    let pieces = 0..questions.features().len();
    let shares = pieces.map(|at| 1.0 - less / questions.texts_with(at).len() as f32);
    shares.collect()
}

/// How far the highest stands above the mean.
fn lead(sums: &[f32]) -> f32 {
    let highest = sums.iter().copied().fold(f32::MIN, f32::max);
    let mean = sums.iter().sum::<f32>() / sums.len().max(1) as f32;
    (highest - mean).max(0.0)
}

/// Both sorted by place.
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

/// What a vector is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// To learn from, and to judge by what was learned.
    Judging,
    /// To say how near two questions are: all their words count alike, and nothing counts that is not in them.
    Comparing,
}

impl Use {
    /// What a piece counts beside its weight.
    fn share(self, feature: Feature) -> f32 {
        match self {
            Use::Judging => 1.0,
            Use::Comparing if feature.is_for_learning() => 0.0,
            Use::Comparing => 1.0 / feature.importance(),
        }
    }
}

/// Every piece that occurs, with what it weighs in a question.
#[derive(Debug)]
struct Pieces {
    /// Sorted.
    features: Vec<Feature>,
    weights: Vec<f32>,
    /// What one weighs that occurs nowhere.
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

    /// A question's vector. Half its length is of words and half of pieces of words; what occurs nowhere lengthens it
    /// and is not in it.
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

/// A piece of a question: its place in the dictionary, and how often it is there.
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

/// Questions as their pieces: an index turned round.
#[derive(Debug)]
pub(super) struct Texts {
    starts: Vec<u32>,
    pieces: Vec<Piece>,
}

impl Texts {
    /// Those of an index.
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

    /// One of them, as it was when the index was made.
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
