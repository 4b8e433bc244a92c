//! An index of texts by their pieces. Four bytes an occurrence keep it small enough for every robot.

use super::features::{Counted, Feature};

/// BM25: how soon repetitions of a piece stop counting.
const K1: f32 = 1.2;
/// BM25: how much longer texts are penalised.
const B: f32 = 0.75;
/// Exponent of a piece's rarity in the cosine; below 1, so that one rare piece does not decide alone.
const RARITY_POWER: f32 = 0.6;

/// Bits of an occurrence for the count of the piece; the others hold the text's number.
const COUNT_BITS: u32 = 8;
const COUNT_MAX: u32 = (1 << COUNT_BITS) - 1;
/// The most texts of one index; the rest is left out. With the limit on characters read per text, occurrences stay
/// below 2^32.
const TEXTS_MAX: usize = 1 << 20;

/// An index that compares a question with its texts.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// Sorted; `starts[i]..starts[i + 1]` are the occurrences of `features[i]`.
    features: Vec<Feature>,
    starts: Vec<u32>,
    occurrences: Vec<Occurrence>,
    texts: Vec<TextMeasure>,
}

/// A text's number and the count of a piece in it, packed into one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Occurrence(u32);

impl Occurrence {
    fn new(text: u32, count: u32) -> Self {
        Occurrence(text << COUNT_BITS | count.min(COUNT_MAX))
    }

    fn text(self) -> usize {
        (self.0 >> COUNT_BITS) as usize
    }

    fn count(self) -> u32 {
        self.0 & COUNT_MAX
    }
}

/// Values of a text that BM25 and the cosine need.
#[derive(Debug, Clone, Copy, Default)]
struct TextMeasure {
    /// BM25's `k1 · (1 - b + b · length / mean length)`.
    saturation: f32,
    /// Length of its vector of folded pieces.
    norm_folded: f32,
    /// Length of its vector of all pieces.
    norm_all: f32,
}

/// Sums for one text while the pieces of a question are looked up.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    /// Rarity of shared pieces that occur once in the text; BM25 saturates all of them alike.
    once: f32,
    /// BM25 of shared pieces that occur more often.
    repeated: f32,
    /// Dot product over folded pieces.
    folded: f32,
    /// Dot product over pieces as written.
    as_written: f32,
}

impl Index {
    /// Indexes these texts, in their order.
    pub(super) fn of(texts: impl IntoIterator<Item = Vec<Counted>>) -> Self {
        let mut found: Vec<(Feature, Occurrence)> = Vec::new();
        let mut count = 0;
        for (text, pieces) in (0..).zip(texts.into_iter().take(TEXTS_MAX)) {
            found.extend(
                pieces
                    .iter()
                    .map(|piece| (piece.feature, Occurrence::new(text, piece.count))),
            );
            count += 1;
        }
        found.sort_unstable();
        Index::of_sorted(found, count)
    }

    /// Merges groups of texts into one text each. `groups` holds the group of each text, in ascending order.
    pub(super) fn grouped(&self, groups: &[u32]) -> Self {
        let groups_count = groups.last().map_or(0, |last| *last as usize + 1);
        let found = self.all_occurrences();
        let found = found.map(|(feature, occurrence)| {
            let group = groups[occurrence.text()];
            (feature, Occurrence::new(group, occurrence.count()))
        });
        Index::of_sorted(found, groups_count)
    }

