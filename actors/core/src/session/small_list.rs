//! A list that is usually empty and then takes eight bytes.

use std::ops::{Deref, DerefMut};
use thin_vec::ThinVec;

/// A list of few items. It allocates no more than it needs, and frees everything when empty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SmallList<T>(ThinVec<T>);

impl<T> SmallList<T> {
    /// Adds at the end.
    pub fn push(&mut self, item: T) {
        if self.0.len() == self.0.capacity() {
            // The first item reserves one place and not four, because most lists have only one.
            self.0.reserve_exact((self.0.len() / 2).max(1));
        }
        self.0.push(item);
    }

    /// Adds at the end. Drops the oldest if there are more than `most`.
    pub fn push_bounded(&mut self, item: T, most: usize) {
        let surplus = (self.0.len() + 1).saturating_sub(most);
        self.forget_oldest(surplus);
        self.push(item);
    }

    /// Drops the oldest `count`.
    pub fn forget_oldest(&mut self, count: usize) {
        if count >= self.0.len() {
            self.clear();
        } else if count > 0 {
            self.0.drain(..count);
        }
    }

    /// Keeps the items for which the rule is true.
    pub fn retain(&mut self, rule: impl FnMut(&T) -> bool) {
        self.0.retain(rule);
        if self.0.is_empty() {
            self.clear();
        }
    }

    /// Drops all items.
    pub fn clear(&mut self) {
        self.0 = ThinVec::new();
    }

    /// Bytes of memory it uses, without its own size, as an allocator rounds them.
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
    fn the_oldest_items_are_dropped_above_the_limit() {
        let mut list = SmallList::default();
        for number in 1..=5 {
            list.push_bounded(number, 3);
        }

        assert_eq!(*list, [3, 4, 5]);
        list.retain(|number| *number > 5);
        assert_eq!(list, SmallList::default());
    }

    #[test]
    fn one_item_takes_the_memory_of_one_and_an_empty_list_none() {
        let mut list = SmallList::default();
        list.push(7_u64);

        assert_eq!(list.bytes(), 32);
        list.forget_oldest(3);
        assert_eq!((list.len(), list.bytes()), (0, 0));
        assert_eq!(size_of::<SmallList<u64>>(), 8);
    }
}
