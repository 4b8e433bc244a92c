//! Lists of conversations: listConversations.
//!
//! What a list costs is bounded: a page looks at so many conversations and no more, and says where the next one goes on.

use crate::authentication::Agent;
use crate::blocking::block;
use crate::catalogue::Account;
use crate::error::ApiError;
use crate::routes::agent::{account, ask, reader};
use crate::routes::visitor::poll::wait_index;
use crate::state::State;
use crate::wire::agent::{ListRequest, ListResponse, WireConversation};
use crate::wire::codes;
use crate::wire::envelope::success;
use actix_web::HttpResponse;
use actix_web::web::Data;
use actors_core::desk::command::{ListConversations, ListEnded};
use actors_core::ids::{GroupId, LinePlace, VisitorId, VisitorKey};
use actors_core::router::line::Line;
use actors_core::session::commands::describe::Describe;
use actors_core::session::phase::Status;
use actors_core::tenant::Reach;
use std::sync::Arc;

/// Conversations answered at once.
const PAGE: usize = 50;

/// Sessions looked at for one page.
const LOOKED_AT_MAX: usize = 500;

/// listConversations: the agent's own, who waits in their lines, who is with the robot, whom the agent talked to last.
///
/// # Errors
/// 400 for a box that there is not.
pub async fn list_conversations(
    state: Data<State>,
    call: Agent<ListRequest>,
) -> Result<HttpResponse, ApiError> {
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

/// Behind whom a page of those who wait goes on: whoever leaves the line meanwhile moves nobody to a page that was read.
struct Behind {
    place: LinePlace,
    visitor: VisitorId,
}

impl Behind {
    /// None at the beginning, and for a cursor that names no place.
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

/// Who asks for what.
struct Asked<'a> {
    state: &'a State,
    account: Arc<Account>,
    search: String,
    cursor: String,
    call: &'a Agent<ListRequest>,
}

impl Asked<'_> {
    /// The agent's own, oldest first.
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

    /// Those that ended with the agent, newest first, as far back as their desk remembers.
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

    /// Who waits in the agent's lines, a supervisor's are all; whoever came first is first.
    async fn queue(&self) -> Result<ListResponse, ApiError> {
        let Some(router) = self.state.office.router(&self.call.who.tenant) else {
            return Ok(ListResponse::default());
        };
        let after = Behind::read(&self.cursor);
        let everyone = GroupId::everyone();
        let agent = &self.account.agent;
        // The router stands still meanwhile: it is sorted afterwards, and only as many as are looked at.
        let mut waiting: Vec<_> = router.read(|router| {
            let lines = router.lines();
            let mut waiting: Vec<_> = lines
                .groups()
                .filter(|group| {
                    agent.role.reach() == Reach::Tenant
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

    /// Whose page is open and who is with the robot, by name.
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

    /// Asks the sessions of these visitors, each with the cursor that goes on behind them.
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
            // Who has gone meanwhile is not listed.
            let overview = match ask(self.state, &key, Describe).await {
                Err(ApiError::NotFound) => continue,
                other => other?,
            };
            let place = wait_index(self.state, &key, overview.status, None);
            let reader = reader(self.state, &self.account, self.call.language, &key.visitor);
            let listed = reader.overview(&overview, place);
            if overview.status == status && self.is_meant(&listed) {
                page.list.push(listed);
            }
        }
        Ok(page)
    }

    /// A page of what stands in memory; its cursor is a number.
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

    fn is_meant(&self, listed: &WireConversation) -> bool {
        self.search.is_empty()
            || listed.user_name.to_lowercase().contains(&self.search)
            || listed.user_id.to_lowercase().contains(&self.search)
    }
}
