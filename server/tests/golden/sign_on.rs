//! Single sign-on. The setting itself is among the things.

use crate::helpers::{golden, reads, writes};
use server::fixtures::findings::Flag;
use server::identity::sign_on::provider::trial::Step;
use server::identity::sign_on::trouble::Trouble;
use server::wire::agent::AgentResponse;
use server::wire::sign_on::{
    SignOnBeginRequest, SignOnBeginResponse, SignOnFinishRequest, SignOnInfoRequest,
    SignOnInfoResponse, SignOnTestRequest, SignOnTestResponse,
};

#[test]
fn signing_in_at_a_provider_matches_its_golden_files() {
    assert_eq!(
        reads::<SignOnInfoRequest>("agent/signOn/info").tenant_id,
        "demo"
    );
    let info = SignOnInfoResponse {
        enabled: Flag(true),
        button_text: "Sign in with Fern ID".into(),
        only: Flag(true),
        return_address: "https://chat.fern.example/desk/signed-in".into(),
    };
    writes("agent/signOn/info", &info);
    assert_eq!(
        reads::<SignOnBeginRequest>("agent/signOn/begin").tenant_id,
        "demo"
    );
    let begun = SignOnBeginResponse {
        url: "https://id.fern.example/authorize?response_type=code&client_id=frontdesk&state=s1"
            .into(),
        secret: "9c1f…".into(),
    };
    writes("agent/signOn/begin", &begun);
    let finish = reads::<SignOnFinishRequest>("agent/signOn/finish");
    assert_eq!((finish.state.as_str(), finish.code.as_str()), ("s1", "c1"));
    assert!(finish.iss.is_some() && finish.secret == begun.secret);
    let signed_in = AgentResponse {
        token: Some("5f0e…".into()),
        must_set_up_totp: None,
        sign_out_url: Some("https://id.fern.example/end?client_id=frontdesk".into()),
        tenant_id: Some("demo".into()),
        admin_id: "mia".into(),
        admin_nick: "Mia".into(),
        admin_face: "/demo/faces/mia.svg".into(),
        role: "agent",
        group_ids: vec!["sales".into()],
        capacity: 3,
        status: None,
        groups: None,
        picture_hosts: None,
        sends_mail: None,
        shop_name: None,
        has_model: None,
    };
    writes("agent/signOn/finish", &signed_in);
}

#[test]
fn the_test_of_a_provider_matches_its_golden_files() {
    let draft = reads::<SignOnTestRequest>("admin/signOn/test").sign_on;
    assert_eq!(draft.unwrap()["clientId"], "frontdesk");
    let tried = vec![
        (Step::Description, None),
        (Step::Keys, None),
        (Step::Client, Some(Trouble::Client)),
    ];
    writes("admin/signOn/test", &SignOnTestResponse::from(tried));
}

#[test]
fn the_secret_of_the_client_is_never_returned() {
    let secret = golden("admin/signOn/put", "request.json")["clientSecret"].clone();

    for call in ["put", "get", "list"] {
        let answer = golden(&format!("admin/signOn/{call}"), "response.json").to_string();
        assert!(!answer.contains(secret.as_str().unwrap()), "{call}");
    }
}
