//! Tries a setting out without signing anybody in: the description, the keys, and whether the client is known.

use super::describe::{Part, describe};
use super::{ExchangeError, Providers, client, refused};
use crate::fixtures::sign_on::SignOn;
use crate::identity::sign_on::trouble::Trouble;
use actors_core::time::Timestamp;
use openidconnect::PkceCodeChallenge;

/// What a setting is tried for, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The provider describes itself, under the name of the setting.
    Description,
    /// The keys that its tokens are signed with.
    Keys,
    /// The provider knows the client and its secret.
    Client,
}

impl Step {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Description => "description",
            Self::Keys => "keys",
            Self::Client => "client",
        }
    }
}

/// A step, and what is wrong with it.
pub type Tried = (Step, Option<Trouble>);

impl Providers {
    /// Tries a setting. Steps after the first that fails are left out.
    pub async fn try_out(&self, setting: &SignOn, now: Timestamp) -> Vec<Tried> {
        let described = match self.call() {
            Ok(_call) => describe(&self.exchange, &setting.issuer, now).await,
            Err(busy) => Err((Part::Pages, busy)),
        };
        let described = match described {
            Ok(described) => described,
            Err((Part::Pages, trouble)) => return vec![(Step::Description, Some(trouble))],
            Err((Part::Keys, trouble)) => {
                return vec![(Step::Description, None), (Step::Keys, Some(trouble))];
            }
        };
        let known = match client(&described, setting) {
            // The code is nobody's. A provider that knows the client refuses the code alone.
            Ok(client) => {
                let (_, verifier) = PkceCodeChallenge::new_random_sha256();
                let code = "frontdesk-connection-test".to_owned();
                let asked = self.exchange_code(&client, code, verifier).await;
                asked.err().and_then(|error| unknown(&error))
            }
            Err(trouble) => Some(trouble),
        };
        vec![
            (Step::Description, None),
            (Step::Keys, None),
            (Step::Client, known),
        ]
    }
}

fn unknown(error: &ExchangeError) -> Option<Trouble> {
    match refused(error) {
        Trouble::Code => None,
        Trouble::TokenBroken => Some(Trouble::Unclear),
        trouble => Some(trouble),
    }
}
