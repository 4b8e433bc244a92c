//! A shop for the load, and how many people are there.

use serde_json::json;
use std::fs;
use std::path::Path;

/// The tenant's id.
pub const TENANT: &str = "shop";
/// The channel's id.
pub const CHANNEL: &str = "web";
/// The agents' password.
pub const PASSWORD: &str = "a-long-password";
/// Conversations of each agent.
pub const CAPACITY: usize = 4;
/// Visitors in the line at most.
const WAITING_MAX: usize = 100;

/// How many people there are.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Visitors with an open page.
    pub visitors: usize,
    /// Agents.
    pub agents: usize,
}

impl Size {
    /// So many visitors, and a tenth as many agents.
    pub fn of(visitors: usize) -> Self {
        Self {
            visitors,
            agents: (visitors / 10).max(2),
        }
    }

    /// 60 visitors, or as many as `FRONTDESK_CLUSTER_VISITORS` says.
    pub fn wanted() -> Self {
        Self::of(wanted("FRONTDESK_CLUSTER_VISITORS", 60))
    }

    /// Visitors who talk to an agent: all agents are full.
    pub fn talking(self) -> usize {
        self.agents * CAPACITY
    }

    /// Visitors in the line.
    pub fn waiting(self) -> usize {
        (self.visitors / 10).min(WAITING_MAX)
    }

    /// Visitors who only read: those with the highest numbers.
    pub fn silent(self) -> usize {
        self.visitors / 10
    }

    /// Messages that all visitors together try to send in a second.
    pub fn messages_a_second(self) -> usize {
        150 + self.visitors / 5
    }
}

/// A number from the environment.
pub fn wanted(variable: &str, otherwise: usize) -> usize {
    let said = std::env::var(variable).ok();
    said.map_or(otherwise, |said| said.parse().unwrap())
}

/// An agent's account.
pub fn account(number: usize) -> String {
    format!("agent-{number:03}")
}

/// Writes the tenant as `FOLDER/shop/…` (Protocol, 'Tenant folder').
pub fn write(folder: &Path, size: Size) {
    let agents = (0..size.agents).map(|number| {
        let account = account(number);
        json!({
            "adminId": account, "account": account, "password": PASSWORD, "adminNick": account,
            "adminFace": "", "role": "agent", "groupIds": ["all"], "capacity": CAPACITY,
        })
    });
    let channel = json!({
        "channelId": CHANNEL, "tenantId": TENANT, "language": "en", "robotNo": "fern",
        "receiveMode": 0, "transferUserMode": 1, "groupMode": 0, "evaluateMode": 1,
    });
    let robot = json!({ "robotNo": "fern", "robotName": "Fern", "robotWelcomeMsg": "Welcome." });
    let files = [
        (
            "tenant.json",
            json!({ "tenantId": TENANT, "name": "The shop" }),
        ),
        ("groups.json", json!([{ "id": "all", "groupName": "All" }])),
        ("agents.json", agents.collect()),
        ("channels/web.json", channel),
        ("robots/fern.json", robot),
    ];
    for (name, content) in files {
        let path = folder.join(TENANT).join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, serde_json::to_vec_pretty(&content).unwrap()).unwrap();
    }
}
