//! Tags of conversations, agents' drafts, and mentions in notes.

use crate::helpers::{VISITOR, reads, writes};
use crate::talk::NAME;
use actors_core::ids::{MessageId, Seq, SessionNo};
use actors_core::routing::{ConversationPlace, DeskNews, Draft, DraftKind, Mention};
use actors_core::time::Timestamp;
use server::fixtures::findings::Flag;
use server::fixtures::tags::WrittenTag;
use server::wire::agent::NoteRequest;
use server::wire::session::BareRequest;
use server::wire::team::{
    ChangeTagsRequest, ChangeTagsResponse, CreateTagRequest, DraftsResponse, MentionableRequest,
    MentionableResponse, MentionsResponse, ReadMentionsRequest, ReadMentionsResponse,
    SaveTextDraftRequest, TagsResponse, WireDraft, WireMention, WireMentionable,
};
use std::sync::Arc;

/// News of each kind that this room has.
pub fn news(place: ConversationPlace) -> [DeskNews; 4] {
    [
        DeskNews::Tagged {
            place: place.clone(),
            seq: Seq(7),
            tags: vec!["refund".into()],
        },
        DeskNews::Draft(Box::new(draft())),
        DeskNews::Mentioned(Box::new(Mention {
            unread: 1,
            ..mention(place)
        })),
        DeskNews::Mentions(0),
    ]
}

fn draft() -> Draft {
    Draft {
        visitor: VISITOR.into(),
        text: "I will ask @Lin".into(),
        kind: DraftKind::Note,
        at: Timestamp::from_millis(1_790_000_000_008),
        page: "p-7d0e".into(),
    }
}

fn mention(place: ConversationPlace) -> Mention {
    Mention {
        note: MessageId {
            session: place.session,
            seq: Seq(6),
        },
        place,
        name: Arc::clone(&NAME),
        by: "lin".into(),
        nick: "Lin".into(),
        excerpt: "@Mia Asked for a refund twice before.".into(),
        at: Timestamp::from_millis(1_790_000_000_006),
        unread: 0,
    }
}

fn tag(id: &str, name: &str, colour: &str) -> WrittenTag {
    WrittenTag {
        id: id.into(),
        name: name.into(),
        colour: colour.into(),
    }
}

#[test]
fn tags_match_their_golden_files() {
    reads::<BareRequest>("agent/tags/list");
    let refund = tag("refund", "Refund", "orange");
    let list = vec![tag("delivery", "Delivery", "blue"), refund.clone()];
    writes("agent/tags/list", &TagsResponse { list });
    assert_eq!(
        reads::<CreateTagRequest>("agent/tags/create").name,
        "Refund"
    );
    writes("agent/tags/create", &refund);
    let asked = reads::<ChangeTagsRequest>("agent/changeTags");
    assert_eq!((asked.add.len(), asked.remove.len()), (1, 1));
    let changed = ChangeTagsResponse {
        session_id: format!("{VISITOR}.1"),
        tags: vec!["refund".into()],
        cursor: 7,
    };
    writes("agent/changeTags", &changed);
}

#[test]
fn drafts_match_their_golden_files() {
    let asked = reads::<SaveTextDraftRequest>("agent/drafts/save");
    assert!(asked.note.0 && asked.page == "p-7d0e");
    writes("agent/drafts/save", &WireDraft::from(&draft()));
    reads::<BareRequest>("agent/drafts/list");
    let list = vec![WireDraft::from(&draft())];
    writes("agent/drafts/list", &DraftsResponse { list });
}

#[test]
fn mentions_match_their_golden_files() {
    assert_eq!(reads::<NoteRequest>("agent/note").mentions, ["lin"]);
    let asked = reads::<MentionableRequest>("agent/listMentionable");
    assert_eq!(asked.search.as_deref(), Some("li"));
    let lin = WireMentionable {
        admin_id: "lin".into(),
        admin_nick: "Lin".into(),
        admin_face: "/demo/faces/lin.svg".into(),
    };
    let list = vec![lin];
    writes("agent/listMentionable", &MentionableResponse { list });
    reads::<BareRequest>("agent/mentions/list");
    let place = ConversationPlace {
        visitor: VISITOR.into(),
        session: SessionNo(1),
    };
    let list = vec![WireMention::of(&mention(place), Flag(false))];
    writes("agent/mentions/list", &MentionsResponse { list, unread: 1 });
    let read = reads::<ReadMentionsRequest>("agent/mentions/read");
    assert_eq!(read.user_id.as_deref(), Some(VISITOR));
    writes("agent/mentions/read", &ReadMentionsResponse { unread: 0 });
}
