//! All lines of a tenant, and who stands where in them. Places rise across the lines, so they tell who has waited longest
//! whatever the line.

use super::line::{Line, Spot, Waiter};
use crate::ids::{GroupId, LinePlace, VisitorId};
use crate::routing::Presence;
use hashbrown::HashTable;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};

/// The lines of one tenant. A visitor waits in at most one of them.
#[derive(Clone, Debug, Default)]
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

impl Lines {
    /// No lines.
    pub fn new() -> Self {
        Self::default()
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

    /// A visitor's position in their line, 1 for the first; `None` for somebody who does not wait.
    ///
    /// Asked far more often than anything else, and so it takes the 64 bits of the keyed hash for the name, which would
    /// be one more look at memory that is not near. That two of a hundred thousand who wait share theirs happens once in
    /// four thousand million lines. Whatever changes something compares names.
    pub fn position(&self, visitor: &VisitorId) -> Option<u32> {
        let hash = self.hasher.hash_one(visitor);
        let found = self.tails.find(hash, |at| at.hash == hash);
        let (number, spot) = self.at_tail_or_head(found, visitor)?;
        Some(self.lines[number as usize].1.position(spot))
    }

    /// Whether a visitor waits.
    pub fn has(&self, visitor: &VisitorId) -> bool {
        self.find(visitor).is_some()
    }

    /// The line a visitor stands in and their place there.
    pub fn standing(&self, visitor: &VisitorId) -> Option<(&GroupId, LinePlace)> {
        let (number, spot) = self.find(visitor)?;
        let (group, line) = &self.lines[number as usize];
        Some((group, line.place(spot)?))
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
