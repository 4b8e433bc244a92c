import { Star } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { wholeTime } from "../../lib/time";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Skeleton } from "../../ui/Skeleton";
import type { Past, PastConversation } from "../../wire/visitor";
import { useOffers } from "../keys/offers.atoms";
import { loadPastAtom, openPastAtom } from "../state/past.atoms";
import { PastDialog } from "./PastDialog";
import { Section } from "./Section";
import styles from "./VisitorPanel.module.css";

/** How many earlier conversations are shown before the agent asks for all. */
const SHOWN_AT_FIRST = 5;

export type PastConversationsProps = {
  userId: string;
  /** Shows the panel if it is folded away. */
  onEnter: () => void;
};

/** Lists the earlier conversations of the visitor's person with their ratings. One opens to be read. */
export function PastConversations({ userId, onEnter }: PastConversationsProps) {
  const { t } = useTranslation("desk");
  const known = useAtomValue(openPastAtom);
  const load = useSetAtom(loadPastAtom);
  const [isWhole, setWhole] = useState(false);
  const [read, setRead] = useState<PastConversation>();
  const all = known.phase === "here" ? known.past.conversations : [];
  useOffers({
    past:
      all.length > 0
        ? {
            choices: () =>
              all.map((one) => ({
                key: one.sessionId,
                name: wholeTime(one.since).slice(0, 16),
                note: one.firstWords || t("past_silent"),
                run: () => {
                  onEnter();
                  setRead(one);
                },
              })),
          }
        : undefined,
  });
  const shown = isWhole ? all : all.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <Section id="past" title={t("past_title")} isBusy={known.phase === "loading"}>
        {known.phase === "loading" ? <Skeleton width="90%" height="40px" shape="bubble" /> : null}
        {known.phase === "failed" ? (
          <div role="alert" className={styles.body}>
            <p>{t("past_failed")}</p>
            <Button look="outline" size="small" onClick={() => void load(userId)}>
              {t("try_again")}
            </Button>
          </div>
        ) : null}
        {known.phase === "here" && all.length === 0 ? (
          <p className={styles.counts}>{t("past_none")}</p>
        ) : null}
        {known.phase === "here" && known.past.samePerson.length > 0 ? (
          <p className={styles.counts}>{t("past_person", { count: known.past.samePerson.length })}</p>
        ) : null}
        <ul className={styles.past}>
          {shown.map((one) => (
            <li key={one.sessionId}>
              <button type="button" className={styles.earlier} onClick={() => setRead(one)}>
                <span className={styles.earlierHead}>
                  <bdi dir="ltr">{wholeTime(one.since).slice(0, 16)}</bdi>
                  {one.rating ? (
                    <span role="img" aria-label={t("rated", { count: one.rating.stars })}>
                      <Star size={13} fill="currentColor" aria-hidden /> {one.rating.stars}
                    </span>
                  ) : null}
                </span>
                <span className={styles.earlierWords} dir="auto">
                  {one.firstWords || t("past_silent")}
                </span>
                <span className={styles.counts} dir="auto">
                  {[one.agents.join(", "), t("past_messages", { count: one.messages })]
                    .filter((part) => part !== "")
                    .join(" · ")}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {all.length > shown.length ? (
          <Button look="quiet" size="small" onClick={() => setWhole(true)}>
            {t("past_all", { count: all.length })}
          </Button>
        ) : null}
      </Section>
      {read ? <PastDialog conversation={read} onClose={() => setRead(undefined)} /> : null}
    </>
  );
}

const NOTHING_LEFT: Pick<Past, "messages" | "orders"> = { messages: [], orders: [] };

/** Lists the messages and work orders that the visitor left. Each opens in the list of left items. */
export function PastLeft({ userId: _ }: { userId: string }) {
  const { t } = useTranslation("desk");
  const known = useAtomValue(openPastAtom);
  const [, goTo] = useLocation();
  const { messages, orders } = known.phase === "here" ? known.past : NOTHING_LEFT;
  const items = [
    ...messages.map(({ id, content, at }) => ({ what: "message" as const, id, words: content, at })),
    ...orders.map(({ id, title, content, at }) => ({
      what: "order" as const,
      id,
      words: title || content,
      at,
    })),
  ].toSorted((one, other) => other.at - one.at);
  useOffers({
    pastLeft:
      items.length > 0
        ? {
            choices: () =>
              items.map(({ what, id, words, at }) => ({
                key: id,
                name: words,
                note: `${t(`left_${what}`)} · ${wholeTime(at).slice(0, 16)}`,
                run: () => goTo(`/left/${what}/${id}`),
              })),
          }
        : undefined,
  });
  if (items.length === 0) return null;
  return (
    <Section id="left" title={t("past_left")}>
      <ul className={styles.past}>
        {items.map(({ what, id, words, at }) => (
          <li key={id}>
            <Link href={`/left/${what}/${id}`} className={styles.earlier}>
              <span className={styles.earlierHead}>
                <bdi dir="ltr">{wholeTime(at).slice(0, 16)}</bdi>
                <span>{t(`left_${what}`)}</span>
              </span>
              <span className={styles.earlierWords} dir="auto">
                {words}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
