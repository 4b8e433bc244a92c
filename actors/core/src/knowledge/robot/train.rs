//! Trains weights of each piece for and against each document, on the documents' own questions.
//!
//! The model is a softmax over the documents. It starts at the mean question of each document and improves question by
//! question. The random order has a fixed seed, so the same questions give the same weights.

use super::index::Index;

/// A question as weighted pieces: position in the dictionary and weight.
pub(super) type Vector = Vec<(u32, f32)>;

/// Up to this many documents, every piece has a weight for every document. Beyond, only for those it occurs in.
const DENSE_DOCUMENTS_MAX: usize = 300;
/// The most weights in memory while every piece has a weight for every document: 48 MB.
const DENSE_WEIGHTS_MAX: usize = 12_000_000;
/// Training passes: 12 over few questions, 8 over many, which teach more in each pass.
const PASSES: std::ops::RangeInclusive<usize> = 8..=12;
/// The aimed number of questions in all passes together, within those bounds.
const LOOKS: usize = 16_000;
/// The most weights that training touches, about two seconds. It may cut passes below their minimum.
const EFFORT_MAX: usize = 1_500_000_000;
/// A scattered weight costs as much as this many adjacent ones.
const SCATTERED: usize = 4;
/// How strongly a document's mean question counts for it before training.
const MEAN_WEIGHT: f32 = 20.0;
/// The first learning rate; it falls to a tenth in the last pass.
const STEP: f32 = 2.0;
/// A piece's learning rate shrinks with this power of its accumulated squared corrections.
const SHRINK_POWER: f32 = 0.25;
/// The accumulated corrections of a piece before the first step.
const SHRINK_START: f32 = 0.1;
/// Label smoothing: the probability that is spread over all documents, because questions are not certain.
const DOUBT: f32 = 0.1;
/// A document with few questions counts at most this many times.
const BALANCE_MAX: f32 = 5.0;
/// A smaller error counts as none.
const MISTAKE_MIN: f32 = 1e-3;
/// All weights are kept up to this number; of more, only the largest.
const KEPT_ALWAYS: usize = 200_000;
/// The share of weights kept then.
const KEPT_SHARE: f32 = 0.25;

/// Trained weights, one row a piece. Only the important ones are kept, in eight bits each.
#[derive(Debug, Default)]
pub(super) struct Rows {
    starts: Vec<u32>,
    documents: Vec<u16>,
    weights: Vec<i8>,
    /// The size of one step of the eight-bit weights, by row.
    steps: Vec<f32>,
}

impl Rows {
    /// Adds what a question says for and against each document.
    pub(super) fn add_to(&self, question: &[(u32, f32)], sums: &mut [f32]) {
        for (piece, value) in question {
            let at = *piece as usize;
            let row = self.starts[at] as usize..self.starts[at + 1] as usize;
            let value = value * self.steps[at];
            for (document, weight) in self.documents[row.clone()].iter().zip(&self.weights[row]) {
                sums[*document as usize] += value * f32::from(*weight);
            }
        }
    }

    /// Bytes of memory the weights hold.
    pub(super) fn bytes(&self) -> usize {
        4 * (self.starts.capacity() + self.steps.capacity())
            + 2 * self.documents.capacity()
            + self.weights.capacity()
    }
}

/// Questions to learn from.
pub(super) struct Lesson<'a> {
    /// Writes a question's vector, with pieces sorted by position.
    pub vectors: &'a dyn Fn(usize, &mut Vector),
    /// The document of each question.
    pub owners: &'a [u32],
    /// How many documents there are; at most 65,536.
    pub documents: usize,
    /// Which pieces occur in which document.
    pub wholes: &'a Index,
    /// The factor of each piece in training, 0 to 1.
    pub shares: &'a [f32],
}

/// Trains the weights.
pub(super) fn train(lesson: &Lesson<'_>) -> Rows {
    let mut learner = Learner::new(lesson);
    learner.begin_at_means();
    let passes = learner.passes();
    let mut order: Vec<u32> = (0..).take(lesson.owners.len()).collect();
    let mut dice = Dice(7);
    for pass in 0..passes {
        dice.shuffle(&mut order);
        let step = STEP * (1.0 - 0.9 * pass as f32 / passes as f32);
        for question in &order {
            learner.learn(*question as usize, step);
        }
    }
    learner.rows()
}

/// Which weights a piece has.
enum Layout {
    /// One for each document.
    Dense,
    /// One for each document it occurs in.
    Sparse {
        starts: Vec<u32>,
        documents: Vec<u16>,
    },
}

struct Learner<'a> {
    lesson: &'a Lesson<'a>,
    layout: Layout,
    weights: Vec<f32>,
    moved: Vec<f32>,
    counts: Vec<f32>,
    vector: Vector,
    chances: Vec<f32>,
    mistaken: Vec<(u32, f32)>,
}

