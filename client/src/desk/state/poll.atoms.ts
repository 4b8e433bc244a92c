/** Handles what the server sends: the poll, and the reads that its events require. */
import type { Box } from "../../api/agent";
import { atom, type Getter, type Setter } from "../../state/jotai";
import type { DeskEvent } from "../../wire/agent";
import type { DeskAlarm } from "../../wire/wall";
import { callReceivedAtom } from "../call/call.atoms";
import { type DeskPollEvent, deskPoll } from "../deskPoll";
import type { Desk } from "../types";
import { wallChangedAtom } from "../wall/wall.atoms";
import { alarmedAtom } from "./alarms.atoms";
import { changeDeskAtom, deskAtom } from "./desk.atoms";
import { draftReceivedAtom, loadDraftsAtom } from "./drafts.atoms";
import { dueReceivedAtom, itemReceivedAtom, leftReceivedAtom, reloadItemsAtom } from "./items.atoms";
import { reloadAtom } from "./lists.atoms";
import { loadMentionsAtom, mentionReceivedAtom } from "./mentions.atoms";
import { rescuedAtom } from "./rescues.atoms";
import { flushAtom } from "./sending.atoms";
import { type Services, servicesAtom } from "./services";
import { changeCountAtom, statusReceivedAtom } from "./standing.atoms";
import { loadTagsAtom, tagsSeenAtom } from "./tags.atoms";
import { loadNewestAtom, visitorChangedAtom } from "./talk.atoms";
import { loadViewsAtom } from "./views.atoms";
import { watchAgainAtom } from "./watching.atoms";

/** Number of failures in a row before the page shows an outage: a single lost poll is normal. */
const OFFLINE_AFTER_FAILURES = 2;

/**
 * Runs the poll until `signal` ends it; returns when the token is refused. The first answer is a gap: only then are the
 * lists read, so that no event falls between them and the poll, and nothing is read twice.
 */
export const runAtom = atom(null, async (get, set, signal: AbortSignal) => {
  const { api, clock, random, nudge } = get(servicesAtom);
  nudge.listen(signal);
  await deskPoll({
    poll: api.poll,
    emit: (polled) => set(pollEventAtom, polled),
    clock,
    random,
    signal,
    nudged: nudge.signal,
  });
});

const pollEventAtom = atom(null, (get, set, polled: DeskPollEvent) => {
  const services = get(servicesAtom);
  const now = services.clock.now();
  switch (polled.kind) {
    case "event":
      set(changeDeskAtom, { kind: "event", event: polled.event, now });
      for (const box of boxesTouched(polled.event.kind, get(deskAtom), polled.event.userId)) {
        void set(reloadAtom, box);
      }
      onTeamEvent(set, services, polled.event);
      if (polled.event.kind === "corrected") set(visitorChangedAtom, polled.event.userId);
      // A conversation of somebody else changed hands. The server forgets who watched it.
      if (polled.event.kind === "closed" && !isMine(get(deskAtom), polled.event.userId)) set(watchAgainAtom);
      if (polled.event.kind === "status") set(statusReceivedAtom, polled.event.standing);
      if (polled.event.kind === "call") onCallEvent(get, set, polled.event);
      onItemEvent(set, services, polled.event);
      if (polled.event.kind === "alarm") onAlarm(set, services, polled.event.alarm);
      announce(services, polled.event, get(deskAtom));
      return;
    case "gap":
      set(changeDeskAtom, { kind: "gap" });
      set(watchAgainAtom);
      void set(reloadAllAtom);
      return;
    case "online":
      // Repeats the reads that failed during the outage.
      if (get(deskAtom).connection !== "connecting") {
        void set(reloadAtom, "mine");
        void set(reloadAtom, "queue");
        void set(reloadItemsAtom);
        void set(loadOwnAtom);
        set(watchAgainAtom);
      }
      set(changeDeskAtom, { kind: "connection", connection: "online", now });
      services.nudge.nudge();
      for (const userId of Object.keys(get(deskAtom).talks)) void set(flushAtom, userId);
      return;
    case "trouble":
      if (polled.failures < OFFLINE_AFTER_FAILURES) return;
      set(changeDeskAtom, { kind: "connection", connection: "offline", now });
      return;
    default:
      polled satisfies never;
  }
});

