/** One visit to the chat from start to end: the requests of a page, and what it does with the responses. */
import { ApiError } from "../api/http";
import type { Rating } from "../api/visitor";
import type { Facts } from "../bridge/hostMessages";
import type { Conversation } from "../conversation/types";
import type { Card } from "../wire/card";
import type { Channel } from "../wire/channel";
import { followMessage } from "./follow";
import type { Forms } from "./forms";
import { loadNewest, loadOlder, type Reached, reach } from "./history";
import { forgetIdentity, forgetVisitors } from "./identity";
import { identify, introduceAnew, speak, takeHandedOver, ticketOf } from "./introduce";
import { isWorthTrying, meetAgent, open } from "./opening";
import { createOutbox } from "./outbox";
import { createOutboxStore } from "./outboxStore";
import { pauseAfter } from "./pause";
import { type PollEvent, pollLoop } from "./pollLoop";
import { lookAtEvaluation, mayEvaluate } from "./rating";
import { createReader } from "./reader";
import { createSender, type Sender } from "./sender";
import { keepCard, sendCard, showCard } from "./showing";
import { leaveQueue, tell, transfer } from "./transfer";
import type { Visit } from "./visit";

/** Re-exported so that the page loads both in one chunk. */
export { createVisitorApi } from "../api/visitor";

/** Protocol, 'Times of the pages': how long typing is shown. */
const TYPING_SHOWN_MS = 2000;

export type Chat = Pick<Sender, "sendText" | "sendFile" | "resend" | "discard"> & {
  /** Opens the chat, or a new session after an end. Resolves when it is open, refused, or replaced by another start. */
  start: () => Promise<void>;
  loadOlder: () => Promise<void>;
  /** Loads older pages of the history until the message is in the list. */
  reach: (messageId: string) => Promise<Reached>;
  /** Shows a question of the quick menu and its answer, without the server. */
  answerLocally: (question: string, answer: string) => Promise<void>;
  /** Whether this chat may be rated at the moment; if not, the page adds a line that says why. */
  mayEvaluate: () => Promise<boolean>;
  transfer: () => Promise<void>;
  leaveQueue: () => Promise<void>;
  typing: (text: string) => void;
  /** Shows the product that the visitor looks at; undefined removes it. */
  showCard: (card: Card | undefined) => void;
  sendCard: () => Promise<void>;
  submitForm: Forms["submit"];
  rateAnswer: (messageId: string, isUseful: boolean) => Promise<void>;
  /** Closes the chat; false if the call failed. */
  close: () => Promise<boolean>;
  evaluate: (rating: Omit<Rating, "id">) => Promise<boolean>;
  declineEvaluation: () => void;
  /** Tells whether the visitor looks at the page. */
  seen: (isSeen: boolean) => void;
  /** Takes the host page's facts about the visitor. */
  identify: (facts: Facts) => Promise<void>;
  /** Changes the language of this and later sessions; `channel` is the configuration in that language. */
  speak: (locale: string, channel: Channel) => Promise<void>;
  /** Retries at once, because the network may be back. */
  nudge: () => void;
  /** Repeats pending requests, because the device slept or the network changed. */
  wake: () => void;
  /** Forgets the token and starts again, after a 401. */
  signInAgain: () => Promise<void>;
  keepUnsent: (before: Conversation, after: Conversation) => void;
  end: () => void;
};

