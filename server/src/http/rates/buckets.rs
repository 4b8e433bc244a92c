//! The token buckets of each kind of call, and how many calls each holds.

use super::by_key::KeyBuckets;
use crate::settings::Rates;
use actors_core::ids::TenantId;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;

/// The bucket that a call with a token counts against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByToken {
    /// sendMsg and addWoHandleInfo.
    Send,
    /// robotAsk.
    Ask,
    /// upload, uploadBase64 and imports.
    Upload,
    /// userVideoInvitation and inviteCall: they make a person's phone ring.
    Invitation,
    /// leaveMsg and addWo together.
    Leave,
    /// fromRequest.
    Relay,
    /// robotTips.
    Tips,
    /// visitor/export, visitor/erase, docs/export and push/subscribe together.
    Personal,
    /// Any other call.
    Call,
}

/// The bucket that a call counts against by address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByAddress {
    /// chatStart.
    Start,
    /// A wrong channel, pollId, link or file.
    Miss,
    /// An agent's sign-in, and calls that repeat the password.
    Login,
}

/// The buckets of all callers.
pub(super) struct Buckets {
    pub(super) by_token: [DefaultKeyedRateLimiter<u64>; ByToken::ALL.len()],
    pub(super) by_address: [DefaultKeyedRateLimiter<IpAddr>; ByAddress::ALL.len()],
    pub(super) leave_by_address: DefaultKeyedRateLimiter<u64>,
    pub(super) by_key: KeyBuckets<[u8; 32]>,
    pub(super) by_tenant: KeyBuckets<TenantId>,
    pub(super) held_per_address: u32,
}

impl ByToken {
    const ALL: [Self; 9] = [
        Self::Send,
        Self::Ask,
        Self::Upload,
        Self::Invitation,
        Self::Leave,
        Self::Relay,
        Self::Tips,
        Self::Personal,
        Self::Call,
    ];

    fn quota(self, rates: &Rates) -> Quota {
        match self {
            Self::Send => per_minute(rates.send_per_minute),
            Self::Ask => per_minute(rates.ask_per_minute),
            Self::Upload => per_minute(rates.upload_per_minute),
            Self::Invitation => per_minute(rates.call_invitation_per_minute),
            Self::Leave => Quota::per_hour(at_least_one(rates.leave_per_hour)),
            Self::Relay => per_minute(rates.relay_per_minute),
            Self::Tips => Quota::per_second(at_least_one(rates.tips_per_second)),
            Self::Personal => Quota::per_hour(at_least_one(rates.personal_per_hour)),
            Self::Call => Quota::per_second(at_least_one(rates.call_per_second)),
        }
    }
}

impl ByAddress {
    const ALL: [Self; 3] = [Self::Start, Self::Miss, Self::Login];

    fn quota(self, rates: &Rates) -> Quota {
        per_minute(match self {
            Self::Start => rates.start_per_minute,
            Self::Miss => rates.miss_per_minute,
            Self::Login => rates.login_per_minute,
        })
    }
}

impl Buckets {
    pub(super) fn new(rates: &Rates) -> Self {
        let leave_by_address = Quota::per_hour(at_least_one(rates.leave_per_address_per_hour));
        Self {
            by_token: ByToken::ALL.map(|bucket| RateLimiter::keyed(bucket.quota(rates))),
            by_address: ByAddress::ALL.map(|bucket| RateLimiter::keyed(bucket.quota(rates))),
            leave_by_address: RateLimiter::keyed(leave_by_address),
            by_key: KeyBuckets::new(at_least_one(rates.key_call_per_second)),
            by_tenant: KeyBuckets::new(at_least_one(rates.tenant_key_call_per_second)),
            held_per_address: rates.held_polls_per_address,
        }
    }
}

/// Removes callers whose buckets are full again.
pub fn sweep<K: Hash + Eq + Clone>(limiter: &DefaultKeyedRateLimiter<K>) {
    limiter.retain_recent();
    limiter.shrink_to_fit();
}

fn per_minute(calls: u32) -> Quota {
    Quota::per_minute(at_least_one(calls))
}

fn at_least_one(calls: u32) -> NonZeroU32 {
    NonZeroU32::new(calls).unwrap_or(NonZeroU32::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list in another order gives each call the limit of another.
    #[test]
    fn each_bucket_stands_at_its_own_index() {
        for (index, bucket) in ByToken::ALL.into_iter().enumerate() {
            assert_eq!(bucket as usize, index, "{bucket:?}");
        }
        for (index, bucket) in ByAddress::ALL.into_iter().enumerate() {
            assert_eq!(bucket as usize, index, "{bucket:?}");
        }
    }
}
