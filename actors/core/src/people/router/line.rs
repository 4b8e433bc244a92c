//! The waiting line of one group. Visitors who come back stand at the head, ordered by their places. The others follow
//! in the order in which they joined. A position costs O(log n).

mod marks;
mod tail;

use crate::ids::{LinePlace, VisitorId};
use crate::routing::Presence;
use std::collections::{BTreeSet, VecDeque};
use tail::Tail;

/// The offset of places at the head. No place drawn from the time comes near it.
const HEAD: i64 = 1 << 60;

/// A visitor's place at the head, made from the place they had. Whoever came first is first there, too, however often
/// they come back.
pub(super) fn at_head(place: LinePlace) -> LinePlace {
    if is_at_head(place) {
        place
    } else {
        LinePlace(place.0 - HEAD)
    }
}

/// The place that a visitor had when they first came.
pub(super) fn as_drawn(place: LinePlace) -> LinePlace {
    if is_at_head(place) {
        LinePlace(place.0 + HEAD)
    } else {
        place
    }
}

fn is_at_head(place: LinePlace) -> bool {
    place.0 < 0
}

/// A visitor's key in a line: their place if they are at the head (negative), else the number they drew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot(i64);

/// A visitor in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiter<'a> {
    /// The visitor.
    pub visitor: &'a VisitorId,
    /// Their place.
    pub place: LinePlace,
    /// Their key in the line.
    pub spot: Spot,
}

/// A line. It has no index by visitor: the caller keeps each [`Spot`].
#[derive(Clone, Debug)]
pub struct Line {
    /// Sorted by place. Small: only visitors who lost their agent or were handed on.
    head: VecDeque<(LinePlace, VisitorId)>,
    present_at_head: BTreeSet<LinePlace>,
    tail: Tail,
}

impl Default for Line {
    fn default() -> Self {
        Self::new()
    }
}

impl Line {
    /// An empty line.
    pub fn new() -> Self {
        Self {
            head: VecDeque::new(),
            present_at_head: BTreeSet::new(),
            tail: Tail::new(),
        }
    }

    /// The number of waiting visitors, present or absent.
    pub fn len(&self) -> u32 {
        self.head_len() + self.tail.len()
    }

    /// Whether nobody waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a visitor: at the head if their place is below zero, else last. Returns the place, which is higher if
    /// another visitor had it at the head, and the spot. `moved` gets the old and the new spot of each visitor whose
    /// spot changes.
    pub fn join(
        &mut self,
        visitor: VisitorId,
        place: LinePlace,
        presence: Presence,
        mut moved: impl FnMut(&VisitorId, Spot, Spot),
    ) -> (LinePlace, Spot) {
        if is_at_head(place) {
            return self.join_head(visitor, place, presence);
        }
        let number = self.tail.push(visitor, place, presence, |other, from, to| {
            moved(other, Spot::numbered(from), Spot::numbered(to));
        });
        (place, Spot::numbered(number))
    }

    /// Removes a visitor.
    pub fn leave(&mut self, spot: Spot) -> Option<(VisitorId, LinePlace)> {
        match spot.kind() {
            Kind::Head(place) => {
                let (place, visitor) = self.head.remove(self.head_index(place).ok()?)?;
                self.present_at_head.remove(&place);
                Some((visitor, place))
            }
            Kind::Number(number) => self.tail.remove(number),
        }
    }

    /// The position of a waiting visitor, 1 = first.
    pub fn position(&self, spot: Spot) -> u32 {
        1 + match spot.kind() {
            Kind::Head(place) => {
                let (Ok(index) | Err(index)) = self.head_index(place);
                u32::try_from(index).unwrap_or(u32::MAX)
            }
            Kind::Number(number) => self.head_len() + self.tail.before(number),
        }
    }

    /// The position of the visitor who drew this number (all 64 bits); `None` if they do not wait.
    pub fn position_of(&self, drawn: u64) -> Option<u32> {
        let waits = self.tail.is_waiting(drawn);
        waits.then(|| 1 + self.head_len() + self.tail.before(drawn))
    }

    /// The number that a waiting visitor drew (all 64 bits); `None` at the head.
    pub fn number(&self, spot: Spot) -> Option<u64> {
        match spot.kind() {
            Kind::Head(_) => None,
            Kind::Number(low) => Some(self.tail.whole(low)),
        }
    }

