//! All lines of a tenant, and who stands where in them. Places rise across the lines, so comparing two places tells who
//! has waited longer, whatever their lines.

use super::line::{Line, Spot, Waiter};
use crate::ids::{GroupId, LinePlace, VisitorId};
use crate::routing::{InLine, Presence, QueueNumber};
use hashbrown::HashTable;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;

/// The lines of one tenant. A visitor waits in at most one of them.
#[derive(Clone, Debug)]
pub struct Lines {
    numbers: BTreeMap<GroupId, u32>,
    lines: Vec<(GroupId, Line)>,
    /// The visitors at the heads of lines; few.
    heads: HashMap<VisitorId, (u32, Spot)>,
    /// The visitors in tails, by the hash of their name. An entry has sixteen bytes and no name, because the slot has
    /// it. A position reads one entry, and nothing else that grows with the line.
    tails: HashTable<TailSpot>,
    /// Hashes with a secret of the process, because visitors may choose their own names. Neither table is iterated.
    hasher: RandomState,
    /// Marks the queue numbers of this router, so that it recognizes those of an earlier or parallel router.
    router: NonZeroU32,
}

/// A visitor's spot in a tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TailSpot {
    /// The hash of the visitor's name.
    hash: u64,
    line: u32,
    number: u32,
}

/// A visitor's line and place in it, while they wait and while they have a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The line through which the visitor came.
    pub group: GroupId,
    /// Their place in it, so that they can get it again.
    pub place: LinePlace,
    /// Whether their page polls.
    pub presence: Presence,
}

impl Default for Lines {
    fn default() -> Self {
        Self::new()
    }
}

impl Lines {
    /// No lines.
    pub fn new() -> Self {
        let hasher = RandomState::new();
        // Differs for each router, as the hasher does.
        #[allow(clippy::cast_possible_truncation)]
        let router = NonZeroU32::new(hasher.hash_one(()) as u32);
        Self {
            numbers: BTreeMap::new(),
            lines: Vec::new(),
            heads: HashMap::new(),
            tails: HashTable::new(),
            hasher,
            router: router.unwrap_or(NonZeroU32::MIN),
        }
    }

    /// Opens a line for a group if it has none.
    pub fn open(&mut self, group: &GroupId) {
        self.number(group);
    }

    /// Adds a visitor to a group's line: in order of places if their place is at the head, else last. Returns the place
    /// they got; `None` if they already wait.
    pub fn join(
        &mut self,
        group: &GroupId,
        visitor: VisitorId,
        place: LinePlace,
        presence: Presence,
    ) -> Option<LinePlace> {
        let hash = self.hasher.hash_one(&visitor);
        if self.find_hashed(hash, &visitor).is_some() {
            return None;
        }
        let number = self.number(group);
        let (hasher, tails) = (&self.hasher, &mut self.tails);
        let (_, line) = &mut self.lines[number as usize];
        let (place, spot) = line.join(visitor.clone(), place, presence, |other, from, to| {
            let hash = hasher.hash_one(other);
            let [from, to] = [from, to].map(|spot| TailSpot::new(hash, number, spot));
            let entry = tails.find_mut(hash, |at| Some(*at) == from);
            if let (Some(entry), Some(to)) = (entry, to) {
                *entry = to;
            }
        });
        let Some(at) = TailSpot::new(hash, number, spot) else {
            self.heads.insert(visitor, (number, spot));
            return Some(place);
        };
        tails.insert_unique(hash, at, |at| at.hash);
        Some(place)
    }

    /// Removes a visitor from their line.
    pub fn leave(&mut self, visitor: &VisitorId) -> Option<Held> {
        let (number, spot) = self.forget(visitor)?;
        let (group, line) = &mut self.lines[number as usize];
        let presence = line.presence(spot);
        let (_, place) = line.leave(spot)?;
        Some(Held {
            group: group.clone(),
            place,
            presence,
        })
    }

