//! A tenant for the load: one channel, and enough agents for all visitors.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::json;

use crate::generator::calls::Mix;
use crate::knowledge::Knowledge;

/// The tenant's id.
pub const TENANT: &str = "bench";
/// The channel's id.
pub const CHANNEL: &str = "bench";
/// Agents of the tenant.
pub const AGENTS: usize = 100;
/// Capacity of each agent, in conversations.
pub const CAPACITY: u32 = 200;
/// Account of the administrator.
const ADMINISTRATOR: &str = "administrator";
/// Documents of the robot.
pub const DOCS: u64 = 1_000;
/// The agents' password. The server listens on loopback only, and the tenant exists for one run.
const PASSWORD: &str = "bench-bench-bench";

/// Account and password of each agent.
pub fn accounts() -> Vec<(String, String)> {
    (0..AGENTS)
        .map(|number| (account(number), PASSWORD.to_owned()))
        .collect()
}

/// Account and password of the administrator.
pub fn administrator() -> (&'static str, &'static str) {
    (ADMINISTRATOR, PASSWORD)
}

fn account(number: usize) -> String {
    format!("agent-{number:03}")
}

/// Writes the tenant as `FOLDER/bench/…`, in the layout of Protocol, 'Tenant folder'. Its robot knows the mix's
/// questions.
pub fn write(folder: &Path, mix: Mix) -> Result<()> {
    let tenant = folder.join(TENANT);
    for part in ["channels", "robots", "docs"] {
        fs::create_dir_all(tenant.join(part)).context("making the tenant's folders")?;
    }
    let mut agents: Vec<_> = (0..AGENTS)
        .map(|number| {
            json!({
                "adminId": account(number), "account": account(number), "password": PASSWORD,
                "adminNick": format!("Agent {number:03}"), "adminFace": "/demo/faces/mia.svg",
                "role": "agent", "groupIds": ["all"], "capacity": CAPACITY,
            })
        })
        .collect();
    let administrator = json!({
        "adminId": ADMINISTRATOR, "account": ADMINISTRATOR, "password": PASSWORD, "adminNick": "Administrator",
        "adminFace": "/demo/faces/mia.svg", "role": "admin", "groupIds": ["all"], "capacity": 1,
    });
    agents.push(administrator);
    let channel = json!({
        "channelId": CHANNEL, "tenantId": TENANT, "language": "en", "robotNo": "bench",
        "receiveMode": 0, "transferUserMode": 1, "groupMode": 0,
        "evaluateMode": 1, "imageButtonFlag": 1,
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
    let docs = match mix {
        Mix::Everyday => everyday_docs(),
        Mix::Rush => Knowledge::made().file,
    };
    fs::write(tenant.join("docs/bench.jsonl"), docs).context("writing the documents")
}

fn everyday_docs() -> String {
    (0..DOCS)
        .map(|number| {
            let doc = json!({
                "docId": format!("d{number}"), "lang": "en", "question": question(number), "similar": [],
                "answer": "It is on its way and will be with you within three working days.",
            });
            format!("{doc}\n")
        })
        .collect()
}

/// The `number`-th question of the knowledge base.
pub fn question(number: u64) -> String {
    const DOING: [&str; 10] = [
        "return",
        "track",
        "change",
        "cancel",
        "pay for",
        "insure",
        "repair",
        "give away",
        "collect",
        "exchange",
    ];
    const THING: [&str; 10] = [
        "an order",
        "a gift card",
        "a parcel",
        "an invoice",
        "a lamp",
        "a chair",
        "a plant",
        "a delivery",
        "a bicycle",
        "an account",
    ];
    const PLACE: [&str; 10] = [
        "in Austria",
        "in the shop",
        "by telephone",
        "before it ships",
        "after a month",
        "without a receipt",
        "abroad",
        "as a company",
        "on a Sunday",
        "for somebody else",
    ];
    let (doing, thing, place) = (number % 10, number / 10 % 10, number / 100 % 10);
    format!(
        "How do I {} {} {}?",
        DOING[doing as usize], THING[thing as usize], PLACE[place as usize]
    )
}
