//! A sign-in that ends while it is read.

use super::*;
use actors_runtime::testing::MemoryStore;

const NOW: Timestamp = Timestamp::from_millis(1_790_000_000_000);

/// Begins to read a sign-in, lets `meanwhile` run when the store has answered and memory does not know it yet, and
/// returns what the read returns.
fn read_while(
    meanwhile: impl FnOnce(&AgentTokens, &Drawn),
) -> (AgentTokens, Result<Arc<SignedIn>, ApiError>) {
    // One thread blocks, one job at a time. The first job waits for the gate, so the read cannot begin before it. The
    // job after the read ends when the read is over.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .max_blocking_threads(1)
        .build()
        .unwrap();
    let store = Arc::new(MemoryStore::new());
    let tokens = AgentTokens::new(store);
    let who = (TenantId::from("shop"), AgentId::from("ada"));
    let drawn = draw(who, Place::default(), Reach::SetUp, NOW);
    tokens.store.change_documents(&drawn.changes).unwrap();
    let (gate, opened) = std::sync::mpsc::channel::<()>();
    let read = runtime.block_on(async {
        let waiting = tokio::task::spawn_blocking(move || opened.recv());
        let mut reading = Box::pin(tokens.read(&drawn.token, NOW));
        assert!(futures_util::poll!(&mut reading).is_pending());
        gate.send(()).unwrap();
        waiting.await.unwrap().unwrap();
        block(|| Ok(())).await.unwrap();
        meanwhile(&tokens, &drawn);
        reading.await
    });
    (tokens, read)
}

#[test]
fn a_sign_in_that_ends_while_it_is_read_is_over() {
    let (tokens, read) = read_while(|tokens, drawn| {
        let who = &drawn.signed_in;
        let changes = forgetting(&who.tenant, &who.agent, &secrets::hex(&who.hash));
        tokens.store.change_documents(&changes).unwrap();
        tokens.forget_seen(&who.tenant, &who.agent, None);
    });

    assert!(matches!(read, Err(ApiError::LoginExpired)), "{read:?}");
    assert!(tokens.seen.is_empty());
}

#[test]
fn a_sign_in_that_is_widened_while_it_is_read_is_wide() {
    let (tokens, read) =
        read_while(|tokens, drawn| tokens.widen(&drawn.signed_in, Vec::new()).unwrap());

    assert_eq!(read.unwrap().reach, Reach::Full);
    assert!(tokens.seen.iter().all(|seen| seen.reach == Reach::Full));
}

#[test]
fn a_sign_in_that_was_read_is_held() {
    let (tokens, read) = read_while(|_, _| {});

    assert_eq!(read.unwrap().agent.as_str(), "ada");
    assert_eq!(tokens.seen.len(), 1);
}
