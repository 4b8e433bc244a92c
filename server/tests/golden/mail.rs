//! Mail: the administration's calls, a forgotten password, a transcript.

use crate::helpers::{reads, writes};
use actors_core::time::{Span, Timestamp};
use server::fixtures::findings::Flag;
use server::mail::record::{Fate, Kind, MailState};
use server::mail::smtp::{Failure, Problem};
use server::wire::envelope::Nothing;
use server::wire::mail::{
    ForgotPasswordRequest, MailListRequest, MailListResponse, MailResendRequest, MailStateResponse,
    MailTestRequest, MailTestResponse, SendTranscriptRequest, WireFailure, WireMail,
};
use server::wire::session::BareRequest;

fn failure(problem: Problem, code: Option<u16>, answer: &str) -> Failure {
    Failure {
        code,
        ..Failure::new(problem, answer)
    }
}

#[test]
fn the_state_and_a_test_match_their_golden_files() {
    reads::<BareRequest>("admin/mail/state");
    let refused = failure(
        Problem::SignInRefused,
        Some(535),
        "5.7.8 Authentication failed",
    );
    writes(
        "admin/mail/state",
        &MailStateResponse {
            configured: Flag(true),
            sender: "chat@example.com".into(),
            waiting: 1,
            waiting_max: 10_000,
            of_day: 3,
            of_day_max: 2_000,
            failure: Some(WireFailure::from(&refused)),
        },
    );
    assert_eq!(
        reads::<MailTestRequest>("admin/mail/test").to,
        "ann@example.com"
    );
    let bounced = failure(Problem::Refused, Some(550), "no such mailbox");
    writes(
        "admin/mail/test",
        &MailTestResponse {
            ok: false,
            ms: 85,
            failure: Some(WireFailure::from(&bounced)),
        },
    );
}

#[test]
fn the_list_matches_its_golden_files() {
    let at = Timestamp::from_millis(1_790_000_000_000);
    let waiting = Fate {
        kind: Kind::LeaveMessage,
        at,
        to: "shop@example.com".into(),
        subject: "New message from Ann Baker".into(),
        visitor: Some("v_3f1c9a5e7b2d4c60".into()),
        state: MailState::Waiting,
        tries: 1,
        next: at + Span::from_secs(30),
        until: at + Span::from_minutes(24 * 60),
        ended: None,
        failure: Some(failure(Problem::NotReached, None, "connection refused")),
    };
    let sent = Fate {
        kind: Kind::Invitation,
        at: Timestamp::from_millis(1_789_999_000_000),
        to: "zoe@example.com".into(),
        subject: "Fern & Field invites you to its service desk".into(),
        visitor: None,
        state: MailState::Sent,
        ended: Some(Timestamp::from_millis(1_789_999_000_400)),
        failure: None,
        ..waiting.clone()
    };
    assert_eq!(
        reads::<MailListRequest>("admin/mail/list").cursor.unwrap(),
        ""
    );
    let id = reads::<MailResendRequest>("admin/mail/resend").id;
    let other = format!("{}6", &id[..31]);
    writes(
        "admin/mail/list",
        &MailListResponse {
            list: vec![WireMail::of(id, &waiting), WireMail::of(other, &sent)],
            cursor: String::new(),
        },
    );
    writes("admin/mail/resend", &Nothing {});
}

#[test]
fn a_forgotten_password_and_a_transcript_match_their_golden_files() {
    let forgot = reads::<ForgotPasswordRequest>("agent/forgotPassword");
    assert_eq!(
        (forgot.tenant_id.as_str(), forgot.account.as_str()),
        ("demo", "mia@example.com")
    );
    writes("agent/forgotPassword", &Nothing {});
    let asked = reads::<SendTranscriptRequest>("agent/sendTranscript");
    assert_eq!(asked.email, "ann@example.com");
    writes("agent/sendTranscript", &Nothing {});
}
