//! Which of the channel's sentences is said when. Where the tenant wrote none, the product's own is said
//! ([`LineKey`](crate::message::content::LineKey)), and that is the session's business.

use crate::local_text::LocalText;
use crate::time::Span;

/// Where the visitor's place in the line goes (Protocol, 'transferAgent', userQueueMsg).
const POSITION: &str = "##";

/// Where the agent's name goes.
const NICK: &str = "{nick}";

/// What the tenant says at the moments of a session. `None`: switched off or not written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lines {
    /// An agent took over (adminWelcomeMode/Msg); said in the agent's name.
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
    /// The agent's greeting, `{nick}` filled in.
    pub fn agent_welcome(&self, language: &str, nick: &str) -> Option<String> {
        said(self.agent_welcome.as_ref(), language).map(|text| text.replace(NICK, nick))
    }

    /// What a visitor hears when no agent is online.
    pub fn agent_offline(&self, language: &str) -> Option<String> {
        said(self.agent_offline.as_ref(), language).map(str::to_owned)
    }

    /// What a visitor hears when the conversation with an agent ends.
    pub fn agent_close(&self, language: &str) -> Option<String> {
        said(self.agent_close.as_ref(), language).map(str::to_owned)
    }

    /// What a waiting visitor hears, `##` replaced by their position (1 = next).
    pub fn queue(&self, language: &str, position: u32) -> Option<String> {
        said(self.queue.as_ref(), language)
            .map(|text| text.replace(POSITION, &position.to_string()))
    }

    /// What a visitor hears outside working hours.
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
    /// What they hear then, once a turn of theirs (adminTimeoutMsg).
    pub line: LocalText,
}

/// The rule for a visitor who does not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisitorSilence {
    /// How long the agent waits for a reply; as long again until the session ends (userTimeoutTime).
    pub after: Span,
    /// What the visitor hears the first time (userTimeoutMsg).
    pub reminder: LocalText,
    /// What they hear when the session ends; none: the product's own line (userOverMsg).
    pub farewell: Option<LocalText>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_waiting_visitor_hears_their_position_in_their_language() {
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
    fn an_agent_greets_by_name() {
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
    fn what_the_tenant_did_not_write_is_left_to_the_product() {
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