impl<'a> Learner<'a> {
    fn new(lesson: &'a Lesson<'a>) -> Self {
        let pieces = lesson.wholes.features().len();
        let documents = lesson.documents;
        let is_dense = documents <= DENSE_DOCUMENTS_MAX && pieces * documents <= DENSE_WEIGHTS_MAX;
        let (layout, weights) = if is_dense {
            (Layout::Dense, pieces * documents)
        } else {
            let (starts, documents) = occurrences(lesson.wholes);
            let weights = documents.len();
            (Layout::Sparse { starts, documents }, weights)
        };
        let mut counts = vec![0.0; documents];
        for owner in lesson.owners {
            counts[*owner as usize] += 1.0;
        }
        Learner {
            lesson,
            layout,
            weights: vec![0.0; weights],
            moved: vec![SHRINK_START; pieces],
            counts,
            vector: Vector::new(),
            chances: vec![0.0; documents],
            mistaken: Vec::new(),
        }
    }

    fn begin_at_means(&mut self) {
        for (question, owner) in self.lesson.owners.iter().enumerate() {
            (self.lesson.vectors)(question, &mut self.vector);
            let share = MEAN_WEIGHT / self.counts[*owner as usize];
            for (piece, value) in &self.vector {
                if let Some(at) = place(&self.layout, self.counts.len(), *piece as usize, *owner) {
                    self.weights[at] += share * value;
                }
            }
        }
    }

    /// The number of passes that the effort allows. Zero is acceptable, because the mean questions already work.
    fn passes(&mut self) -> usize {
        let documents = self.counts.len();
        let mut effort = 1;
        for question in 0..self.lesson.owners.len() {
            (self.lesson.vectors)(question, &mut self.vector);
            effort += match &self.layout {
                Layout::Dense => self.vector.len() * documents,
                Layout::Sparse { starts, .. } => {
                    let rows = self.vector.iter().map(|(piece, _)| *piece as usize);
                    let cells = rows.map(|at| (starts[at + 1] - starts[at]) as usize);
                    SCATTERED * cells.sum::<usize>()
                }
            };
        }
        let wanted = LOOKS / self.lesson.owners.len().max(1);
        (EFFORT_MAX / effort).min(wanted.clamp(*PASSES.start(), *PASSES.end()))
    }

    fn learn(&mut self, question: usize, step: f32) {
        (self.lesson.vectors)(question, &mut self.vector);
        for (piece, value) in &mut self.vector {
            *value *= self.lesson.shares[*piece as usize];
        }
        let own = self.lesson.owners[question] as usize;
        self.guess();
        let documents = self.counts.len() as f32;
        let balance = self.lesson.owners.len() as f32 / (documents * self.counts[own]);
        let balance = balance.min(BALANCE_MAX);
        self.mistaken.clear();
        let mut size = 0.0;
        for (document, chance) in self.chances.iter_mut().enumerate() {
            let wanted = if document == own {
                1.0 - DOUBT
            } else {
                DOUBT / documents
            };
            let mistake = (*chance - wanted) * balance;
            *chance = 0.0;
            if mistake.abs() > MISTAKE_MIN {
                *chance = mistake;
                size += mistake * mistake;
                self.mistaken.push((document as u32, mistake));
            }
        }
        if size > 0.0 {
            self.correct(step, size);
        }
    }

    /// Computes the probability of each document.
    fn guess(&mut self) {
        self.chances.fill(0.0);
        let documents = self.chances.len();
        for (piece, value) in &self.vector {
            let at = *piece as usize;
            match &self.layout {
                Layout::Dense => {
                    let row = &self.weights[at * documents..(at + 1) * documents];
                    for (sum, weight) in self.chances.iter_mut().zip(row) {
                        *sum += value * weight;
                    }
                }
                Layout::Sparse { starts, documents } => {
                    let row = starts[at] as usize..starts[at + 1] as usize;
                    let weights = &self.weights[row.clone()];
                    for (document, weight) in documents[row].iter().zip(weights) {
                        self.chances[*document as usize] += value * weight;
                    }
                }
            }
        }
        softmax(&mut self.chances);
    }

