//! The rate limits.

use serde::{Deserialize, Serialize};

/// The rate limits, each a token bucket (Protocol, 'Rates'). A rate of 0 counts as 1.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rates {
    /// Messages (sendMsg, addWoHandleInfo) a minute for one token. Default: 60.
    pub send_per_minute: u32,
    /// Questions to a robot (robotAsk) a minute for one token. Default: 30.
    pub ask_per_minute: u32,
    /// Uploads and imports a minute for one token. Default: 10.
    pub upload_per_minute: u32,
    /// Exports and erasures (such as visitor/export, visitor/erase, docs/export) an hour for one token. Default: 20.
    pub personal_per_hour: u32,
    /// Left messages and work orders (leaveMsg, addWo) an hour for one token. Default: 5.
    pub leave_per_hour: u32,
    /// The same for one address and channel, or address and tenant if the caller has only a form. Default: 60.
    pub leave_per_address_per_hour: u32,
    /// Forms sent to a shop's service (fromRequest) a minute for one token. Default: 6.
    pub relay_per_minute: u32,
    /// Suggestions while typing (robotTips) a second for one token. Default: 5.
    pub tips_per_second: u32,
    /// Other calls a second for one token. Default: 20.
    pub call_per_second: u32,
    /// Calls of a shop's server (/api/v1/) a second for one API key. Default: 20.
    pub key_call_per_second: u32,
    /// The same for all API keys of one tenant together. Default: 100.
    pub tenant_key_call_per_second: u32,
    /// Invitations to a call (userVideoInvitation, inviteCall) a minute for one token. Default: 10.
    pub call_invitation_per_minute: u32,
    /// Opened chats (chatStart), and open calls without a token, a minute for one address. Default: 120.
    pub start_per_minute: u32,
    /// Wrong channels, poll ids, links and files a minute for one address. Default: 20.
    pub miss_per_minute: u32,
    /// Sign-ins of agents, and calls that repeat the password, a minute for one address. Default: 20.
    pub login_per_minute: u32,
    /// Polls held at once for one address; further ones are answered 429. Default: 5,000.
    pub held_polls_per_address: u32,
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            send_per_minute: 60,
            ask_per_minute: 30,
            upload_per_minute: 10,
            personal_per_hour: 20,
            leave_per_hour: 5,
            leave_per_address_per_hour: 60,
            relay_per_minute: 6,
            tips_per_second: 5,
            call_per_second: 20,
            key_call_per_second: 20,
            tenant_key_call_per_second: 100,
            call_invitation_per_minute: 10,
            start_per_minute: 120,
            miss_per_minute: 20,
            login_per_minute: 20,
            held_polls_per_address: 5_000,
        }
    }
}
