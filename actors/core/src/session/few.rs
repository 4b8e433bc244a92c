//! A list that is nearly always empty, and then costs eight bytes.

use std::ops::Deref;

/// A list of few things, or none.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::box_collection)] // The point: a `Vec` is 24 bytes in each of a hundred thousand sessions.
pub(crate) struct Few<T>(Option<Box<Vec<T>>>);

impl<T> Few<T> {
    /// Adds at the end; the oldest go where there are more than `most`.
    pub fn push_bounded(&mut self, item: T, most: usize) {
        let list = self.0.get_or_insert_default();
        if list.len() >= most {
            list.drain(..=list.len() - most);
        }
        list.push(item);
    }

    /// Keeps what the rule says.
    pub fn retain(&mut self, rule: impl FnMut(&T) -> bool) {
        if let Some(list) = &mut self.0 {
            list.retain(rule);
            if list.is_empty() {
                self.0 = None;
            }
        }
    }

    /// Keeps nothing.
    pub fn clear(&mut self) {
        self.0 = None;
    }
}

impl<T> Default for Few<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> From<Vec<T>> for Few<T> {
    fn from(list: Vec<T>) -> Self {
        Self((!list.is_empty()).then(|| Box::new(list)))
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_go_where_there_are_too_many() {
        let mut few = Few::default();
        for number in 1..=5 {
            few.push_bounded(number, 3);
        }

        assert_eq!(*few, [3, 4, 5]);
        few.retain(|number| *number > 5);
        assert_eq!(few, Few::default());
    }
}
