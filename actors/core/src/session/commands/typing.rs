//! The visitor is typing (typing). Best effort, never stored.

use crate::routing::DeskNews;
use crate::session::commands::Command;
use crate::session::phase::Phase;
use crate::session::{Effects, Session};
use crate::text::{TEXT_CHARS_MAX, cut};
use crate::time::{Span, Timestamp};
use std::sync::Arc;

/// Tells the agent that the visitor is typing, at most twice a second; the rest is dropped (Protocol, 'Talking'). The
/// text goes with it only if the tenant allows that (docs/decisions/0020).
#[derive(Clone, Debug)]
pub struct Typing {
    /// The text so far.
    pub text: Arc<str>,
}

/// The shortest time between two notices.
const TYPING_EVERY: Span = Span::from_millis(500);

/// Whether a notice may pass, or follows the last one too soon.
pub(super) fn passes(last: &mut Option<Timestamp>, now: Timestamp) -> bool {
    let passes = last.is_none_or(|last| now.since(last) >= TYPING_EVERY);
    if passes {
        *last = Some(now);
    }
    passes
}

impl Command for Typing {
    type Reply = ();

    fn apply(self, session: &mut Session, now: Timestamp, effects: &mut Effects) {
        if let Phase::Manual(manual) = &mut session.phase
            && passes(&mut manual.visitor_typed, now)
        {
            // Text that is not sent yet cannot be held back, so flagged words are masked here as well.
            let text = if session.channel.previews_typing {
                let words = &session.channel.sensitive_words;
                Arc::from(words.masked(cut(&self.text, TEXT_CHARS_MAX)))
            } else {
                Arc::default()
            };
            session.tell_watchers(effects, |_, place| DeskNews::Typing {
                place,
                text: Arc::clone(&text),
            });
            session.tell_agent(effects, |place| DeskNews::Typing { place, text });
        }
    }
}