/** An ended call adds a line to the conversation. Reading the newest page puts it in its place. */
function onCallEvent(get: Getter, set: Setter, event: Extract<DeskEvent, { kind: "call" }>): void {
  const { userId, news, line } = event;
  set(callReceivedAtom, { news, partner: userId });
  if (line !== "" && get(deskAtom).talks[userId]?.isLoaded) void set(loadNewestAtom, userId);
}

/** Reads the tenant's tags, and the agent's drafts and mentions. */
const loadOwnAtom = atom(null, (_get, set) => {
  void set(loadTagsAtom);
  void set(loadDraftsAtom);
  void set(loadMentionsAtom);
  void set(loadViewsAtom);
});

function onItemEvent(set: Setter, services: Services, event: DeskEvent): void {
  if (event.kind === "left" && set(leftReceivedAtom, event)) services.notify("waiting");
  if (event.kind === "item") set(itemReceivedAtom, event.item);
  if (event.kind === "itemDue" && set(dueReceivedAtom, event.item)) services.notify("due");
}

/** The server tells of each alarm once, so it sounds once. */
function onAlarm(set: Setter, services: Services, alarm: DeskAlarm): void {
  set(alarmedAtom, alarm);
  services.notify("due");
}

function onTeamEvent(set: Setter, services: Services, event: DeskEvent): void {
  if (event.kind === "tagged") set(tagsSeenAtom, event.tags);
  if (event.kind === "draft") set(draftReceivedAtom, event);
  if (event.kind === "rescued") set(rescuedAtom, event);
  if (event.kind === "wall") set(wallChangedAtom, event.version);
  if (event.kind === "mentions") void set(loadMentionsAtom);
  if (event.kind === "mentioned" && set(mentionReceivedAtom, event.mention)) services.notify("mentioned");
}

/** After a gap: reads the lists, the agent's status and the open conversation again. */
const reloadAllAtom = atom(null, async (get, set) => {
  const { api } = get(servicesAtom);
  const { openId } = get(deskAtom);
  const changeCount = get(changeCountAtom);
  void set(reloadAtom, "mine");
  void set(reloadAtom, "queue");
  void set(reloadItemsAtom);
  void set(loadOwnAtom);
  if (openId !== "") void set(loadNewestAtom, openId);
  const me = await api.me().catch(() => undefined);
  if (me) set(statusReceivedAtom, { status: me.status }, changeCount);
});

function boxesTouched(kind: string, desk: Desk, userId: string): readonly Box[] {
  switch (kind) {
    case "assigned":
    case "transferred":
      return ["mine", "queue"];
    case "closed":
    case "queue":
      return ["queue"];
    case "message":
      // This page does not know the conversation, but the list contains it.
      return isListed(desk, userId) ? [] : ["mine"];
    default:
      return [];
  }
}

function isListed({ mine, queue, robot, openId }: Desk, userId: string): boolean {
  return openId === userId || [mine, queue, robot].some((rows) => rows.some((row) => row.userId === userId));
}

function isMine({ mine }: Desk, userId: string): boolean {
  return mine.some((row) => row.userId === userId);
}

function announce(services: Services, event: DeskEvent, desk: Desk): void {
  const isLookedAt = document.visibilityState === "visible" && desk.openId === event.userId;
  if (
    event.kind === "message" &&
    event.message.sender === "visitor" &&
    isMine(desk, event.userId) &&
    !isLookedAt
  )
    services.notify("message");
  if (event.kind === "assigned") services.notify("assigned");
  if (event.kind === "queue" && event.waiting.reduce((sum, one) => sum + one.count, 0) > desk.queue.length) {
    services.notify("waiting");
  }
}
