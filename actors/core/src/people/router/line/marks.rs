//! A set of small numbers that counts: how many lie before one, and which is the n-th, both in O(log n).
//!
//! One bit for each number, 64 in a word, and a Fenwick tree over the words' counts. For a hundred thousand numbers the
//! bits take 16 KB and the tree 8, so both fit the nearest cache.

#[derive(Clone, Debug)]
pub(super) struct Marks {
    words: Vec<u64>,
    /// A Fenwick tree: `sums[i]` counts the marks in the last `n` words up to word `i`, where `n` is the lowest set bit
    /// of `i + 1`.
    sums: Vec<u32>,
    total: u32,
}

impl Marks {
    /// An empty set for the numbers below `64 * words`; `words` is a power of two.
    pub fn new(words: usize) -> Self {
        debug_assert!(words.is_power_of_two());
        Self {
            words: vec![0; words],
            sums: vec![0; words],
            total: 0,
        }
    }

    pub fn total(&self) -> u32 {
        self.total
    }

    pub fn has(&self, number: usize) -> bool {
        self.words[number / 64] & bit(number) != 0
    }

    /// Whether none of the 64 numbers around this one is marked.
    pub fn is_word_empty(&self, number: usize) -> bool {
        self.words[number / 64] == 0
    }

    /// Marks a number or removes its mark. Returns whether that changed anything.
    pub fn set(&mut self, number: usize, marked: bool) -> bool {
        if self.has(number) == marked {
            return false;
        }
        self.words[number / 64] ^= bit(number);
        let step = if marked { 1 } else { u32::MAX };
        self.total = self.total.wrapping_add(step);
        let mut at = number / 64;
        while at < self.sums.len() {
            self.sums[at] = self.sum(at).wrapping_add(step);
            at |= at + 1;
        }
        true
    }

    /// The number of marked numbers that are smaller.
    pub fn before(&self, number: usize) -> u32 {
        let mut count = (self.words[number / 64] & (bit(number) - 1)).count_ones();
        let mut end = number / 64;
        while end > 0 {
            count += self.sum(end - 1);
            end &= end - 1;
        }
        count
    }

    /// The marked number with exactly `n` marked numbers before it.
    pub fn nth(&self, n: u32) -> Option<usize> {
        if n >= self.total {
            return None;
        }
        let mut left = n;
        let mut word = 0;
        let mut step = self.sums.len();
        while step > 0 {
            let end = word + step;
            if end <= self.sums.len() {
                let sum = self.sum(end - 1);
                if sum <= left {
                    left -= sum;
                    word = end;
                }
            }
            step /= 2;
        }
        let mut bits = self.words[word];
        for _ in 0..left {
            bits &= bits - 1;
        }
        Some(word * 64 + bits.trailing_zeros() as usize)
    }

    fn sum(&self, at: usize) -> u32 {
        #[cfg(test)]
        tests::SUMS_READ.with(|read| read.set(read.get() + 1));
        self.sums[at]
    }
}

fn bit(number: usize) -> u64 {
    1 << (number % 64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cell::Cell;

    thread_local! {
        pub(super) static SUMS_READ: Cell<usize> = const { Cell::new(0) };
    }

    fn sums_read<T>(question: impl FnOnce() -> T) -> usize {
        SUMS_READ.with(|read| read.set(0));
        question();
        SUMS_READ.with(Cell::get)
    }

    #[test]
    fn each_call_reads_a_logarithmic_number_of_sums() {
        let words = 2_048;
        let mut marks = Marks::new(words);
        (0..100_000).for_each(|number| {
            marks.set(number, true);
        });

        for number in (0..100_000_u32).step_by(701) {
            let at = number as usize;
            assert!(sums_read(|| marks.before(at)) <= 11);
            assert!(sums_read(|| marks.nth(number)) <= 12);
            assert!(sums_read(|| marks.set(at, false)) <= 12);
            assert!(sums_read(|| marks.set(at, true)) <= 12);
        }
    }

    proptest! {
        #[test]
        fn counts_and_finds_like_a_plain_list(
            size in 0_u32..5,
            changes in prop::collection::vec((0_usize..1024, any::<bool>()), 0..300),
        ) {
            let words = 1_usize << size;
            let mut marks = Marks::new(words);
            let mut plain = vec![false; words * 64];
            for (number, marked) in changes {
                let number = number % plain.len();
                prop_assert_eq!(marks.set(number, marked), plain[number] != marked);
                plain[number] = marked;
            }

            let marked: Vec<usize> = (0..plain.len()).filter(|number| plain[*number]).collect();
            prop_assert_eq!(marks.total() as usize, marked.len());
            for (number, is_marked) in plain.iter().enumerate() {
                let before = marked.iter().filter(|other| **other < number).count();
                prop_assert_eq!(marks.before(number) as usize, before);
                prop_assert_eq!(marks.has(number), *is_marked);
            }
            for n in 0..=marked.len() {
                prop_assert_eq!(marks.nth(u32::try_from(n).unwrap()), marked.get(n).copied());
            }
        }
    }
}
