//! The list of an agent's conversations.

use crate::event::Entry;
use crate::ids::{MessageId, Seq, VisitorId};
use crate::message::Sender;
use crate::routing::{Conversation, ConversationPlace, DeskNews};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// The maximum number of ended conversations kept.
const ENDED_MAX: usize = 200;

#[derive(Clone, Debug, Default)]
pub(super) struct List {
    open: BTreeMap<VisitorId, Listed>,
    /// Oldest first.
    ended: VecDeque<Conversation>,
    arrivals: u64,
}

#[derive(Clone, Debug)]
struct Listed {
    conversation: Conversation,
    /// Its order among conversations with the same start time.
    arrival: u64,
    /// The number of unread messages when the desk got the conversation.
    unread_before: u32,
    /// The newest message at that time.
    last_before: Seq,
    /// The unread messages that came since.
    unread: Vec<Seq>,
}

impl List {
    /// Oldest first.
    pub fn conversations(&self) -> Vec<Conversation> {
        let mut listed: Vec<&Listed> = self.open.values().collect();
        listed.sort_by_key(|listed| (listed.conversation.since, listed.arrival));
        let conversations = listed.iter().map(|listed| listed.conversation.clone());
        conversations.collect()
    }

    /// Newest first.
    pub fn ended(&self) -> Vec<Conversation> {
        self.ended.iter().rev().cloned().collect()
    }

    pub fn read(&mut self, visitor: &VisitorId, upto: Seq) {
        if let Some(listed) = self.open.get_mut(visitor) {
            listed.unread.retain(|seq| *seq > upto);
            if listed.last_before <= upto {
                listed.unread_before = 0;
            }
            listed.count_unread();
        }
    }

    pub fn apply(&mut self, news: &DeskNews) {
        match news {
            DeskNews::Assigned(conversation) | DeskNews::Resumed(conversation) => {
                let visitor = conversation.place.visitor.clone();
                self.arrivals += 1;
                let listed = Listed {
                    arrival: self.arrivals,
                    unread_before: conversation.unread,
                    last_before: conversation.last.as_ref().map_or(Seq(0), |(seq, _)| *seq),
                    conversation: conversation.clone(),
                    unread: Vec::new(),
                };
                self.open.insert(visitor, listed);
            }
            DeskNews::Said {
                place, seq, entry, ..
            } => {
                if let Some(listed) = self.at(place) {
                    listed.add_message(*seq, entry);
                }
            }
            DeskNews::Recalled { place, message } => {
                if let Some(listed) = self.at(place) {
                    listed.recall(*message);
                }
            }
            DeskNews::Closed { place, why } => {
                let is_over = why.is_some();
                if let Some(over) = self.remove(place).filter(|_| is_over) {
                    self.ended.push_back(over.conversation);
                    if self.ended.len() > ENDED_MAX {
                        self.ended.pop_front();
                    }
                }
            }
            DeskNews::Tagged { place, tags, .. } => {
                if let Some(listed) = self.at(place) {
                    listed.conversation.tags.clone_from(tags);
                } else if let Some(over) = self.ended.iter_mut().find(|it| it.place == *place) {
                    over.tags.clone_from(tags);
                }
            }
            DeskNews::Transferred { place, .. } => {
                self.remove(place);
            }
            DeskNews::Corrected { place, name } => self.rename(&place.visitor, name),
            DeskNews::Due { place, duty } => {
                if let Some(listed) = self.at(place) {
                    listed.conversation.duty = Some(duty.clone());
                }
            }
            DeskNews::Typing { .. }
            | DeskNews::Read { .. }
            | DeskNews::Presence { .. }
            | DeskNews::Evaluated { .. }
            | DeskNews::Amended { .. }
            | DeskNews::Call { .. }
            | DeskNews::Queue(_)
            | DeskNews::Status(..)
            | DeskNews::Left { .. }
            | DeskNews::Draft(_)
            | DeskNews::Mentioned(_)
            | DeskNews::Mentions(_)
            | DeskNews::Rescued(_)
            | DeskNews::Wall(_)
            | DeskNews::Alarm(..)
            | DeskNews::Item(_)
            | DeskNews::ItemDue(_) => {}
        }
    }

    fn rename(&mut self, visitor: &VisitorId, name: &Arc<str>) {
        if let Some(listed) = self.open.get_mut(visitor) {
            listed.conversation.name = Arc::clone(name);
        }
        for ended in &mut self.ended {
            if ended.place.visitor == *visitor {
                ended.name = Arc::clone(name);
            }
        }
    }

    fn remove(&mut self, place: &ConversationPlace) -> Option<Listed> {
        self.at(place)?;
        self.open.remove(&place.visitor)
    }

    /// The listed conversation, if it belongs to this session.
    fn at(&mut self, place: &ConversationPlace) -> Option<&mut Listed> {
        let listed = self.open.get_mut(&place.visitor)?;
        (listed.conversation.place == *place).then_some(listed)
    }
}

impl Listed {
    fn add_message(&mut self, seq: Seq, entry: &Arc<Entry>) {
        let Some(message) = entry.message() else {
            return;
        };
        if message.is_internal() {
            return;
        }
        let conversation = &mut self.conversation;
        if conversation
            .last
            .as_ref()
            .is_some_and(|(last, _)| *last >= seq)
        {
            return;
        }
        conversation.last = Some((seq, entry.clone()));
        if message.sender == Sender::Visitor {
            self.unread.push(seq);
            self.count_unread();
        }
    }

    fn count_unread(&mut self) {
        let since = u32::try_from(self.unread.len()).unwrap_or(u32::MAX);
        self.conversation.unread = self.unread_before.saturating_add(since);
    }

    fn recall(&mut self, recalled: MessageId) {
        let Some((seq, entry)) = &mut self.conversation.last else {
            return;
        };
        if *seq != recalled.seq || self.conversation.place.session != recalled.session {
            return;
        }
        if let Some(message) = entry.message() {
            let withdrawn = message
                .clone()
                .with_attributes(|attributes| attributes.recalled = true);
            *entry = entry.saying(withdrawn);
        }
    }
}
