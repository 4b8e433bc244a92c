//! Requests and responses of translate and sumUp.

use actors_core::model::NoAnswer;
use server::model::assist::NoHelp;
use server::wire::agent::assist::{HelpResponse, SumUpRequest, TranslateRequest};

use crate::helpers::{VISITOR, reads, writes};

#[test]
fn the_large_models_help_matches_its_golden_files() {
    let asked = reads::<TranslateRequest>("agent/translate");
    assert_eq!(
        (asked.user_id.as_str(), asked.lang.as_str()),
        (VISITOR, "en")
    );
    assert_eq!(asked.text, "Wo ist meine Bestellung?");
    writes(
        "agent/translate",
        &HelpResponse::from(Ok("Where is my order?")),
    );

    let asked = reads::<SumUpRequest>("agent/sumUp");
    assert_eq!(
        (asked.user_id.as_str(), asked.lang.as_str()),
        (VISITOR, "en")
    );
    let spent = NoHelp::Model(NoAnswer::Spent);
    writes("agent/sumUp", &HelpResponse::from(Err(spent)));
}