    /// Corrects every piece of the question by the error. `chances` holds the error of each document, and `mistaken`
    /// only the errors that are not zero.
    fn correct(&mut self, step: f32, size: f32) {
        let documents = self.chances.len();
        let are_few = self.mistaken.len() * 4 < documents;
        for (piece, value) in &self.vector {
            let at = *piece as usize;
            self.moved[at] += value * value * size;
            let step = step * value / self.moved[at].powf(SHRINK_POWER);
            match &self.layout {
                Layout::Dense => {
                    let row = &mut self.weights[at * documents..(at + 1) * documents];
                    if are_few {
                        for (document, mistake) in &self.mistaken {
                            row[*document as usize] -= step * mistake;
                        }
                    } else {
                        for (weight, mistake) in row.iter_mut().zip(&self.chances) {
                            *weight -= step * mistake;
                        }
                    }
                }
                Layout::Sparse { starts, documents } => {
                    let row = starts[at] as usize..starts[at + 1] as usize;
                    let weights = &mut self.weights[row.clone()];
                    for (document, weight) in documents[row].iter().zip(weights) {
                        *weight -= step * self.chances[*document as usize];
                    }
                }
            }
        }
    }

    fn rows(mut self) -> Rows {
        let (pieces, documents) = (self.moved.len(), self.counts.len());
        if matches!(self.layout, Layout::Dense) {
            // A weight that is equal for all documents distinguishes none.
            for row in self.weights.chunks_exact_mut(documents.max(1)) {
                let mean = row.iter().sum::<f32>() / documents as f32;
                row.iter_mut().for_each(|weight| *weight -= mean);
            }
        }
        let least = least_kept(&self.weights);
        let mut rows = Rows::default();
        rows.starts.push(0);
        for piece in 0..pieces {
            let (row, names) = match &self.layout {
                Layout::Dense => (piece * documents..(piece + 1) * documents, None),
                Layout::Sparse { starts, documents } => {
                    let row = starts[piece] as usize..starts[piece + 1] as usize;
                    (row.clone(), Some(&documents[row]))
                }
            };
            let weights = &self.weights[row];
            let largest = weights
                .iter()
                .fold(0.0_f32, |most, weight| most.max(weight.abs()));
            let step = largest / f32::from(i8::MAX);
            for (at, weight) in weights.iter().enumerate() {
                let bits = (weight / step).round() as i8;
                if weight.abs() >= least && bits != 0 {
                    rows.documents
                        .push(names.map_or(at as u16, |names| names[at]));
                    rows.weights.push(bits);
                }
            }
            rows.steps.push(step);
            rows.starts.push(rows.weights.len() as u32);
        }
        rows.documents.shrink_to_fit();
        rows.weights.shrink_to_fit();
        rows
    }
}

/// Turns sums into probabilities.
pub(super) fn softmax(sums: &mut [f32]) {
    let most = sums.iter().copied().fold(f32::MIN, f32::max);
    let mut all = 0.0;
    for sum in sums.iter_mut() {
        *sum = (*sum - most).exp();
        all += *sum;
    }
    sums.iter_mut().for_each(|sum| *sum /= all);
}

/// The documents each piece occurs in; none for a piece that occurs in too many.
fn occurrences(wholes: &Index) -> (Vec<u32>, Vec<u16>) {
    let (mut starts, mut documents) = (vec![0], Vec::new());
    for at in 0..wholes.features().len() {
        let within = wholes.texts_with(at);
        if within.len() <= DENSE_DOCUMENTS_MAX {
            documents.extend(within.map(|(document, _)| document as u16));
        }
        starts.push(documents.len() as u32);
    }
    (starts, documents)
}

fn place(layout: &Layout, documents: usize, piece: usize, owner: u32) -> Option<usize> {
    match layout {
        Layout::Dense => Some(piece * documents + owner as usize),
        Layout::Sparse { starts, documents } => {
            let start = starts[piece] as usize;
            let row = &documents[start..starts[piece + 1] as usize];
            let at = row.binary_search(&(owner as u16)).ok()?;
            Some(start + at)
        }
    }
}

/// The smallest weight worth keeping.
fn least_kept(weights: &[f32]) -> f32 {
    if weights.len() <= KEPT_ALWAYS {
        return 0.0;
    }
    // Counts weights by the leading bits of their size: exact to half a percent, without a sorted copy.
    const DROPPED_BITS: u32 = 15;
    let mut counts = vec![0_usize; 1 << (u32::BITS - 1 - DROPPED_BITS)];
    for weight in weights {
        counts[(weight.abs().to_bits() >> DROPPED_BITS) as usize] += 1;
    }
    let wanted = ((weights.len() as f32 * KEPT_SHARE) as usize).max(KEPT_ALWAYS);
    let mut kept = 0;
    let least = counts.iter().enumerate().rev().find(|(_, count)| {
        kept += **count;
        kept >= wanted
    });
    least.map_or(0.0, |(bits, _)| {
        f32::from_bits((bits as u32) << DROPPED_BITS)
    })
}

/// `SplitMix64` from a fixed seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn shuffle(&mut self, order: &mut [u32]) {
        for last in (1..order.len()).rev() {
            order.swap(last, (self.roll() % (last as u64 + 1)) as usize);
        }
    }
}
