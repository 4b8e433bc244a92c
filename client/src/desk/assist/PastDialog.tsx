import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { entryOf } from "../../conversation/entries";
import { rowsOf } from "../../conversation/rows";
import { emptyConversation } from "../../conversation/types";
import { wholeTime } from "../../lib/time";
import { useSetAtom } from "../../state/jotai";
import { Dialog } from "../../ui/Dialog";
import { LoadingWords } from "../../ui/LoadingWords";
import type { Message } from "../../wire/message";
import type { PastConversation } from "../../wire/visitor";
import { readPastAtom } from "../state/past.atoms";
import { DayLine } from "../talk/DayLine";
import { ImageViewer, type ViewedImage } from "../talk/ImageViewer";
import { MessageLine } from "../talk/MessageLine";
import styles from "./VisitorPanel.module.css";

export type PastDialogProps = { conversation: PastConversation; onClose: () => void };

/** Shows an earlier conversation to be read. Nothing can be written or withdrawn in it. */
export function PastDialog({ conversation, onClose }: PastDialogProps) {
  const { t } = useTranslation("desk");
  const [viewed, setViewed] = useState<ViewedImage>();
  const messages = useMessages(conversation);
  const title = t("past_of", { time: wholeTime(conversation.since).slice(0, 16) });
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={t("close")} placement="side">
      {messages === "loading" ? <LoadingWords>{t("past_loading")}</LoadingWords> : null}
      {messages === undefined ? <p role="alert">{t("older_failed")}</p> : null}
      {Array.isArray(messages) ? <Lines messages={messages} onImage={setViewed} /> : null}
      <ImageViewer image={viewed} onClose={() => setViewed(undefined)} />
    </Dialog>
  );
}

type LinesProps = { messages: readonly Message[]; onImage: (image: ViewedImage) => void };

function Lines({ messages, onImage }: LinesProps) {
  const { t } = useTranslation("desk");
  const lines = rowsOf({
    ...emptyConversation,
    // The conversation beside it may show the same message.
    entries: messages.map((one) => ({ ...entryOf(one), key: `past-${one.id}` })),
    older: "end",
    phase: "manual",
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.read} aria-label={t("log")} tabIndex={0}>
      {lines.map((line) => {
        if (line.kind === "date") return <DayLine key={line.key} at={line.at} />;
        if (line.kind !== "message") return null;
        return (
          <MessageLine
            key={line.key}
            entry={line.entry}
            isFirstOfRun={line.isFirstOfRun}
            isLastOfRun={line.isLastOfRun}
            mark={undefined}
            onAgain={nothing}
            onDiscard={nothing}
            onRecall={undefined}
            onAnswer={undefined}
            onImage={onImage}
          />
        );
      })}
    </section>
  );
}

function nothing(): void {}

/** Returns the messages; undefined if they cannot be read. */
function useMessages(conversation: PastConversation): readonly Message[] | "loading" | undefined {
  const read = useSetAtom(readPastAtom);
  const [messages, setMessages] = useState<readonly Message[] | "loading" | undefined>("loading");
  useEffect(() => {
    let isLeft = false;
    void read(conversation).then((found) => {
      if (!isLeft) setMessages(found);
    });
    return () => {
      isLeft = true;
    };
  }, [read, conversation]);
  return messages;
}
