//! Lists of conversations: listConversations.
//!
//! The cost of a page is bounded: it examines a limited number of conversations and returns a cursor for the rest.

use crate::authentication::Agent;
use crate::blocking::block;
use crate::catalogue::Account;
use crate::error::{Answer, ApiError};
use crate::routes::agent::reading::may_watch;
use crate::routes::agent::{account, ask, reader};
use crate::routes::visitor::poll::wait_index;
use crate::state::State;
use crate::wire::agent::{ListRequest, ListResponse, WireConversation};
use crate::wire::codes;
use crate::wire::envelope::success;
use actix_web::web::Data;
use actors_core::desk::command::{ListConversations, ListEnded};
use actors_core::ids::{GroupId, LinePlace, VisitorId, VisitorKey};
use actors_core::router::line::Line;
use actors_core::session::commands::describe::{Describe, Overview};
use actors_core::session::phase::Status;
use actors_core::tenant::Reach;
use std::sync::Arc;

/// The most conversations of a page.
const PAGE: usize = 50;

/// The most sessions examined for a page.
const LOOKED_AT_MAX: usize = 500;

/// listConversations: the agent's own, those in their queues, those with the robot, or the agent's last ended ones.
///
/// # Errors
/// 400 for an unknown box.
pub async fn list_conversations(state: Data<State>, call: Agent<ListRequest>) -> Answer {
    let asked = Asked {
        state: &state,
        account: account(&state, &call.who)?,
        search: call.body.search.clone().unwrap_or_default().to_lowercase(),
        cursor: call.body.cursor.clone().unwrap_or_default(),
        call: &call,
    };
    let page = match call.body.which.as_deref().unwrap_or_default() {
        "" | "mine" => asked.mine().await?,
        "queue" => asked.queue().await?,
        "robot" => asked.robot().await?,
        "ended" => asked.ended().await?,
        _ => return Err(ApiError::invalid("box is not valid")),
    };
    Ok(success(&page))
}

/// The last waiting visitor of the previous page. A page continues after their place, so visitors who leave the queue
/// shift no others.
struct Behind {
    place: LinePlace,
    visitor: VisitorId,
}

impl Behind {
    /// `None` at the beginning, and for a cursor without a place.
    fn read(cursor: &str) -> Option<Self> {
        let (place, visitor) = cursor.split_once('/')?;
        Some(Self {
            place: LinePlace(place.parse().ok()?),
            visitor: visitor.into(),
        })
    }

    fn written(place: LinePlace, visitor: &VisitorId) -> String {
        format!("{}/{visitor}", place.0)
    }
}

/// The caller and their request.
struct Asked<'a> {
    state: &'a State,
    account: Arc<Account>,
    search: String,
    cursor: String,
    call: &'a Agent<ListRequest>,
}

