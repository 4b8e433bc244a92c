//! channels/preview: what a channel would be with a draft's settings. Nothing is stored.

use super::draft::channel_named;
use super::fields::{carry_secrets, take_version};
use super::{Change, wrong_place};
use crate::admin::thing::Thing;
use crate::admin::written::Written;
use crate::agent_token::SignedIn;
use crate::blocking;
use crate::error::ApiError;
use crate::fixtures::{TenantFixture, TenantSetup};
use crate::state::State;
use actix_web::web::Data;
use actors_core::channel::ChannelConfig;
use actors_core::ids::ChannelId;
use actors_core::tenant::Group;
use serde_json::{Map, Value};
use std::sync::Arc;

/// A channel with a draft's settings.
pub struct Previewed {
    /// The channel.
    pub channel: Arc<ChannelConfig>,
    /// The tenant's groups.
    pub groups: Vec<Group>,
}

/// Returns the channel that the draft describes.
///
/// # Errors
/// 400 with every wrong field, as channels/put.
pub async fn preview(
    state: Data<State>,
    who: Arc<SignedIn>,
    draft: Map<String, Value>,
) -> Result<Previewed, ApiError> {
    let change = Change::dry_run(state, who, Thing::Channels)?;
    blocking::work(move || change.previewed(draft)).await
}

impl Change {
    fn previewed(&self, mut draft: Map<String, Value>) -> Result<Previewed, ApiError> {
        take_version(&mut draft)?;
        self.name_tenant(&mut draft)?;
        let id = channel_named(&draft)?;
        if self.is_channel_of_another(&id) {
            return Err(ApiError::wrong("channelId", "is taken; choose another"));
        }
        carry_secrets(Thing::Channels, &mut draft, self.stored(&id)?.as_ref());
        let written = Written::parse(Thing::Channels, draft).map_err(ApiError::InvalidFields)?;
        let store = self.state.office.store();
        let all = TenantFixture::stored_around_channels(store.as_ref(), self.tenant());
        let mut all = all.map_err(ApiError::unavailable)?;
        let all = all.as_mut().ok_or(ApiError::NotFound)?;
        let place = written.place(all).ok_or_else(wrong_place)?;
        let mut setup = TenantSetup::read_beside(all, &self.known())
            .map_err(|wrong| ApiError::InvalidFields(place.errors(wrong)))?;
        let channel = setup.channels.remove(&ChannelId::from(id.as_str()));
        Ok(Previewed {
            channel: channel.ok_or_else(wrong_place)?,
            groups: setup.groups,
        })
    }
}
