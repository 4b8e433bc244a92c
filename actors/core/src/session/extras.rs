//! State that few sessions have, in one box: a hundred thousand sessions may be in memory.

use crate::flow::Place;
use crate::ids::{TagId, Voucher};
use crate::session::course::Course;
use crate::session::mailing::Mailing;
use crate::session::pushing::Pushing;
use crate::time::Timestamp;

/// State that few sessions have.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Extras(Option<Box<Inner>>);

#[derive(Clone, Debug, Default, PartialEq)]
struct Inner {
    rated: Option<(u64, u64)>,
    flow: Option<Place>,
    service_due: Option<Timestamp>,
    vouched: Option<Voucher>,
    tags: Vec<TagId>,
    mailing: Option<Mailing>,
    pushing: Option<Pushing>,
    course: Option<Box<Course>>,
}

impl Extras {
    /// The visitor's rating: see [`restore::Evaluation::done`](super::restore::Evaluation::done).
    pub fn rated(&self) -> Option<(u64, u64)> {
        self.0.as_ref()?.rated
    }

    pub fn rate(&mut self, rated: (u64, u64)) {
        self.inner().rated = Some(rated);
    }

    /// The secret that vouched for the visitor; it outlives the session.
    pub fn vouched(&self) -> Option<Voucher> {
        self.0.as_ref()?.vouched
    }

    pub fn vouch(&mut self, by: Option<Voucher>) {
        if by.is_some() || self.0.is_some() {
            self.inner().vouched = by;
        }
    }

    /// Starts the visitor's next session. Keeps the secret that vouched for the visitor, when they last got a mail,
    /// whether their address is disputed, and whether they agreed to pushes.
    pub fn begin(&mut self) {
        let vouched = self.vouched();
        let mailing = self.mailing().map(|mailing| Mailing {
            last: mailing.last,
            disputed: mailing.disputed,
            ..Mailing::default()
        });
        let pushing = self.pushing().map(|_| Pushing::default());
        *self = Self::default();
        self.vouch(vouched);
        self.post(mailing.filter(|mailing| *mailing != Mailing::default()));
        self.push(pushing);
    }

    /// The visitor's place in a flow, or their last one.
    pub fn flow(&self) -> Option<&Place> {
        self.0.as_ref()?.flow.as_ref()
    }

    pub fn flow_mut(&mut self) -> Option<&mut Place> {
        self.0.as_mut()?.flow.as_mut()
    }

    pub fn stand(&mut self, place: Option<Place>) {
        if place.is_some() || self.0.is_some() {
            self.inner().flow = place;
        }
    }

    /// When to stop waiting for a tenant's service that a flow asked.
    pub fn service_due(&self) -> Option<Timestamp> {
        self.0.as_ref()?.service_due
    }

    pub fn await_service(&mut self, due: Option<Timestamp>) {
        if due.is_some() || self.0.is_some() {
            self.inner().service_due = due;
        }
    }

    /// The tags that agents gave the session.
    pub fn tags(&self) -> &[TagId] {
        self.0.as_ref().map_or(&[], |inner| &inner.tags)
    }

    pub fn tag(&mut self, tags: Vec<TagId>) {
        if !tags.is_empty() || self.0.is_some() {
            self.inner().tags = tags;
        }
    }

    /// The mail to a visitor who left.
    pub fn mailing(&self) -> Option<&Mailing> {
        self.0.as_ref()?.mailing.as_ref()
    }

    pub fn mailing_mut(&mut self) -> &mut Mailing {
        self.inner().mailing.get_or_insert_default()
    }

    pub fn post(&mut self, mailing: Option<Mailing>) {
        if mailing.is_some() || self.0.is_some() {
            self.inner().mailing = mailing;
        }
    }

    /// The pushes to a visitor who agreed; `None` if they did not.
    pub fn pushing(&self) -> Option<Pushing> {
        self.0.as_ref()?.pushing
    }

    pub fn push(&mut self, pushing: Option<Pushing>) {
        if pushing.is_some() || self.0.is_some() {
            self.inner().pushing = pushing;
        }
    }

    /// What happened in the session with agents.
    pub fn course(&self) -> Option<&Course> {
        self.0.as_ref()?.course.as_deref()
    }

    pub fn course_mut(&mut self) -> &mut Course {
        self.inner().course.get_or_insert_default()
    }

    pub fn take_course(&mut self) -> Option<Box<Course>> {
        self.0.as_mut()?.course.take()
    }

    pub fn follow_course(&mut self, course: Option<Box<Course>>) {
        if course.is_some() || self.0.is_some() {
            self.inner().course = course;
        }
    }

    /// The allocated bytes, without those of flows and tags.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        use crate::routing::Duty;
        use crate::session::size::allocated;
        let Some(inner) = &self.0 else {
            return 0;
        };
        let course = inner.course.as_ref().map_or(0, |course| {
            let duty = course.duty.as_ref();
            allocated(size_of::<Course>()) + duty.map_or(0, |_| allocated(size_of::<Duty>()))
        });
        allocated(size_of::<Inner>()) + course
    }

    fn inner(&mut self) -> &mut Inner {
        self.0.get_or_insert_default()
    }
}