    /// Every occurrence with its piece, sorted.
    fn all_occurrences(&self) -> impl Iterator<Item = (Feature, Occurrence)> + '_ {
        let features = self.features.iter().enumerate();
        features.flat_map(|(at, feature)| {
            let occurrences = self.occurrences_of(at).iter();
            occurrences.map(|occurrence| (*feature, *occurrence))
        })
    }

    /// Builds an index from sorted occurrences. Occurrences of the same piece in the same text add up.
    fn of_sorted(found: impl IntoIterator<Item = (Feature, Occurrence)>, texts: usize) -> Self {
        let mut index = Index {
            texts: vec![TextMeasure::default(); texts],
            ..Index::default()
        };
        for (feature, occurrence) in found {
            if index.features.last() != Some(&feature) {
                index.features.push(feature);
                index.starts.push(u32_of(index.occurrences.len()));
            } else if let Some(last) = index.occurrences.last_mut()
                && last.text() == occurrence.text()
            {
                *last = Occurrence::new(last.text() as u32, last.count() + occurrence.count());
                continue;
            }
            index.occurrences.push(occurrence);
        }
        index.starts.push(u32_of(index.occurrences.len()));
        index.features.shrink_to_fit();
        index.starts.shrink_to_fit();
        index.occurrences.shrink_to_fit();
        index.measure();
        index
    }

    fn measure(&mut self) {
        let mut lengths = vec![0.0_f32; self.texts.len()];
        let mut texts = std::mem::take(&mut self.texts);
        for (at, feature) in self.features.iter().enumerate() {
            if feature.is_for_learning() {
                continue;
            }
            let rarity = feature.importance() * rarity(texts.len(), self.occurrences_of(at).len());
            for occurrence in self.occurrences_of(at) {
                let weight = weight(rarity, occurrence.count());
                let text = &mut texts[occurrence.text()];
                text.norm_all += weight * weight;
                if !feature.is_as_written() {
                    text.norm_folded += weight * weight;
                    lengths[occurrence.text()] += occurrence.count() as f32;
                }
            }
        }
        let mean = lengths.iter().sum::<f32>() / texts.len().max(1) as f32;
        for (text, length) in texts.iter_mut().zip(lengths) {
            text.saturation = K1 * (1.0 - B + B * length / mean.max(1.0));
            text.norm_all = text.norm_all.sqrt();
            text.norm_folded = text.norm_folded.sqrt();
        }
        self.texts = texts;
    }

    /// How much each text resembles the question: BM25 as a share of the best value the question could reach, and the
    /// cosine. Pieces that occur nowhere count against every text, as the rarest pieces.
    pub(super) fn resemblance(&self, question: &[Counted]) -> Vec<Resemblance> {
        let mut sums = vec![Sum::default(); self.texts.len()];
        let (mut best, mut norm_folded, mut norm_all) = (0.0_f32, 0.0_f32, 0.0_f32);
        let compared = |piece: &&Counted| !piece.feature.is_for_learning();
        for piece in question.iter().filter(compared) {
            let at = self.features.binary_search(&piece.feature).ok();
            let known = at.map_or(1, |at| self.occurrences_of(at).len());
            let rarity = piece.feature.importance() * rarity(self.texts.len(), known);
            let own = weight(rarity, piece.count);
            best += rarity * (K1 + 1.0);
            norm_all += own * own;
            if !piece.feature.is_as_written() {
                norm_folded += own * own;
            }
            let Some(at) = at else { continue };
            self.add_up(at, rarity, own, &mut sums);
        }
        let question = QuestionMeasure {
            best,
            norm_folded: norm_folded.sqrt(),
            norm_all: norm_all.sqrt(),
            has_accents: norm_all > norm_folded,
        };
        sums.iter()
            .zip(&self.texts)
            .map(|(sum, text)| question.compare(*sum, *text))
            .collect()
    }

    fn add_up(&self, at: usize, rarity: f32, own: f32, sums: &mut [Sum]) {
        let as_written = self.features[at].is_as_written();
        let once = own * weight(rarity, 1);
        for occurrence in self.occurrences_of(at) {
            let sum = &mut sums[occurrence.text()];
            let product = if occurrence.count() == 1 {
                sum.once += rarity;
                once
            } else {
                let count = occurrence.count() as f32;
                let saturation = self.texts[occurrence.text()].saturation;
                sum.repeated += rarity * count * (K1 + 1.0) / (count + saturation);
                own * weight(rarity, occurrence.count())
            };
            if as_written {
                sum.as_written += product;
            } else {
                sum.folded += product;
            }
        }
    }

    fn occurrences_of(&self, at: usize) -> &[Occurrence] {
        &self.occurrences[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// An index of some of these texts. `place` holds the new number of each text that stays, in ascending order.
    pub(super) fn only(&self, place: &[Option<u32>]) -> Self {
        let found = self.all_occurrences();
        let stays = found.filter_map(|(feature, occurrence)| {
            let place = place[occurrence.text()]?;
            Some((feature, Occurrence::new(place, occurrence.count())))
        });
        Index::of_sorted(stays, place.iter().flatten().count())
    }

    /// The pieces that occur, sorted.
    pub(super) fn features(&self) -> &[Feature] {
        &self.features
    }

    /// The number of texts.
    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    /// The texts that contain the piece at this position, with its counts.
    pub(super) fn texts_with(&self, at: usize) -> impl ExactSizeIterator<Item = (usize, u32)> + '_ {
        let occurrences = self.occurrences_of(at).iter();
        occurrences.map(|occurrence| (occurrence.text(), occurrence.count()))
    }

    /// How often a piece occurs in a text.
    pub(super) fn count(&self, feature: Feature, text: usize) -> u32 {
        let Ok(at) = self.features.binary_search(&feature) else {
            return 0;
        };
        let occurrences = self.occurrences_of(at);
        let found = occurrences.binary_search_by_key(&text, |occurrence| occurrence.text());
        found.map_or(0, |found| occurrences[found].count())
    }

    /// Whether a piece occurs in any text.
    pub(super) fn holds(&self, feature: Feature) -> bool {
        self.features.binary_search(&feature).is_ok()
    }

    /// Bytes of memory the index holds.
    pub(super) fn bytes(&self) -> usize {
        self.features.capacity() * size_of::<Feature>()
            + self.starts.capacity() * size_of::<u32>()
            + self.occurrences.capacity() * size_of::<Occurrence>()
            + self.texts.capacity() * size_of::<TextMeasure>()
    }
}

