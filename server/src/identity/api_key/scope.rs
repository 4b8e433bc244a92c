//! What an API key may do.

/// What an API key may do (Protocol, 'API keys'). Names of later versions join here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Reads conversations, messages, visitors, work orders and left messages.
    ConversationsRead,
    /// Sends messages, closes conversations, handles work orders and left messages.
    MessagesWrite,
    /// Reads and changes robots' documents.
    KnowledgeManage,
    /// Reads and changes channels.
    ChannelsManage,
    /// Reads reports.
    Reports,
}

impl Scope {
    /// All of them, in the order of the screen.
    pub const ALL: [Self; 5] = [
        Self::ConversationsRead,
        Self::MessagesWrite,
        Self::KnowledgeManage,
        Self::ChannelsManage,
        Self::Reports,
    ];

    /// Its name on the wire and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::ConversationsRead => "conversations:read",
            Self::MessagesWrite => "messages:write",
            Self::KnowledgeManage => "knowledge:manage",
            Self::ChannelsManage => "channels:manage",
            Self::Reports => "reports",
        }
    }

    /// The scope of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }

    /// What a key without it is answered.
    pub fn missing(self) -> &'static str {
        match self {
            Self::ConversationsRead => "the key does not have the scope conversations:read",
            Self::MessagesWrite => "the key does not have the scope messages:write",
            Self::KnowledgeManage => "the key does not have the scope knowledge:manage",
            Self::ChannelsManage => "the key does not have the scope channels:manage",
            Self::Reports => "the key does not have the scope reports",
        }
    }
}
