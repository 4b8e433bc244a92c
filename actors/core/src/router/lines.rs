//! All lines of a tenant, and who stands where in them. Places rise across the lines, so they tell who has waited longest
//! whatever the line.

use super::line::{Line, Spot, Waiter};
use crate::ids::{GroupId, LinePlace, VisitorId};
use crate::routing::Presence;
use std::collections::{BTreeMap, HashMap};

/// The lines of one tenant. A visitor waits in at most one of them.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    numbers: BTreeMap<GroupId, u32>,
    lines: Vec<(GroupId, Line)>,
    /// Hashed with a secret of the process, since visitors may choose their own names. Never iterated.
    whereabouts: HashMap<VisitorId, (u32, Spot)>,
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
        if self.whereabouts.contains_key(&visitor) {
            return None;
        }
        let number = self.number(group);
        let (_, line) = &mut self.lines[number as usize];
        let whereabouts = &mut self.whereabouts;
        let (place, spot) = line.join(visitor.clone(), place, presence, |other, spot| {
            if let Some(entry) = whereabouts.get_mut(other) {
                entry.1 = spot;
            }
        });
        whereabouts.insert(visitor, (number, spot));
        Some(place)
    }

    /// Lets a visitor out of whatever line they stand in.
    pub fn leave(&mut self, visitor: &VisitorId) -> Option<Left> {
        let (number, spot) = self.whereabouts.remove(visitor)?;
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

    /// A visitor's position in their line, 1 for the first; `None` for somebody who does not wait.
    pub fn position(&self, visitor: &VisitorId) -> Option<u32> {
        let (number, spot) = self.whereabouts.get(visitor)?;
        Some(self.lines[*number as usize].1.position(*spot))
    }

    /// The line a visitor stands in and their place there.
    pub fn standing(&self, visitor: &VisitorId) -> Option<(&GroupId, LinePlace)> {
        let (number, spot) = self.whereabouts.get(visitor)?;
        let (group, line) = &self.lines[*number as usize];
        Some((group, line.place(*spot)?))
    }

    /// Notes whether a visitor is present, and says the line where that is news.
    pub fn set_presence(&mut self, visitor: &VisitorId, presence: Presence) -> Option<GroupId> {
        let (number, spot) = self.whereabouts.get(visitor)?;
        let (group, line) = &mut self.lines[*number as usize];
        line.set_presence(*spot, presence).then(|| group.clone())
    }

    /// How many wait in a group's line, present or away.
    pub fn count(&self, group: &GroupId) -> u32 {
        self.line(group).map_or(0, Line::len)
    }

    /// How many wait in all lines.
    pub fn total(&self) -> usize {
        self.whereabouts.len()
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
