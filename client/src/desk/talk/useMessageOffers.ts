import { useTranslation } from "react-i18next";
import type { Entry } from "../../conversation/types";
import { shownPicture } from "../../lib/links";
import { type Choice, type Offer, useOffers } from "../keys/offers.atoms";
import { entryLine, quotedName } from "../names";
import { quoteOf } from "../quote";
import type { ViewedImage } from "./ImageViewer";

/** The most messages to choose from, the newest first. */
const SHOWN_MAX = 30;

export type MessageOffersSetup = {
  entries: readonly Entry[];
  /** Absent if the agent cannot write. */
  onAnswer: ((messageId: string) => void) | undefined;
  onRecall: ((messageId: string) => void) | undefined;
  onAgain: (key: string) => void;
  onDiscard: (key: string) => void;
  onImage: (image: ViewedImage) => void;
};

/** Offers what can be done with single messages. */
export function useMessageOffers(setup: MessageOffersSetup): void {
  const { entries, onAnswer, onRecall, onAgain, onDiscard, onImage } = setup;
  const { t } = useTranslation("desk");
  const choices = (found: readonly Entry[], run: (entry: Entry) => void): Offer | undefined => {
    if (found.length === 0) return undefined;
    const choiceOf = (entry: Entry): Choice => {
      const quote = quoteOf(entry);
      return {
        key: entry.key,
        name: entryLine(entry, t),
        ...(quote ? { note: quotedName(quote, t) } : {}),
        run: () => run(entry),
      };
    };
    return { choices: () => found.slice(-SHOWN_MAX).reverse().map(choiceOf) };
  };
  const unsent = entries.filter(({ delivery }) => delivery === "failed" || delivery === "waiting");
  useOffers({
    answer:
      onAnswer &&
      choices(
        entries.filter((entry) => quoteOf(entry) !== undefined),
        ({ id }) => onAnswer(id),
      ),
    recall: onRecall && choices(entries.filter(canRecall), ({ id }) => onRecall(id)),
    sendAgain: choices(
      unsent.filter(({ delivery }) => delivery === "failed"),
      ({ key }) => onAgain(key),
    ),
    discard: choices(unsent, ({ key }) => onDiscard(key)),
    picture: choices(entries.filter(isPicture), ({ content }) => {
      if (content.kind === "image")
        onImage({ url: shownPicture(content.url), name: content.fileName || t("line_image") });
    }),
  });
}

/** Whether the agent can withdraw a message: a stored one of an agent, which is no note. */
export function canRecall({ id, sender, isNote, isRecalled, delivery, content }: Entry): boolean {
  const isSaid = content.kind !== "line" && content.kind !== "agentCard";
  return isSaid && !isNote && !isRecalled && sender === "agent" && delivery === "sent" && id !== "";
}

function isPicture({ content, isRecalled }: Entry): boolean {
  return content.kind === "image" && !isRecalled && shownPicture(content.url) !== "";
}
