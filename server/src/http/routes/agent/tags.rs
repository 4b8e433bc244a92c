//! Tags of conversations: tags/list, tags/create, changeTags.

use crate::admin::change;
use crate::admin::thing::Thing;
use crate::authentication::Agent;
use crate::blocking::read;
use crate::error::{Answer, ApiError};
use crate::fixtures::tags::WrittenTag;
use crate::routes::agent::{account, ask, visitor};
use crate::state::State;
use crate::team::tags;
use crate::wire::envelope::success;
use crate::wire::names;
use crate::wire::session::BareRequest;
use crate::wire::team::{ChangeTagsRequest, ChangeTagsResponse, CreateTagRequest, TagsResponse};
use actix_web::web::Data;
use actors_core::ids::TagId;
use actors_core::routing::{ConversationPlace, DeskNews};
use actors_core::session::commands::describe::Situate;
use actors_core::session::commands::tag::{ChangeTags, TAGS_MAX};
use actors_core::tenant::Role;
use serde_json::Value;

/// tags/list: returns the tenant's tags, by name.
///
/// # Errors
/// 401 without the agent's token.
pub async fn list(state: Data<State>, call: Agent<BareRequest>) -> Answer {
    let tenant = call.who.tenant.clone();
    let list = read(&state, move |store| tags::all(store, &tenant)).await?;
    Ok(success(&TagsResponse { list }))
}

/// tags/create: adds a tag to the tenant's list.
///
/// # Errors
/// 400 with every invalid field or if a tag has this name, 403 for an agent who is no supervisor.
pub async fn create(state: Data<State>, call: Agent<CreateTagRequest>) -> Answer {
    if account(&state, &call.who)?.agent.role < Role::Supervisor {
        return Err(ApiError::Forbidden("for supervisors alone"));
    }
    let tag = WrittenTag {
        id: String::new(),
        name: call.body.name.trim().to_owned(),
        colour: call.body.colour,
    };
    let Ok(Value::Object(body)) = serde_json::to_value(&tag) else {
        return Err(ApiError::internal("a tag is not a JSON object"));
    };
    let stored = change::put(state, call.who, Thing::Tags, body).await?;
    let id = stored["id"].as_str().unwrap_or_default().to_owned();
    Ok(success(&WrittenTag { id, ..tag }))
}

/// changeTags: adds and removes tags of a visitor's newest session, open or ended. Every desk of the tenant hears of it.
///
/// # Errors
/// 400 for a tag that is not in the tenant's list, or too many, 404 for an unknown visitor.
pub async fn change(state: Data<State>, call: Agent<ChangeTagsRequest>) -> Answer {
    const REMOVED_MAX: usize = 100;
    let key = visitor(&call.who, &call.body.user_id);
    // 404 for an unknown visitor, before any refusal about tags.
    ask(&state, &key, Situate).await?;
    if call.body.remove.len() > REMOVED_MAX {
        return Err(ApiError::wrong("remove", "has too many tags"));
    }
    if call.body.add.len() > TAGS_MAX {
        return Err(too_many());
    }
    let add: Vec<TagId> = call.body.add.into_iter().map(TagId::from).collect();
    let (tenant, asked) = (call.who.tenant.clone(), add.clone());
    let unknown = read(&state, move |store| {
        tags::first_unknown(store, &tenant, &asked)
    });
    if let Some(at) = unknown.await? {
        return Err(ApiError::wrong(
            &format!("add[{at}]"),
            "must be a tag of the tenant's list",
        ));
    }
    let command = ChangeTags {
        by: call.who.agent.clone(),
        add,
        remove: call.body.remove.into_iter().map(TagId::from).collect(),
    };
    let done = ask(&state, &key, command).await?.map_err(|_| too_many())?;
    let place = ConversationPlace {
        visitor: key.visitor.clone(),
        session: done.session,
    };
    let answer = ChangeTagsResponse {
        session_id: names::session_id(&key.visitor, done.session),
        tags: done.tags.iter().map(ToString::to_string).collect(),
        cursor: done.seq.0,
    };
    if done.is_changed {
        let news = DeskNews::Tagged {
            place,
            seq: done.seq,
            tags: done.tags,
        };
        state.office.tell_desks(&call.who.tenant, &news);
    }
    Ok(success(&answer))
}

fn too_many() -> ApiError {
    let message = format!("a conversation has at most {TAGS_MAX} tags");
    ApiError::wrong("add", &message)
}
