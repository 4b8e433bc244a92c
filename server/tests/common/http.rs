//! The HTTP client of the tests.

use std::time::Duration;

/// Timeout of a request. No request of these tests takes this long.
const PATIENCE: Duration = Duration::from_secs(40);

/// A client that uses no proxy and follows no redirect.
pub fn client() -> reqwest::Client {
    builder().build().unwrap()
}

/// The same, not yet built.
pub fn builder() -> reqwest::ClientBuilder {
    // Fails if the server has already installed the same provider, which is fine.
    drop(rustls::crypto::ring::default_provider().install_default());
    let builder = reqwest::Client::builder().timeout(PATIENCE).no_proxy();
    builder.redirect(reqwest::redirect::Policy::none())
}