    /// The visitor at a spot.
    pub fn waiter(&self, spot: Spot) -> Option<Waiter<'_>> {
        let (visitor, place) = match spot.kind() {
            Kind::Head(place) => {
                let (place, visitor) = self.head.get(self.head_index(place).ok()?)?;
                (visitor, *place)
            }
            Kind::Number(number) => {
                let (visitor, place) = self.tail.get(number)?;
                (visitor, *place)
            }
        };
        Some(Waiter {
            visitor,
            place,
            spot,
        })
    }

    /// Whether a waiting visitor is present.
    pub fn presence(&self, spot: Spot) -> Presence {
        match spot.kind() {
            Kind::Head(place) if self.present_at_head.contains(&place) => Presence::Here,
            Kind::Head(_) => Presence::Away,
            Kind::Number(number) => self.tail.presence(number),
        }
    }

    /// Records whether a visitor is present. Returns whether that changed.
    pub fn set_presence(&mut self, spot: Spot, presence: Presence) -> bool {
        match (spot.kind(), presence) {
            (Kind::Head(place), Presence::Here) => self.present_at_head.insert(place),
            (Kind::Head(place), Presence::Away) => self.present_at_head.remove(&place),
            (Kind::Number(number), _) => self.tail.set_presence(number, presence),
        }
    }

    /// The first visitor who is present.
    pub fn first_present(&self) -> Option<Waiter<'_>> {
        self.candidates().next()
    }

    /// The present visitors that an agent can get: all at the head, and the first one behind it.
    pub fn candidates(&self) -> impl Iterator<Item = Waiter<'_>> {
        let at_head = self.present_at_head.iter();
        let at_head = at_head.map(|place| Spot(place.0));
        // Searched only after the head.
        let behind = std::iter::once_with(|| self.tail.first_present().map(Spot::numbered));
        let spots = at_head.chain(behind.flatten());
        spots.filter_map(|spot| self.waiter(spot))
    }

    /// All visitors, from the head on.
    pub fn iter(&self) -> impl Iterator<Item = Waiter<'_>> {
        let head = self.head.iter().map(|(place, visitor)| Waiter {
            visitor,
            place: *place,
            spot: Spot(place.0),
        });
        head.chain(self.tail.iter().map(|(number, visitor, place)| Waiter {
            visitor,
            place,
            spot: Spot::numbered(number),
        }))
    }

    fn join_head(
        &mut self,
        visitor: VisitorId,
        mut place: LinePlace,
        presence: Presence,
    ) -> (LinePlace, Spot) {
        let mut index = match self.head_index(place) {
            Ok(index) | Err(index) => index,
        };
        while self
            .head
            .get(index)
            .is_some_and(|(taken, _)| *taken == place)
        {
            place = LinePlace(place.0 + 1);
            index += 1;
        }
        self.head.insert(index, (place, visitor));
        if presence == Presence::Here {
            self.present_at_head.insert(place);
        }
        (place, Spot(place.0))
    }

    fn head_len(&self) -> u32 {
        u32::try_from(self.head.len()).unwrap_or(u32::MAX)
    }

    fn head_index(&self, place: LinePlace) -> Result<usize, usize> {
        self.head.binary_search_by_key(&place, |(other, _)| *other)
    }
}

/// How a spot is read.
enum Kind {
    Head(LinePlace),
    Number(u64),
}

impl Spot {
    pub(super) fn numbered(number: u64) -> Self {
        // Overflows only after 2^63 visitors joined the line.
        Self(i64::try_from(number).unwrap_or(i64::MAX))
    }

    /// The low 32 bits, which differ for all numbers in use; `None` for a spot at the head.
    pub(super) fn number(self) -> Option<u32> {
        match self.kind() {
            Kind::Head(_) => None,
            #[allow(clippy::cast_possible_truncation)]
            Kind::Number(number) => Some(number as u32),
        }
    }

    fn kind(self) -> Kind {
        u64::try_from(self.0).map_or(Kind::Head(LinePlace(self.0)), Kind::Number)
    }

    /// The share of the line, out of `shares` equal ones, to which this spot always belongs.
    pub(super) fn share(self, shares: u64) -> u64 {
        self.0.unsigned_abs() % shares
    }
}
