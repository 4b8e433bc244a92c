//! What agents do beside a conversation: they correct a visitor's details, and step in (Protocol, 'Visitors').

use crate::people::card;
use crate::story::{Story, ends, plain, start};
use actors_core::ids::{AgentId, GroupId, LinePlace};
use actors_core::routing::{RouterNews, Terms};
use actors_core::session::Refusal;
use actors_core::session::commands::correct::{Correct, Corrected, MayAct};
use actors_core::session::commands::describe::Describe;
use actors_core::session::commands::learn::{ResetDetails, SubmitUserForm};
use actors_core::session::commands::start::Start;
use actors_core::session::details::{Details, Reset, ShopPage};
use actors_core::session::visit::{PAGES_MAX, Told};
use actors_core::tenant::Reach;
use actors_core::time::Span;

fn name(agent: &str, name: &str) -> Correct {
    Correct {
        told: Told {
            by: AgentId::from(agent),
            name: Some(name.into()),
            email: None,
            phone: None,
        },
        reach: Reach::Own,
    }
}

/// A page opens, and names the visitor.
fn named(story: &Story, name: &str) -> Start {
    Start {
        details: Details {
            name: name.into(),
            email: "page@example.com".into(),
            ..Details::default()
        },
        ..start("p2", &story.channel)
    }
}

fn on_page(story: &Story, address: &str, title: &str) -> Start {
    Start {
        details: Details {
            refer: address.into(),
            shop_page: ShopPage {
                title: title.into(),
                ..ShopPage::default()
            },
            ..Details::default()
        },
        ..start("p2", &story.channel)
    }
}

#[test]
fn what_an_agent_corrected_no_page_changes_until_the_agent_empties_it() {
    let mut story = Story::talking(plain());

    let corrected = story.handle(name("mia", "Ann Baker")).unwrap();
    story.handle(named(&story, "ann_b")).unwrap();
    let reset = Reset {
        name: Some("".into()),
        ..Reset::default()
    };
    let reset = ResetDetails {
        page: None,
        reset,
        language: None,
    };
    story.handle(reset).unwrap();
    let form = SubmitUserForm {
        name: "Ann B".into(),
        phone: "".into(),
        email: "".into(),
        form: "{}".into(),
    };
    story.handle(form).unwrap();
    story.restarts_after(Span::from_secs(1));
    let told = story.handle(Describe).details;

    let expected = Corrected {
        name: "Ann Baker".into(),
        fields: vec!["userName"],
    };
    assert_eq!(corrected, expected);
    assert_eq!(
        (&*told.name, &*told.email),
        ("Ann Baker", "page@example.com")
    );
    assert!(told.visit.corrected.name && !told.visit.corrected.email);
    story.handle(name("mia", "")).unwrap();
    story.handle(named(&story, "ann_b")).unwrap();
    assert_eq!(&*story.handle(Describe).details.name, "ann_b");
}

#[test]
fn only_the_agent_of_the_conversation_and_supervisors_act_on_a_visitor() {
    let mut story = Story::talking(plain());
    let may = |agent: &str, reach| MayAct {
        agent: AgentId::from(agent),
        reach,
    };

    assert_eq!(
        story.handle(name("leo", "Ann")),
        Err(Refusal::NotYours),
        "a colleague"
    );
    assert_eq!(story.handle(may("leo", Reach::Tenant)), Ok(()));
    story.handle(ends("mia")).unwrap();
    assert_eq!(story.handle(may("mia", Reach::Own)), Ok(()), "the last one");
    assert_eq!(story.handle(may("leo", Reach::Own)), Err(Refusal::NotYours));
}

#[test]
fn the_newest_pages_are_remembered_with_their_late_titles() {
    let mut story = Story::with_robot(plain());

    for number in 0..PAGES_MAX + 2 {
        story
            .handle(on_page(&story, &format!("/{number}"), ""))
            .unwrap();
    }
    story.handle(on_page(&story, "/9", "Fern")).unwrap();
    story.restarts_after(Span::from_secs(1));

    let pages = story.handle(Describe).details.visit.pages;
    assert_eq!(pages.len(), PAGES_MAX);
    let last = pages.last().unwrap();
    assert_eq!((&*last.address, &*last.title), ("/9", "Fern"));
    assert_eq!(&*pages[0].address, "/2");
}

#[test]
fn nobody_steps_into_a_chat_that_is_over() {
    let mut story = Story::over(plain());

    let words = story.router(RouterNews::SteppedIn {
        agent: card("leo"),
        group: GroupId::from("sales"),
        terms: Box::new(Terms::plain(LinePlace(70))),
    });

    assert_eq!(words, ["router: release leo"]);
}