    /// The first visitor of a group's line who is present.
    pub fn first(&self, group: &GroupId) -> Option<Waiter<'_>> {
        self.line(group)?.first_present()
    }

    /// The visitors of a group's line whom an agent may get: all who are present at the head, and the first one behind
    /// it.
    pub fn candidates(&self, group: &GroupId) -> impl Iterator<Item = Waiter<'_>> {
        self.line(group).into_iter().flat_map(Line::candidates)
    }

    /// A visitor's position in their line, 1 = first; `None` if they do not wait. This is by far the most frequent
    /// request, and most sessions pass the number they drew.
    pub fn position(&self, visitor: &VisitorId, number: Option<QueueNumber>) -> Option<u32> {
        let numbered = number.and_then(|number| self.position_of(number));
        numbered.or_else(|| self.position_by_name(visitor))
    }

    /// `None` if nobody waits with this number. Numbers are drawn once, so nobody else has it.
    fn position_of(&self, number: QueueNumber) -> Option<u32> {
        if number.router != self.router {
            return None;
        }
        let (_, line) = self.lines.get(number.line as usize)?;
        line.position_of(number.drawn)
    }

    /// Compares only the 64-bit keyed hash, which saves a read of distant memory for the name. Two of a hundred
    /// thousand waiting visitors share a hash in one of four thousand million lines. Everything that changes a line
    /// compares names.
    fn position_by_name(&self, visitor: &VisitorId) -> Option<u32> {
        let hash = self.hasher.hash_one(visitor);
        let found = self.tails.find(hash, |at| at.hash == hash);
        let (number, spot) = self.at_tail_or_head(found, visitor)?;
        Some(self.lines[number as usize].1.position(spot))
    }

    /// Whether a visitor waits.
    pub fn has(&self, visitor: &VisitorId) -> bool {
        self.find(visitor).is_some()
    }

    /// A visitor's line and their position in it.
    pub fn in_line(&self, visitor: &VisitorId) -> Option<InLine> {
        let (number, spot) = self.find(visitor)?;
        let (group, line) = &self.lines[number as usize];
        Some(InLine {
            group: group.clone(),
            place: line.waiter(spot)?.place,
            position: line.position(spot),
            number: self.drawn_in(number, spot),
        })
    }

    /// The number that the visitor at this spot of a group's line drew; `None` at the head.
    pub fn drawn(&self, group: &GroupId, spot: Spot) -> Option<QueueNumber> {
        self.drawn_in(*self.numbers.get(group)?, spot)
    }

    fn drawn_in(&self, line: u32, spot: Spot) -> Option<QueueNumber> {
        let drawn = self.lines[line as usize].1.number(spot)?;
        Some(QueueNumber {
            drawn,
            line,
            router: self.router,
        })
    }

    /// Records whether a visitor is present. Returns their line if that changed.
    pub fn set_presence(&mut self, visitor: &VisitorId, presence: Presence) -> Option<GroupId> {
        let (number, spot) = self.find(visitor)?;
        let (group, line) = &mut self.lines[number as usize];
        line.set_presence(spot, presence).then(|| group.clone())
    }

    /// The number of waiting visitors in a group's line, present or absent.
    pub fn count(&self, group: &GroupId) -> u32 {
        self.line(group).map_or(0, Line::len)
    }

    /// The number of waiting visitors in all lines.
    pub fn total(&self) -> usize {
        self.heads.len() + self.tails.len()
    }

    /// A group's line.
    pub fn line(&self, group: &GroupId) -> Option<&Line> {
        let number = self.numbers.get(group)?;
        Some(&self.lines[*number as usize].1)
    }

    /// The groups that have a line, even an empty one.
    pub fn groups(&self) -> impl Iterator<Item = &GroupId> {
        self.numbers.keys()
    }

    fn find(&self, visitor: &VisitorId) -> Option<(u32, Spot)> {
        self.find_hashed(self.hasher.hash_one(visitor), visitor)
    }

    fn find_hashed(&self, hash: u64, visitor: &VisitorId) -> Option<(u32, Spot)> {
        let found = self
            .tails
            .find(hash, |at| at.is(hash, visitor, &self.lines));
        self.at_tail_or_head(found, visitor)
    }

    fn at_tail_or_head(
        &self,
        found: Option<&TailSpot>,
        visitor: &VisitorId,
    ) -> Option<(u32, Spot)> {
        found
            .map(|at| (at.line, at.spot()))
            .or_else(|| self.heads.get(visitor).copied())
    }

    fn forget(&mut self, visitor: &VisitorId) -> Option<(u32, Spot)> {
        let hash = self.hasher.hash_one(visitor);
        let found = self
            .tails
            .find_entry(hash, |at| at.is(hash, visitor, &self.lines));
        match found {
            Ok(entry) => {
                let (at, _) = entry.remove();
                Some((at.line, at.spot()))
            }
            Err(_) => self.heads.remove(visitor),
        }
    }

    fn number(&mut self, group: &GroupId) -> u32 {
        if let Some(number) = self.numbers.get(group) {
            return *number;
        }
        let number = u32::try_from(self.lines.len()).expect("a tenant has fewer groups than that");
        self.numbers.insert(group.clone(), number);
        self.lines.push((group.clone(), Line::new()));
        number
    }
}

impl TailSpot {
    /// `None` for a spot at the head.
    fn new(hash: u64, line: u32, spot: Spot) -> Option<Self> {
        Some(Self {
            hash,
            line,
            number: spot.number()?,
        })
    }

    fn spot(self) -> Spot {
        Spot::numbered(u64::from(self.number))
    }

    fn is(self, hash: u64, visitor: &VisitorId, lines: &[(GroupId, Line)]) -> bool {
        let waiter = || lines[self.line as usize].1.waiter(self.spot());
        self.hash == hash && waiter().is_some_and(|waiter| waiter.visitor == visitor)
    }
}