impl Asked<'_> {
    /// The agent's own conversations, oldest first.
    async fn mine(&self) -> Result<ListResponse, ApiError> {
        let who = &self.call.who;
        let conversations = self
            .state
            .office
            .ask_desk(&who.tenant, &who.agent, ListConversations)
            .await?;
        let listed = conversations.iter().map(|conversation| {
            let visitor = &conversation.place.visitor;
            reader(self.state, &self.account, self.call.language, visitor)
                .listed(conversation, who.agent.as_str())
        });
        Ok(self.page(listed))
    }

    /// Conversations that ended with the agent, newest first, as far back as the desk keeps them.
    async fn ended(&self) -> Result<ListResponse, ApiError> {
        let who = &self.call.who;
        let conversations = self
            .state
            .office
            .ask_desk(&who.tenant, &who.agent, ListEnded)
            .await?;
        let listed = conversations.iter().map(|conversation| {
            let visitor = &conversation.place.visitor;
            let reader = reader(self.state, &self.account, self.call.language, visitor);
            WireConversation {
                status: codes::status(Status::Ended),
                ..reader.listed(conversation, who.agent.as_str())
            }
        });
        Ok(self.page(listed))
    }

    /// Visitors in the agent's queues, in all queues for a supervisor, longest wait first.
    async fn queue(&self) -> Result<ListResponse, ApiError> {
        let Some(router) = self.state.office.router(&self.call.who.tenant) else {
            return Ok(ListResponse::default());
        };
        let after = Behind::read(&self.cursor);
        let everyone = GroupId::everyone();
        let agent = &self.account.agent;
        // The router waits while it is read. So only the needed visitors are selected here, and sorted afterwards.
        let mut waiting: Vec<_> = router.read(|router| {
            let lines = router.lines();
            let mut waiting: Vec<_> = lines
                .groups()
                .filter(|group| {
                    agent.reach_in(Some(group)) == Reach::Tenant
                        || **group == everyone
                        || agent.groups.contains(*group)
                })
                .filter_map(|group| lines.line(group))
                .flat_map(Line::iter)
                .map(|waiter| (waiter.place, waiter.visitor))
                .filter(|waiting| {
                    after
                        .as_ref()
                        .is_none_or(|after| *waiting > (after.place, &after.visitor))
                })
                .collect();
            if waiting.len() > LOOKED_AT_MAX {
                waiting.select_nth_unstable(LOOKED_AT_MAX);
                waiting.truncate(LOOKED_AT_MAX + 1);
            }
            let waiting = waiting.into_iter();
            waiting
                .map(|(place, visitor)| (place, visitor.clone()))
                .collect()
        });
        waiting.sort_unstable();
        let waiting = waiting.into_iter().map(|(place, visitor)| {
            let cursor = Behind::written(place, &visitor);
            (visitor, cursor)
        });
        self.look_at(waiting, Status::Queued).await
    }

    /// Visitors with an open page who are with the robot, by name.
    async fn robot(&self) -> Result<ListResponse, ApiError> {
        let office = Arc::clone(&self.state.office);
        let (tenant, after) = (self.call.who.tenant.clone(), self.cursor.clone());
        let here =
            block(move || Ok(office.visitors_of(&tenant, &after, LOOKED_AT_MAX + 1))).await?;
        let here = here.into_iter().map(|visitor| {
            let cursor = visitor.to_string();
            (visitor, cursor)
        });
        self.look_at(here, Status::Robot).await
    }

    /// Examines the sessions of these visitors, each with the cursor that continues after them.
    async fn look_at(
        &self,
        visitors: impl Iterator<Item = (VisitorId, String)>,
        status: Status,
    ) -> Result<ListResponse, ApiError> {
        let mut page = ListResponse::default();
        let mut passed = String::new();
        for (looked_at, (visitor, cursor)) in visitors.enumerate() {
            if page.list.len() == PAGE || looked_at == LOOKED_AT_MAX {
                page.cursor = passed;
                break;
            }
            passed = cursor;
            let key = VisitorKey {
                tenant: self.call.who.tenant.clone(),
                visitor,
            };
            // A visitor who has left meanwhile is not listed.
            let overview = match ask(self.state, &key, Describe).await {
                Err(ApiError::NotFound) => continue,
                other => other?,
            };
            let place = wait_index(self.state, &key, overview.status, None);
            let reader = reader(self.state, &self.account, self.call.language, &key.visitor);
            let listed = reader.overview(&overview, place);
            if overview.status == status && self.is_meant(&listed) && self.is_served(&overview) {
                page.list.push(listed);
            }
        }
        Ok(page)
    }

    /// A page of conversations in memory; its cursor is an index.
    fn page(&self, listed: impl Iterator<Item = WireConversation>) -> ListResponse {
        let from: usize = self.cursor.parse().unwrap_or(0);
        let meant = listed.filter(|listed| self.is_meant(listed));
        let mut list: Vec<_> = meant.skip(from).take(PAGE + 1).collect();
        let has_more = list.len() > PAGE;
        list.truncate(PAGE);
        ListResponse {
            list,
            cursor: if has_more {
                from.saturating_add(PAGE).to_string()
            } else {
                String::new()
            },
        }
    }

    /// Whether the agent may see the visitor's conversation with the robot.
    fn is_served(&self, overview: &Overview) -> bool {
        let channel = self.state.catalogue.channel(overview.channel.as_str());
        overview.status != Status::Robot
            || channel.is_none_or(|channel| may_watch(&self.account, &channel))
    }

    fn is_meant(&self, listed: &WireConversation) -> bool {
        self.search.is_empty()
            || listed.user_name.to_lowercase().contains(&self.search)
            || listed.user_id.to_lowercase().contains(&self.search)
    }
}
