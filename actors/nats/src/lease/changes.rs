//! Tells at once that a lease has changed, so that a cell which moves does not wait for the next look. It may miss a change:
//! the looks find that.

use futures_util::StreamExt as _;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::sleep;

use super::bucket::Bucket;

/// The pause before watching again after JetStream has ended it.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Tells each change of a key, until nobody listens.
pub async fn tell(bucket: Bucket, key: String, changed: watch::Sender<()>) {
    tokio::select! {
        () = watch_again(&bucket, &key, &changed) => {}
        () = changed.closed() => {}
    }
}

async fn watch_again(bucket: &Bucket, key: &str, changed: &watch::Sender<()>) {
    loop {
        match bucket.changes(key).await {
            Ok(mut changes) => {
                while let Some(Ok(_)) = changes.next().await {
                    changed.send_replace(());
                }
            }
            Err(error) => tracing::debug!(%error, "watching the lease"),
        }
        sleep(AGAIN_AFTER).await;
    }
}