export function createChat(visit: Visit): Chat {
  let forgets = takeHandedOver(visit);
  let polling = new AbortController();
  let nudging = new AbortController();
  let waking = new AbortController();
  const over = new AbortController();
  const files = new Map<string, File>();
  const store = visit.outbox ?? createOutboxStore(visit.keeper);
  const outbox = createOutbox(visit, store, files);
  const reader = createReader(visit, over.signal);

  const start = async () => {
    polling.abort();
    polling = new AbortController();
    const { signal } = polling;
    if (forgets) {
      forgets = false;
      const { tenantId } = visit.channel;
      for (const keeper of [visit.keeper, visit.tabKeeper]) forgetVisitors(keeper, tenantId);
      await store.forget(tenantId, visit.clock.now());
    }
    for (let failures = 0; !signal.aborted; ) {
      try {
        const opened = await open(visit, outbox, signal);
        if (!opened) return;
        const { cursor, epoch } = opened;
        sender.flush();
        void poll(signal, cursor, epoch);
        void introduceAnew(visit, start);
        return;
      } catch (cause) {
        if (signal.aborted) return;
        if (!(cause instanceof ApiError)) throw cause;
        if (!isWorthTrying(cause)) {
          if (ticketOf(visit)) {
            // The visitor reads it first. The next start opens the page as any other.
            visit.isTicketOver = true;
            visit.change({ kind: "ticketOver" });
            return;
          }
          visit.onRefused(cause);
          return;
        }
        failures += 1;
        const lasting = cause.retryAfterMs === undefined ? "offline" : "busy";
        visit.change({ kind: "connection", connection: failures > 1 ? lasting : "connecting" });
        await visit.clock.sleep(
          pauseAfter(failures, cause, visit.random()),
          AbortSignal.any([signal, nudging.signal]),
        );
      }
    }
  };

  const poll = async (signal: AbortSignal, cursor: number, epoch: string) => {
    reader.begin(cursor);
    const end = await pollLoop({
      poll: (ask, aborting) => visit.api.poll(visit.who.userId, visit.who.pollId, ask, aborting),
      emit: onPollEvent,
      clock: visit.clock,
      random: visit.random,
      signal,
      nudged: () => nudging.signal,
      woken: () => waking.signal,
      cursor,
      epoch,
    });
    if (end === "displaced") visit.change({ kind: "displaced" });
    if (end === "lost") await start();
    if (end === "ended") await lookAtEvaluation(visit);
  };

  const onPollEvent = (polled: PollEvent) => {
    switch (polled.kind) {
      case "event":
        visit.change({ kind: "event", event: polled.event, now: visit.clock.now() });
        reader.onEvent(polled.event);
        if (polled.event.kind === "message") {
          void followMessage(visit, polled.event.message);
          sender.onDelivered(polled.event.message.clientId ?? "");
        }
        if (polled.event.kind === "call") visit.onCall(polled.event.raw);
        if (polled.event.kind === "agentConnected") void meetAgent(visit);
        if (polled.event.kind === "agentTyping") void stopTyping(visit, over.signal);
        return;
      case "phaseChanged":
        visit.change(polled);
        return;
      case "reload":
        console.warn("seq_gap: reading the history again");
        void loadNewest(visit, over.signal, polled.hasHole).catch(() => undefined);
        return;
      case "online":
        visit.change({ kind: "connection", connection: "online" });
        sender.flush();
        return;
      case "trouble":
        visit.change({ kind: "connection", connection: polled.failures > 1 ? "offline" : "connecting" });
        return;
      default:
        polled satisfies never;
    }
  };

  const nudge = () => {
    const woken = nudging;
    nudging = new AbortController();
    woken.abort();
  };

  /** Aborts the waiting poll, so that the next one shows whether the server is reached. */
  const lookAround = () => {
    const woken = waking;
    waking = new AbortController();
    woken.abort();
  };

  let reading: Promise<void> | undefined;
  /** Loads one page at a time; a second caller waits for the same page. */
  const readOlder = () => {
    reading ??= loadOlder(visit).finally(() => {
      reading = undefined;
    });
    return reading;
  };

  const sender = createSender(visit, files, { restart: start, doubt: lookAround });
  return {
    sendText: sender.sendText,
    sendFile: sender.sendFile,
    resend: sender.resend,
    discard: sender.discard,
    start,
    loadOlder: readOlder,
    reach: (messageId) => reach(visit, messageId, readOlder),
    answerLocally: async (question, answer) => {
      const local = await import("./localAnswer").catch(visit.onUnreachable);
      await local?.answerLocally(visit, question, answer, over.signal);
    },
    mayEvaluate: () => mayEvaluate(visit),
    transfer: async () => void (await transfer(visit)),
    leaveQueue: () => leaveQueue(visit),
    typing: (text) => {
      if (visit.conversation().phase !== "manual") return;
      // Unless the tenant enables the preview, the text stays on the page.
      const shown = visit.channel.typingPreview ? text : "";
      visit.api.typing(visit.who.userId, shown).catch(() => undefined);
    },
    close: async () => {
      try {
        await visit.api.close(visit.who.userId);
        polling.abort();
        visit.change({ kind: "ended" });
        await lookAtEvaluation(visit);
        return true;
      } catch (cause) {
        tell(visit, cause);
        return false;
      }
    },
    showCard: (card) => {
      // A new start also shows it.
      visit.query = { ...visit.query, card };
      keepCard(visit, card);
      showCard(visit, card);
    },
    sendCard: () => sendCard(visit, sender),
    submitForm: createFormsLater(visit),
    rateAnswer: async (messageId, isUseful) => {
      const opinion = await import("./opinion").catch(visit.onUnreachable);
      await opinion?.rateAnswer(visit, messageId, isUseful);
    },
    evaluate: async (rating) => {
      const opinion = await import("./opinion").catch(visit.onUnreachable);
      return opinion ? opinion.evaluate(visit, rating) : false;
    },
    declineEvaluation: () => visit.change({ kind: "evaluationAnswered" }),
    seen: reader.seen,
    identify: (facts) => identify(visit, facts, start),
    speak: (locale, channel) => speak(visit, locale, channel, start),
    nudge,
    wake: () => {
      lookAround();
      sender.wake();
      nudge();
    },
    signInAgain: async () => {
      forgetIdentity(visit.keeper, visit.channel.tenantId);
      // The old userId stays, so that the start notices another visitor and clears the page.
      visit.who.token = "";
      await start();
    },
    keepUnsent: (before, after) => {
      if (before.entries !== after.entries) outbox.follow(after.entries);
    },
    end: () => {
      over.abort();
      polling.abort();
      sender.end();
    },
  };
}

/** Loads the form code with the first form that is filled in. */
function createFormsLater(visit: Visit): Forms["submit"] {
  let coming: Promise<Forms> | undefined;
  return async (messageId, answers) => {
    coming ??= import("./forms").then(({ createForms }) => createForms(visit));
    const forms = await coming.catch(() => {
      coming = undefined;
    });
    return forms ? forms.submit(messageId, answers) : { kind: "unreachable" };
  };
}

async function stopTyping(visit: Visit, signal: AbortSignal): Promise<void> {
  await visit.clock.sleep(TYPING_SHOWN_MS, signal);
  visit.change({ kind: "typingOver", now: visit.clock.now() });
}
