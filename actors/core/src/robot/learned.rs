//! A knowledge base whose documents are asked for in several ways: what the ways have in common is learned.

use super::features::{Counted, Feature};
use super::index::{Index, Resemblance};
use super::train::{Lesson, Rows, Vector, softmax, train};

/// Power of a piece's rarity; below 1, so that one rare piece does not decide alone.
const RARITY_POWER: f32 = 0.4;
/// What a perfect match of a document's questions, taken as one text, adds to what was learned.
const WHOLE_WEIGHT: f32 = 4.0;
/// A lead over the documents' mean that is half as good as any.
const LEAD_HALF: f32 = 10.0;
/// Power of the nearest question's likeness in how sure it is.
const NEAREST_POWER: f32 = 0.25;
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
    /// How much more speaks for the likeliest than for the documents in the mean; below 0 never.
    pub lead: f32,
}

impl Judged {
    /// How sure it is of the likeliest, 0 to 1: its chance, less where little speaks for it at all or none of its
    /// questions is near.
    pub(super) fn confidence(&self) -> f32 {
        let lead = self.lead / (self.lead + LEAD_HALF);
        self.chance() * lead * self.nearest.powf(NEAREST_POWER)
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
        let rows = train(&Lesson {
            vectors: &|question, vector| {
                pieces.vector_of(texts.pieces(question), Use::Judging, vector);
            },
            owners,
            documents,
            wholes: &wholes,
        });
        Learned {
            pieces,
            questions: texts,
            owned,
            wholes,
            rows,
        }
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
        Judged {
            nearest: self.nearest(&self.pieces.vector(question, Use::Comparing), best),
            wholes,
            chances,
            best,
            lead,
        }
    }

    /// The cosine of the nearest question of a document.
    fn nearest(&self, vector: &[(u32, f32)], document: usize) -> f32 {
        let Some(last) = self.owned.get(document + 1) else {
            return 0.0;
        };
        let mut of_question = Vector::new();
        let mut nearest = 0.0_f32;
        for question in self.owned[document]..*last {
            let pieces = self.questions.pieces(question as usize);
            let near = Use::Comparing;
            self.pieces.vector_of(pieces, near, &mut of_question);
            nearest = nearest.max(product(vector, &of_question));
        }
        nearest
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
