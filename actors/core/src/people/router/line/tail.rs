//! The ordinary part of a line: visitors join at the end and may leave from anywhere.
//!
//! A ring of slots. Each visitor keeps the number they drew, so nothing changes for them when others leave. The front
//! moves on over empty slots. A line served first in, first out never has to close holes.
//!
//! Methods use only the low bits of a number, as many as the ring's size needs, unless they say otherwise.

use super::marks::Marks;
use crate::ids::{LinePlace, VisitorId};
use crate::routing::Presence;

/// The number of slots in a word of [`Marks`].
const WORD: u64 = 64;

#[derive(Clone, Debug)]
pub(super) struct Tail {
    slots: Vec<Option<(VisitorId, LinePlace)>>,
    waiting: Marks,
    present: Marks,
    /// The number of visitors in slots below the front's slot, that is, who joined after the ring wrapped around.
    wrapped: u32,
    /// The number of the first slot in use; a multiple of [`WORD`].
    first: u64,
    /// The next number to draw.
    next: u64,
}

impl Tail {
    pub fn new() -> Self {
        Self::with_words(1, 0)
    }

    fn with_words(words: usize, first: u64) -> Self {
        Self {
            slots: vec![None; words * 64],
            waiting: Marks::new(words),
            present: Marks::new(words),
            wrapped: 0,
            first,
            next: first,
        }
    }

    pub fn len(&self) -> u32 {
        self.waiting.total()
    }

    /// Adds a visitor at the end and returns their number. `renumbered` gets the old and the new number of each visitor
    /// whose number changes.
    pub fn push(
        &mut self,
        visitor: VisitorId,
        place: LinePlace,
        presence: Presence,
        renumbered: impl FnMut(&VisitorId, u64, u64),
    ) -> u64 {
        if self.next - self.first == self.slots.len() as u64 {
            self.make_room(renumbered);
        }
        self.draw(visitor, place, presence)
    }

    /// Removes a visitor.
    pub fn remove(&mut self, number: u64) -> Option<(VisitorId, LinePlace)> {
        let slot = self.slot(number);
        let taken = self.slots[slot].take()?;
        self.waiting.set(slot, false);
        self.present.set(slot, false);
        if slot < self.slot(self.first) {
            self.wrapped -= 1;
        }
        self.move_front();
        Some(taken)
    }

    pub fn get(&self, number: u64) -> Option<&(VisitorId, LinePlace)> {
        self.slots[self.slot(number)].as_ref()
    }

    /// The number of visitors before this one.
    pub fn before(&self, number: u64) -> u32 {
        let slot = self.slot(number);
        let before = self.waiting.before(slot);
        if slot >= self.slot(self.first) {
            before - self.wrapped
        } else {
            self.waiting.total() - self.wrapped + before
        }
    }

    /// Whether the visitor who drew this number still waits. Compares all 64 bits, because numbers are drawn once.
    pub fn is_waiting(&self, number: u64) -> bool {
        (self.first..self.next).contains(&number) && self.waiting.has(self.slot(number))
    }

    /// The full number of a waiting visitor, from its low 32 bits.
    pub fn whole(&self, low: u64) -> u64 {
        // A ring has fewer than 2^32 slots, so no two numbers in it share these bits.
        self.first + (low.wrapping_sub(self.first) & u64::from(u32::MAX))
    }

    pub fn presence(&self, number: u64) -> Presence {
        if self.present.has(self.slot(number)) {
            Presence::Here
        } else {
            Presence::Away
        }
    }

    /// Returns whether that changed anything.
    pub fn set_presence(&mut self, number: u64, presence: Presence) -> bool {
        let slot = self.slot(number);
        self.present.set(slot, presence == Presence::Here)
    }

    /// The first visitor who is present.
    pub fn first_present(&self) -> Option<u64> {
        let front = self.slot(self.first);
        let skipped = self.present.before(front);
        let slot = self.present.nth(skipped).or_else(|| self.present.nth(0))?;
        Some(self.first + ((slot + self.slots.len() - front) % self.slots.len()) as u64)
    }

    /// All visitors in order, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &VisitorId, LinePlace)> {
        (self.first..self.next).filter_map(|number| {
            let (visitor, place) = self.get(number)?;
            Some((number, visitor, *place))
        })
    }

    fn draw(&mut self, visitor: VisitorId, place: LinePlace, presence: Presence) -> u64 {
        let number = self.next;
        let slot = self.slot(number);
        self.next += 1;
        self.slots[slot] = Some((visitor, place));
        self.waiting.set(slot, true);
        self.present.set(slot, presence == Presence::Here);
        if slot < self.slot(self.first) {
            self.wrapped += 1;
        }
        number
    }

    /// Moves the front past empty words. Since nobody waits there, `wrapped` stays the same until the front wraps
    /// around.
    fn move_front(&mut self) {
        while self.first + WORD <= self.next && self.waiting.is_word_empty(self.slot(self.first)) {
            self.first += WORD;
            if self.slot(self.first) == 0 {
                self.wrapped = 0;
            }
        }
    }

    /// Doubles the ring, or closes the holes if they are at least half of it. Amortized O(1): it moves at most as many
    /// visitors as joined or left since the last time.
    fn make_room(&mut self, mut renumbered: impl FnMut(&VisitorId, u64, u64)) {
        let words = self.slots.len() / 64;
        let closes_holes = self.len() as usize <= self.slots.len() / 2;
        // New numbers are numbers that nobody has, so that renumbering never confuses two visitors.
        let (larger, first) = match closes_holes {
            true => (words, self.next.next_multiple_of(WORD)),
            false => (words * 2, self.first),
        };
        let mut old = std::mem::replace(self, Self::with_words(larger, first));
        for number in old.first..old.next {
            let slot = old.slot(number);
            let presence = old.presence(number);
            match old.slots[slot].take() {
                Some((visitor, place)) if closes_holes => {
                    renumbered(&visitor, number, self.next);
                    self.draw(visitor, place, presence);
                }
                Some((visitor, place)) => {
                    self.draw(visitor, place, presence);
                }
                None if closes_holes => {}
                None => self.next += 1,
            }
        }
    }

    fn slot(&self, number: u64) -> usize {
        // The ring is a power of two long, so this is the low bits of the number.
        #[allow(clippy::cast_possible_truncation)]
        let low = number as usize;
        low & (self.slots.len() - 1)
    }
}
