//! A tenant for the load: one channel, and agents enough for everybody.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::json;

/// The tenant's id.
pub const TENANT: &str = "bench";
/// The channel's id.
pub const CHANNEL: &str = "bench";
/// Agents of the tenant.
pub const AGENTS: usize = 100;
/// Conversations each agent takes.
pub const CAPACITY: u32 = 200;
/// The agents' password: the server listens on the loopback interface, and the tenant lives as long as a run.
const PASSWORD: &str = "bench-bench-bench";

/// Account and password of each agent.
pub fn accounts() -> Vec<(String, String)> {
    (0..AGENTS)
        .map(|number| (account(number), PASSWORD.to_owned()))
        .collect()
}

fn account(number: usize) -> String {
    format!("agent-{number:03}")
}

/// Writes the tenant as `FOLDER/bench/…`, in the layout of Contract §8.
pub fn write(folder: &Path) -> Result<()> {
    let tenant = folder.join(TENANT);
    for part in ["channels", "robots", "docs"] {
        fs::create_dir_all(tenant.join(part)).context("making the tenant's folders")?;
    }
    let agents: Vec<_> = (0..AGENTS)
        .map(|number| {
            json!({
                "adminId": account(number), "account": account(number), "password": PASSWORD,
                "adminNick": format!("Agent {number:03}"), "adminFace": "/demo/faces/mia.svg",
                "role": "agent", "groupIds": ["all"], "capacity": CAPACITY,
            })
        })
        .collect();
    let channel = json!({
        "channelId": CHANNEL, "tenantId": TENANT, "language": "en", "robotNo": "bench",
        "receiveMode": 0, "transferUserMode": 1, "groupMode": 0,
    });
    let files = [
        ("tenant.json", json!({ "tenantId": TENANT, "name": "Load" })),
        ("groups.json", json!([{ "id": "all", "groupName": "All" }])),
        ("agents.json", json!(agents)),
        ("channels/bench.json", channel),
        (
            "robots/bench.json",
            json!({ "robotNo": "bench", "robotName": "Robot", "robotWelcomeMsg": "Welcome." }),
        ),
    ];
    for (name, content) in files {
        let path = tenant.join(name);
        fs::write(&path, serde_json::to_vec_pretty(&content)?)
            .with_context(|| format!("writing {}", path.display()))?;
    }
    let doc = json!({ "docId": "d1", "lang": "en", "question": "Where is my order?", "similar": [], "answer": "On its way." });
    fs::write(tenant.join("docs/bench.jsonl"), format!("{doc}\n")).context("writing the documents")
}
