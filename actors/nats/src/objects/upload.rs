//! An upload in parts. One task writes them in the order in which the caller hands them over.

use std::fmt;

use async_trait::async_trait;
use futures_util::FutureExt as _;
use object_store::{Error, MultipartUpload, PutPayload, PutResult, Result, UploadPart};
use tokio::sync::{mpsc, oneshot};

use super::writer::{Existing, Writer};
use super::{generic, put_result};

/// The way to the task that writes.
pub struct Upload {
    steps: mpsc::UnboundedSender<Step>,
}

enum Step {
    Write(PutPayload, oneshot::Sender<Result<()>>),
    Complete(oneshot::Sender<Result<String>>),
    Abort(oneshot::Sender<()>),
}

impl Upload {
    /// Starts the task. If the upload is dropped before it is complete, the task removes what was written.
    pub fn start(writer: Writer) -> Self {
        // A caller that waits for each part has one of them in memory.
        let (steps, waiting) = mpsc::unbounded_channel();
        tokio::spawn(perform(writer, waiting));
        Self { steps }
    }

    fn ended() -> Error {
        generic("the upload has ended")
    }
}

impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upload").finish_non_exhaustive()
    }
}

#[async_trait]
impl MultipartUpload for Upload {
    fn put_part(&mut self, part: PutPayload) -> UploadPart {
        let (outcome, answer) = oneshot::channel();
        let sent = self.steps.send(Step::Write(part, outcome));
        async move {
            sent.map_err(|_| Self::ended())?;
            answer.await.map_err(|_| Self::ended())?
        }
        .boxed()
    }

    async fn complete(&mut self) -> Result<PutResult> {
        let (outcome, answer) = oneshot::channel();
        let sent = self.steps.send(Step::Complete(outcome));
        sent.map_err(|_| Self::ended())?;
        let nuid = answer.await.map_err(|_| Self::ended())??;
        Ok(put_result(nuid))
    }

    async fn abort(&mut self) -> Result<()> {
        let (outcome, answer) = oneshot::channel();
        if self.steps.send(Step::Abort(outcome)).is_ok() {
            // An upload that has failed is aborted already.
            let _ = answer.await;
        }
        Ok(())
    }
}

async fn perform(mut writer: Writer, mut steps: mpsc::UnboundedReceiver<Step>) {
    while let Some(step) = steps.recv().await {
        match step {
            Step::Write(part, outcome) => {
                let written = writer.write(&part).await;
                let has_failed = written.is_err();
                let _ = outcome.send(written);
                if has_failed {
                    break;
                }
            }
            Step::Complete(outcome) => {
                let completed = writer.finish(Existing::Replaced).await;
                let has_failed = completed.is_err();
                if has_failed {
                    writer.discard().await;
                }
                let _ = outcome.send(completed);
                return;
            }
            Step::Abort(outcome) => {
                writer.discard().await;
                let _ = outcome.send(());
                return;
            }
        }
    }
    writer.discard().await;
}
