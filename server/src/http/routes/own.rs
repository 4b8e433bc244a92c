//! What agents and operators do with their own accounts (Protocol, 'Own account').

pub mod entering;
pub mod joining;
pub mod sign_ins;
pub mod totp;

use crate::admin::audit::{self, AuditRecord};
use crate::agent_token::SignedIn;
use crate::catalogue::Account;
use crate::error::ApiError;
use crate::operators::Operator;
use crate::passwords::Attempt;
use crate::rates::ByAddress;
use crate::state::State;
use actix_web::HttpRequest;
use actors_runtime::ports::DocumentChange;
use std::net::IpAddr;
use std::sync::Arc;

/// Somebody who is signed in, and their account.
#[derive(Clone)]
pub struct Own {
    /// The sign-in.
    pub who: Arc<SignedIn>,
    /// What they sign in with.
    pub account: String,
    /// The hash of their password.
    pub password_hash: Option<String>,
    /// What their audit records name.
    pub thing: &'static str,
}

impl Own {
    /// An agent's.
    pub fn of_agent(who: &Arc<SignedIn>, account: &Account) -> Self {
        Self {
            who: Arc::clone(who),
            account: account.account.clone(),
            password_hash: Some(account.password_hash.clone()),
            thing: "agents",
        }
    }

    /// An operator's.
    pub fn of_operator(who: &Arc<SignedIn>, operator: Operator) -> Self {
        Self {
            who: Arc::clone(who),
            account: operator.account,
            password_hash: operator.password_hash,
            thing: "operators",
        }
    }

    /// Checks their password, which counts as an attempt to sign in.
    ///
    /// # Errors
    /// `wrong` for a wrong one; 429 after too many; 503 if too many sign in at once.
    pub async fn prove(
        &self,
        state: &State,
        request: &HttpRequest,
        password: String,
        wrong: ApiError,
    ) -> Result<(), ApiError> {
        state.limits.address(request, ByAddress::Login)?;
        let attempt = self.attempt(state, state.limits.caller_address(request));
        let hash = self.password_hash.clone();
        match state.passwords.is_right(attempt, password, hash).await? {
            true => Ok(()),
            false => Err(wrong),
        }
    }

    fn attempt(&self, state: &State, address: IpAddr) -> Attempt<'_> {
        Attempt {
            tenant: &self.who.tenant,
            is_tenant_known: true,
            account: &self.account,
            address,
            now: state.now(),
            limits: state.limits.switch(),
        }
    }

    /// The change that writes an audit record of theirs. `make` gets its time.
    fn noted(&self, state: &State, make: impl FnOnce(i64) -> AuditRecord) -> DocumentChange {
        let record = AuditRecord {
            thing: self.thing.to_owned(),
            ..make(state.admin.audit.draw(state.now()))
        };
        audit::written(&self.who.tenant, &record)
    }
}
