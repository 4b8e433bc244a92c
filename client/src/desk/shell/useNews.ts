import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { entryLine, visitorName } from "../names";
import { agentAtom } from "../state/agent.atoms";
import { deskAtom, mineAtom, openRowAtom, openTalkAtom, queueAtom } from "../state/desk.atoms";
import { sayAtom } from "../state/news.atoms";
import { type Heard, newlyWaiting, newMessages } from "./news";

/** A longer message is announced in part: it is there to read. */
const CHARS_MAX = 300;

/** Announces messages of the open conversation, visitors who begin to wait, and changed places. */
export function useNews(): void {
  useNewMessages();
  useNewlyWaiting();
  useNewlyAssigned();
  usePlace();
}

function useNewMessages(): void {
  const { t } = useTranslation("desk");
  const say = useSetAtom(sayAtom);
  const { openId } = useAtomValue(deskAtom);
  const { entries, isLoaded } = useAtomValue(openTalkAtom);
  const row = useAtomValue(openRowAtom);
  const ownName = useAtomValue(agentAtom)?.nick ?? "";
  const heard = useRef<Heard>(undefined);
  const visitor = visitorName(row ?? { userId: openId, userName: "" }, t);
  useEffect(() => {
    if (openId === "" || !isLoaded) {
      heard.current = undefined;
      return;
    }
    const before = heard.current?.userId === openId ? heard.current : undefined;
    for (const entry of newMessages(before, entries, ownName)) {
      const words = entryLine(entry, t).slice(0, CHARS_MAX);
      const name = entry.sender === "visitor" ? visitor : entry.senderName || t("sender_robot");
      if (entry.content.kind === "line") say(words);
      else say(t(entry.isNote ? "say_note" : "say_message", { name, words }));
    }
    heard.current = { userId: openId, keys: new Set(entries.map(({ key }) => key)) };
  }, [openId, entries, isLoaded, ownName, visitor, say, t]);
}

function useNewlyWaiting(): void {
  const { t } = useTranslation("desk");
  const say = useSetAtom(sayAtom);
  const queue = useAtomValue(queueAtom);
  const { areListsLoaded, queueNext } = useAtomValue(deskAtom);
  const known = useRef<ReadonlySet<string>>(undefined);
  const hadMore = useRef(false);
  useEffect(() => {
    if (!areListsLoaded) return;
    // A further page of a long queue is no news.
    const [first, ...others] = hadMore.current ? [] : newlyWaiting(known.current, queue);
    known.current = new Set(queue.map(({ userId }) => userId));
    hadMore.current = queueNext !== "";
    if (!first) return;
    if (others.length > 0) say(t("say_waiting_many", { count: others.length + 1 }));
    else say(t("say_waiting", { name: visitorName(first, t), count: queue.length }));
  }, [queue, areListsLoaded, queueNext, say, t]);
}

function useNewlyAssigned(): void {
  const { t } = useTranslation("desk");
  const say = useSetAtom(sayAtom);
  const mine = useAtomValue(mineAtom);
  const { areListsLoaded, openId } = useAtomValue(deskAtom);
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!areListsLoaded) return;
    for (const row of newlyWaiting(known.current, mine))
      if (row.userId !== openId) say(t("say_assigned", { name: visitorName(row, t) }));
    known.current = new Set(mine.map(({ userId }) => userId));
  }, [mine, areListsLoaded, openId, say, t]);
}

/** The place of the visitor whose conversation is open, while they wait. */
function usePlace(): void {
  const { t } = useTranslation("desk");
  const say = useSetAtom(sayAtom);
  const row = useAtomValue(openRowAtom);
  const before = useRef({ userId: "", place: 0 });
  const place = row?.isQueued ? row.position : 0;
  const userId = row?.userId ?? "";
  const name = row ? visitorName(row, t) : "";
  useEffect(() => {
    const was = before.current;
    before.current = { userId, place };
    if (was.userId === userId && was.place > 0 && place > 0 && was.place !== place)
      say(t("say_place", { name, place }));
  }, [userId, place, name, say, t]);
}
