//! All lines of a tenant, and who stands where in them. Places rise across the lines, so they tell who has waited longest
//! whatever the line.

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
    /// Who stands at a head; few.
    heads: HashMap<VisitorId, (u32, Spot)>,
    /// Who stands in a tail, by the hash of their name. Sixteen bytes each and not the name, which the slot has: a
    /// position reads one entry, and nothing else that grows with the line.
    tails: HashTable<TailSpot>,
    /// Hashes with a secret of the process, since visitors may choose their own names. Neither table is iterated.
    hasher: RandomState,
    /// Tells the numbers of these lines from those of a router before or beside this one.
    router: NonZeroU32,
}

/// Where somebody stands in a tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TailSpot {
    /// The hash of the visitor's name.
    hash: u64,
    line: u32,
    number: u32,
}

/// Who left a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Who.
    pub visitor: VisitorId,
    /// Which line.
    pub group: GroupId,
    /// The place they had.
    pub place: LinePlace,
    /// Whether they were present.
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
        // Another for each router, as its hasher is.
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

    /// Opens a line for a group, unless there is one.
    pub fn open(&mut self, group: &GroupId) {
        self.number(group);
    }

    /// Lets a visitor into a group's line: last, or by their place where that is at the head. Says the place they got;
    /// `None` for somebody who waits already.
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

    /// Lets a visitor out of whatever line they stand in.
    pub fn leave(&mut self, visitor: &VisitorId) -> Option<Left> {
        let (number, spot) = self.forget(visitor)?;
        let (group, line) = &mut self.lines[number as usize];
        let presence = line.presence(spot);
        let (visitor, place) = line.leave(spot)?;
        Some(Left {
            visitor,
            group: group.clone(),
            place,
            presence,
        })
    }

    /// Lets out the first of a group's line who is present.
    pub fn take(&mut self, group: &GroupId) -> Option<Left> {
        let visitor = self.first(group)?.visitor.clone();
        self.leave(&visitor)
    }

    /// The first of a group's line who is present.
    pub fn first(&self, group: &GroupId) -> Option<Waiter<'_>> {
        self.line(group)?.first_present()
    }

    /// Who of a group's line may be given to an agent: all who are present at the head, and the first behind it.
    pub fn candidates(&self, group: &GroupId) -> impl Iterator<Item = Waiter<'_>> {
        self.line(group).into_iter().flat_map(Line::candidates)
    }

    /// A visitor's position in their line, 1 for the first; `None` for somebody who does not wait. Asked far more often
    /// than anything else, by sessions that have the number which they drew.
    pub fn position(&self, visitor: &VisitorId, number: Option<QueueNumber>) -> Option<u32> {
        let numbered = number.and_then(|number| self.position_of(number));
        numbered.or_else(|| self.position_by_name(visitor))
    }

    /// `None` where nobody waits with this number any more. Numbers are drawn once, so nobody else has it.
    fn position_of(&self, number: QueueNumber) -> Option<u32> {
        if number.router != self.router {
            return None;
        }
        let (_, line) = self.lines.get(number.line as usize)?;
        line.position_of(number.drawn)
    }

    /// Takes the 64 bits of the keyed hash for the name, which would be one more look at memory that is not near. That two
    /// of a hundred thousand who wait share theirs happens once in four thousand million lines. Whatever changes something
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

    /// Where a visitor stands, in which line.
    pub fn standing(&self, visitor: &VisitorId) -> Option<InLine> {
        let (number, spot) = self.find(visitor)?;
        let (group, line) = &self.lines[number as usize];
        Some(InLine {
            group: group.clone(),
            place: line.place(spot)?,
            position: line.position(spot),
            number: self.drawn_in(number, spot),
        })
    }

    /// The number that whoever stands there in a group's line drew; `None` at the head.
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

    /// Notes whether a visitor is present, and says the line where that is news.
    pub fn set_presence(&mut self, visitor: &VisitorId, presence: Presence) -> Option<GroupId> {
        let (number, spot) = self.find(visitor)?;
        let (group, line) = &mut self.lines[number as usize];
        line.set_presence(spot, presence).then(|| group.clone())
    }

    /// How many wait in a group's line, present or away.
    pub fn count(&self, group: &GroupId) -> u32 {
        self.line(group).map_or(0, Line::len)
    }

    /// How many wait in all lines.
    pub fn total(&self) -> usize {
        self.heads.len() + self.tails.len()
    }

    /// A group's line.
    pub fn line(&self, group: &GroupId) -> Option<&Line> {
        let number = self.numbers.get(group)?;
        Some(&self.lines[*number as usize].1)
    }

    /// The groups that have a line, waiting visitors or not.
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
    /// Nothing for a spot at the head.
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
        self.hash == hash && lines[self.line as usize].1.visitor(self.spot()) == Some(visitor)
    }
}
