//! The tenant's sentences for the moments of a session. If the tenant wrote none, the session uses the product's own
//! ([`LineKey`](crate::message::content::LineKey)).

use crate::local_text::LocalText;
use crate::time::Span;

/// The placeholder for the visitor's position (Protocol, 'transferAgent', userQueueMsg).
const POSITION: &str = "##";

/// The placeholder for the agent's name.
const NICK: &str = "{nick}";

/// The tenant's sentences for the moments of a session. `None`: switched off or not written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lines {
    /// An agent took over (adminWelcomeMode/Msg); sent in the agent's name.
    pub agent_welcome: Option<LocalText>,
    /// No agent is online (adminOfflineMode/Msg).
    pub agent_offline: Option<LocalText>,
    /// The conversation with an agent ended (adminCloseMode/Msg).
    pub agent_close: Option<LocalText>,
    /// The visitor waits in the line (userQueueMode/Msg).
    pub queue: Option<LocalText>,
    /// Outside working hours (unWorkingMsg).
    pub off_work: Option<LocalText>,
}

impl Lines {
    /// The agent's greeting, with `{nick}` filled in.
    pub fn agent_welcome(&self, language: &str, nick: &str) -> Option<String> {
        said(self.agent_welcome.as_ref(), language).map(|text| text.replace(NICK, nick))
    }

    /// The text for a visitor when no agent is online.
    pub fn agent_offline(&self, language: &str) -> Option<String> {
        said(self.agent_offline.as_ref(), language).map(str::to_owned)
    }

    /// The text for a visitor when the conversation with an agent ends.
    pub fn agent_close(&self, language: &str) -> Option<String> {
        said(self.agent_close.as_ref(), language).map(str::to_owned)
    }

    /// The text for a waiting visitor, with their position (1 = next) in place of `##`.
    pub fn queue(&self, language: &str, position: u32) -> Option<String> {
        said(self.queue.as_ref(), language)
            .map(|text| text.replace(POSITION, &position.to_string()))
    }

    /// The text for a visitor outside working hours.
    pub fn off_work(&self, language: &str) -> Option<String> {
        said(self.off_work.as_ref(), language).map(str::to_owned)
    }
}

fn said<'a>(text: Option<&'a LocalText>, language: &str) -> Option<&'a str> {
    text?.in_language(language)
}

/// The rule for an agent who does not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentSilence {
    /// How long the visitor waits for a reply (adminTimeoutTime).
    pub after: Span,
    /// The text they get then, once for each of their turns (adminTimeoutMsg).
    pub line: LocalText,
}

/// The rule for a visitor who does not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisitorSilence {
    /// How long the agent waits for a reply; the session ends after the same time again (userTimeoutTime).
    pub after: Span,
    /// The text after the first wait (userTimeoutMsg).
    pub reminder: LocalText,
    /// The text when the session ends; `None`: the product's own line (userOverMsg).
    pub farewell: Option<LocalText>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_waiting_visitor_gets_their_position_in_their_language() {
        let lines = Lines {
            queue: Some(LocalText::from_iter([
                ("en", "You are number ##."),
                ("zh", "您排在第 ## 位。"),
            ])),
            ..Lines::default()
        };

        assert_eq!(lines.queue("en", 12).as_deref(), Some("You are number 12."));
        assert_eq!(lines.queue("zh", 3).as_deref(), Some("您排在第 3 位。"));
    }

    #[test]
    fn an_agents_greeting_contains_their_name() {
        let lines = Lines {
            agent_welcome: Some("I am {nick}.".into()),
            ..Lines::default()
        };

        assert_eq!(
            lines.agent_welcome("en", "Mia").as_deref(),
            Some("I am Mia.")
        );
    }

    #[test]
    fn a_text_that_the_tenant_did_not_write_is_none() {
        let lines = Lines {
            agent_close: Some(LocalText::default()),
            ..Lines::default()
        };

        assert_eq!(lines.queue("en", 1), None);
        assert_eq!(lines.agent_close("en"), None);
        assert_eq!(lines.agent_offline("en"), None);
        assert_eq!(lines.off_work("en"), None);
    }
}
