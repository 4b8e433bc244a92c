//! A list that is nearly always empty, and then costs eight bytes.

use std::ops::{Deref, DerefMut};
use thin_vec::ThinVec;

/// A list of few things, or none. It has no more room than it needs, and gives it back when it is empty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SmallList<T>(ThinVec<T>);

impl<T> SmallList<T> {
    /// Adds at the end.
    pub fn push(&mut self, item: T) {
        if self.0.len() == self.0.capacity() {
            // One at the first, not four: most lists end with it.
            self.0.reserve_exact((self.0.len() / 2).max(1));
        }
        self.0.push(item);
    }

    /// Adds at the end; the oldest go where there are more than `most`.
    pub fn push_bounded(&mut self, item: T, most: usize) {
        let surplus = (self.0.len() + 1).saturating_sub(most);
        self.forget_oldest(surplus);
        self.push(item);
    }

    /// Forgets the oldest `count`.
    pub fn forget_oldest(&mut self, count: usize) {
        if count >= self.0.len() {
            self.clear();
        } else if count > 0 {
            self.0.drain(..count);
        }
    }

    /// Keeps what the rule says.
    pub fn retain(&mut self, rule: impl FnMut(&T) -> bool) {
        self.0.retain(rule);
        if self.0.is_empty() {
            self.clear();
        }
    }

    /// Keeps nothing.
    pub fn clear(&mut self) {
        self.0 = ThinVec::new();
    }

    /// What it costs beside itself, as an allocator rounds.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        const HEADER: usize = 16;
        match self.0.capacity() {
            0 => 0,
            room => super::size::allocated(HEADER + room * size_of::<T>()),
        }
    }
}

impl<T> Default for SmallList<T> {
    fn default() -> Self {
        Self(ThinVec::new())
    }
}

impl<T> From<Vec<T>> for SmallList<T> {
    fn from(list: Vec<T>) -> Self {
        list.into_iter().collect()
    }
}

impl<T> FromIterator<T> for SmallList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list: ThinVec<T> = items.into_iter().collect();
        list.shrink_to_fit();
        Self(list)
    }
}

impl<T> Deref for SmallList<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for SmallList<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_go_where_there_are_too_many() {
        let mut list = SmallList::default();
        for number in 1..=5 {
            list.push_bounded(number, 3);
        }

        assert_eq!(*list, [3, 4, 5]);
        list.retain(|number| *number > 5);
        assert_eq!(list, SmallList::default());
    }

    #[test]
    fn one_thing_takes_the_room_of_one_and_none_takes_none() {
        let mut list = SmallList::default();
        list.push(7_u64);

        assert_eq!(list.bytes(), 32);
        list.forget_oldest(3);
        assert_eq!((list.len(), list.bytes()), (0, 0));
        assert_eq!(size_of::<SmallList<u64>>(), 8);
    }
}
