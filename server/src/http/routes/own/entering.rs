//! The last step of signing in: a code where the account needs one, and the sign-in itself.

use crate::admin::audit::{self, Action};
use crate::agent_token::{self, Place, Reach};
use crate::error::ApiError;
use crate::passwords::Attempt;
use crate::state::State;
use crate::two_step::{self, CODE_WRONG, Tried, TwoStep, Used};
use actors_core::ids::{AgentId, TenantId};
use actors_runtime::ports::Store;
use std::net::IpAddr;

/// Somebody whose password is right.
pub struct Entering {
    /// The tenant, or what stands in for it.
    pub tenant: TenantId,
    /// Who enters.
    pub id: AgentId,
    /// What they sign in with.
    pub account: String,
    /// The code that they gave.
    pub code: Option<String>,
    /// From where.
    pub address: IpAddr,
    /// The same, as their list of sign-ins shows it.
    pub place: Place,
    /// Whether the audit log has every sign-in of theirs.
    pub is_noted: bool,
}

impl Entering {
    /// Signs them in, if the second step allows it. The code is used up in the same commit. `reach` says what the
    /// sign-in may do, or that it may not be, and is asked in their turn.
    ///
    /// # Errors
    /// 401 for a missing or wrong code, 429 after too many, 503 if the store did not record it.
    pub fn enter(
        self,
        state: &State,
        reach: impl FnOnce(&dyn Store, &TwoStep) -> Result<Reach, ApiError>,
    ) -> Result<(String, Reach), ApiError> {
        let (tenant, id) = (&self.tenant, &self.id);
        let _turn = state.two_steps.turn(tenant, id);
        let store = state.office.store().as_ref();
        let mut two_step = two_step::read(store, tenant, id)?;
        let reach = reach(store, &two_step)?;
        let mut changes = Vec::new();
        let used = match two_step.is_on() {
            true => Some(self.use_code(state, &mut two_step)?),
            false => None,
        };
        if used.is_some() {
            changes.push(two_step.change(tenant, id));
        }
        let is_by_recovery = used == Some(Used::RecoveryCode);
        let now = state.now();
        if self.is_noted || is_by_recovery {
            let at = state.admin.audit.draw(now);
            let mut record = audit::record(at, id, Action::Login, "login", id.as_str());
            record
                .fields
                .extend(is_by_recovery.then(|| "recoveryCode".to_owned()));
            changes.push(audit::written(tenant, &record));
        }
        let who = (tenant.clone(), id.clone());
        let drawn = agent_token::draw(who, self.place, reach, now);
        let token = state.agents.keep(drawn, changes)?;
        Ok((token, reach))
    }

    fn use_code(&self, state: &State, two_step: &mut TwoStep) -> Result<Used, ApiError> {
        let needed = || ApiError::sign_in_needs("code", "a code is needed");
        let code = self.code.as_deref().ok_or_else(needed)?;
        let tried = Tried {
            attempt: Attempt {
                tenant: &self.tenant,
                is_tenant_known: true,
                account: &self.account,
                address: self.address,
                now: state.now(),
                limits: state.limits.switch(),
            },
            machine: state.office.clock().machine(),
        };
        let wrong = ApiError::sign_in_needs("code", CODE_WRONG);
        state.two_steps.check(two_step, code, &tried, wrong)
    }
}