/// How much a text resembles a question by BM25 and cosine, each 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Resemblance {
    pub bm25: f32,
    pub cosine: f32,
}

impl Resemblance {
    /// The mean of both.
    pub(super) fn mean(self) -> f32 {
        (self.bm25 + self.cosine) / 2.0
    }
}

struct QuestionMeasure {
    best: f32,
    norm_folded: f32,
    norm_all: f32,
    has_accents: bool,
}

impl QuestionMeasure {
    /// Compares a question without accents with folded texts only. A question with accents is compared both ways: the
    /// text with the same accents wins, and a text with other accents is still found.
    fn compare(&self, sum: Sum, text: TextMeasure) -> Resemblance {
        let bm25 = sum.once * (K1 + 1.0) / (1.0 + text.saturation) + sum.repeated;
        let folded = ratio(sum.folded, self.norm_folded * text.norm_folded);
        let cosine = if self.has_accents {
            let all = ratio(sum.folded + sum.as_written, self.norm_all * text.norm_all);
            f32::midpoint(folded, all)
        } else {
            folded
        };
        Resemblance {
            bm25: ratio(bm25, self.best),
            cosine,
        }
    }
}

/// BM25's inverse document frequency; never negative.
fn rarity(texts: usize, containing: usize) -> f32 {
    let (texts, containing) = (texts as f32, containing as f32);
    ((texts - containing + 0.5) / (containing + 0.5)).ln_1p()
}

fn ratio(part: f32, whole: f32) -> f32 {
    if whole > 0.0 {
        (part / whole).min(1.0)
    } else {
        0.0
    }
}

fn weight(rarity: f32, count: u32) -> f32 {
    (1.0 + (count as f32).ln()) * rarity.powf(RARITY_POWER)
}

fn u32_of(length: usize) -> u32 {
    u32::try_from(length).expect("texts and their lengths are bounded")
}
