//! More questions than the inbox can store at once.

use super::*;
use actors_runtime::testing::MemoryStore;

fn asked(number: usize) -> Unanswered {
    Unanswered {
        question: format!("Question number {number}?"),
        lang: "en".to_owned(),
        reason: Reason::Unknown,
        doc_id: String::new(),
        user_id: "ann".to_owned(),
        msg_id: format!("ann.1.{number}"),
        time: 1_790_000_000_000 + i64::try_from(number).unwrap(),
    }
}

fn kept(inbox: &Inbox) -> usize {
    let (tenant, robot) = (TenantId::from("shop"), RobotNo::from("fern"));
    let groups = inbox.groups(&tenant, &robot).unwrap();
    groups.iter().map(|group| group.ids.len()).sum()
}

#[actix_web::test]
async fn a_flood_of_questions_is_stored_up_to_the_limit_and_the_rest_is_counted() {
    let inbox = Arc::new(Inbox::new(Arc::new(MemoryStore::default())));
    // As if the disk were busy: nothing is stored until these permits are released.
    let busy = inbox.keeping.acquire_many(2).await.unwrap();
    let ask = |number| {
        let (tenant, robot) = (TenantId::from("shop"), RobotNo::from("fern"));
        inbox.gather(tenant, robot, asked(number));
    };

    (0..WAITING_MAX + 40).for_each(ask);
    actix_web::rt::task::yield_now().await;

    assert_eq!(inbox.not_gathered.load(Ordering::Relaxed), 40);
    assert_eq!(inbox.waiting.available_permits(), 0);
    drop(busy);
    while inbox.waiting.available_permits() < WAITING_MAX {
        actix_web::rt::task::yield_now().await;
    }
    assert_eq!(kept(&inbox), WAITING_MAX);
    ask(WAITING_MAX + 40);
    while inbox.waiting.available_permits() < WAITING_MAX {
        actix_web::rt::task::yield_now().await;
    }
    assert_eq!(kept(&inbox), WAITING_MAX + 1);
}
