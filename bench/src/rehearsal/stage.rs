//! What visitors and agents share while the day is played.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use parking_lot::Mutex;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::day::Day;
use super::diary::{Diary, Measure};
use super::host::{CALL_TIME_MAX, Failure, Host, POLL_TIME_MAX};
use super::talk::Talk;

/// Tries of a call that may pass, as a page makes them.
const TRIES: u32 = 5;
/// The first pause between two tries, which doubles.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// Everything that visitors and agents share.
pub struct Stage {
    /// The installation.
    pub host: Host,
    /// The channel of all visitors.
    pub channel: String,
    /// The day.
    pub day: Day,
    /// What happens.
    pub diary: Diary,
    /// The conversations with agents, by visitor.
    pub talks: Mutex<BTreeMap<String, Arc<Mutex<Talk>>>>,
    /// Ends all visits.
    pub stop: CancellationToken,
    /// Ends the agents' work, after all visits.
    pub close: CancellationToken,
}

impl Stage {
    /// Looks whether the channel exists, before anything is played.
    ///
    /// # Errors
    /// It does not, or the host does not answer; the error says what to do.
    pub async fn check_channel(&self) -> Result<()> {
        let body = json!({ "id": self.channel, "locale": "en" });
        match self
            .host
            .post::<IgnoredAny>("/api/chat/visitor/channelInfo", "", &body, CALL_TIME_MAX)
            .await
        {
            Ok(IgnoredAny) => Ok(()),
            Err(Failure {
                status: Some(404), ..
            }) => bail!(
                "{} has no channel {}: make one in the administration for the rehearsal",
                self.host.address(),
                self.channel
            ),
            Err(failure) => bail!("{}: channelInfo: {}", self.host.address(), failure.kind),
        }
    }

    /// Makes one call and takes down its failure.
    ///
    /// # Errors
    /// There is no answer, or it is not 200. A 409 is not taken down: the caller knows whether it is a failure.
    pub async fn call<T: DeserializeOwned>(
        &self,
        path: &str,
        token: &str,
        body: &Value,
    ) -> Result<T, Failure> {
        let began = Instant::now();
        self.diary.called(began);
        let answer = self.host.post(path, token, body, CALL_TIME_MAX).await;
        if let Err(failure) = &answer
            && failure.status != Some(409)
        {
            self.diary.failed(name(path), began, failure);
        }
        answer
    }

    /// Makes a held call and takes down its failure.
    ///
    /// # Errors
    /// There is no answer, or it is not 200.
    pub async fn poll<T: DeserializeOwned>(
        &self,
        path: &str,
        token: &str,
        body: &Value,
    ) -> Result<T, Failure> {
        let began = Instant::now();
        self.diary.called(began);
        let answer = self.host.post(path, token, body, POLL_TIME_MAX).await;
        if let Err(failure) = &answer {
            self.diary.failed(name(path), began, failure);
        }
        answer
    }

    /// Makes a call until it works, as a page does. The time is measured from the first try.
    ///
    /// # Errors
    /// It does not work at last, or it cannot.
    pub async fn repeat<T: DeserializeOwned>(
        &self,
        measure: Option<Measure>,
        path: &str,
        token: &str,
        body: &Value,
    ) -> Result<T, Failure> {
        let began = Instant::now();
        let mut pause = FIRST_PAUSE;
        let mut tries = 1;
        loop {
            match self.call(path, token, body).await {
                Ok(answer) => {
                    if let Some(measure) = measure {
                        self.diary.took(measure, began, began.elapsed());
                    }
                    return Ok(answer);
                }
                Err(failure) if tries < TRIES && failure.may_pass() => {
                    tries += 1;
                    self.rest(pause.max(failure.retry_after.unwrap_or_default()))
                        .await;
                    pause *= 2;
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Waits, unless all visits end before.
    pub async fn rest(&self, span: Duration) {
        tokio::select! {
            () = tokio::time::sleep(span) => {}
            () = self.stop.cancelled() => {}
        }
    }

    /// A time around the mean: half to one and a half of it.
    pub fn around(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds * (0.5 + fastrand::f64()))
    }
}

/// The name of a call in the list of failures.
fn name(path: &str) -> &str {
    path.strip_prefix("/api/chat/visitor/")
        .or_else(|| path.strip_prefix("/api/"))
        .unwrap_or(path)
}
