/** The page's pure state function: applies a change to a conversation and returns the next one. */
import type { VisitorEvent } from "../wire/event";
import type { Message } from "../wire/message";
import type { AgentCard, Asked, ExpectedWait, HistoryPage, Phase } from "../wire/session";
import { amended, withFeedback, withFilled } from "./amend";
import type { Change, Moved, Outgoing } from "./change";
import { alter, deliver, entryOf, grow, insert, noteKey, prepend, withdrawn, withoutQuoted } from "./entries";
import { type Agent, type Conversation, type Entry, emptyConversation } from "./types";

/** Protocol, 'Times of the pages': how long an agent's typing is shown. */
const TYPING_SHOWN_MS = 2000;

/** A line that a session shows once. The log may bring the thanks for a rating before the call responds. */
const ONCE_A_SESSION = "evaluated_thanks";

export function reduce(chat: Conversation, change: Change): Conversation {
  switch (change.kind) {
    case "started":
      return startedWith(change.isOtherVisitor ? emptyConversation : chat, change.started);
    case "historyLoaded": {
      const entries = visible(chat, change.page.messages);
      // If the page joins the list, loading of older pages continues where it stopped.
      const before = change.joins ? {} : olderThan(change.page);
      return withHistory({ ...chat, ...before, entries: insert(chat.entries, entries) }, entries);
    }
    case "olderLoaded": {
      const entries = visible(chat, change.page.messages);
      const before = olderThan(change.page);
      return withHistory({ ...chat, ...before, entries: prepend(chat.entries, entries) }, entries);
    }
    case "olderAsked":
      return { ...chat, older: "loading" };
    case "olderFailed":
      return { ...chat, older: "idle" };
    case "historyHidden":
      return { ...chat, older: "end", newsAfter: chat.newsAfter || 1 };
    case "missed": {
      const entries = visible(chat, change.messages);
      return {
        ...chat,
        entries: insert(chat.entries, entries),
        missedFrom: entries[0]?.id ?? chat.missedFrom,
      };
    }
    case "event":
      return afterEvent(chat, change.event, change.now);
    case "phaseChanged":
      return standing(chat, change.phase, change.position, change.expectedWait);
    case "connection":
      return chat.connection === change.connection ? chat : { ...chat, connection: change.connection };
    case "displaced":
      return { ...chat, stage: "displaced", asking: 0, typingUntil: 0 };
    case "ticketOver":
      // The server was reached: it refused the ticket.
      return { ...chat, stage: "ticketOver", connection: "online" };
    default:
      return outgoing(chat, change);
  }
}

/** What the visitor sends, and whether it succeeds. */
function outgoing(chat: Conversation, change: Outgoing | Moved): Conversation {
  switch (change.kind) {
    case "endSought":
      return { ...chat, endSought: chat.endSought + 1 };
    case "written":
      return { ...chat, entries: [...chat.entries.filter((e) => e.key !== change.entry.key), change.entry] };
    case "progressed":
      return {
        ...chat,
        entries: alter(chat.entries, change.key, (entry) => ({ ...entry, progress: change.progress })),
      };
    case "fileStored":
      return { ...chat, entries: alter(chat.entries, change.key, (entry) => stored(entry, change)) };
    case "delivering":
      return { ...chat, entries: deliver(chat.entries, change.key, "sending") };
    case "postponed":
      return { ...chat, entries: deliver(chat.entries, change.key, change.why) };
    case "failed":
      return { ...chat, entries: deliver(chat.entries, change.key, "failed") };
    case "discarded":
      return { ...chat, entries: chat.entries.filter((entry) => entry.key !== change.key) };
    case "sent":
      return confirmed(chat, change.key, change.sent);
    case "askStarted":
      return { ...chat, asking: chat.asking + 1 };
    case "askEnded":
      return { ...chat, asking: Math.max(0, chat.asking - 1) };
    case "answered":
      return answered(chat, change.key, change.asked, change.robot);
    default:
      return moved(chat, change);
  }
}

/** Changes of the session, such as a transfer, and of what is shown around the messages. */
function moved(chat: Conversation, change: Moved): Conversation {
  switch (change.kind) {
    case "transferStarted":
      return { ...chat, isTransferring: true };
    case "transferEnded":
      return { ...chat, isTransferring: false };
    case "transferred": {
      const { result, position, expectedWait } = change.transferred;
      const phase = result === "connected" ? "manual" : result === "queued" ? "queued" : chat.phase;
      return { ...standing(chat, phase, position, expectedWait), isTransferring: false };
    }
    case "queueLeft":
      return standing(chat, "robot", 0);
    case "agentKnown":
      return knowing(chat, change.card);
    case "faqShown":
      return { ...chat, isFaqShown: true };
    case "tipsShown":
      return { ...chat, areTipsShown: true };
    case "ended":
      return ending(chat);
    case "rated":
      return { ...chat, entries: withFeedback(chat.entries, change.messageId, change.feedback) };
    case "formFilled":
      return { ...chat, entries: withFilled(chat.entries, change.messageId, change.answers) };
    case "cardShown":
      return { ...chat, card: change.card };
    case "evaluationAnswered":
      return { ...chat, evaluation: { ...chat.evaluation, isInvited: false } };
    case "evaluationAllowed":
      return {
        ...chat,
        evaluation: { ...chat.evaluation, isAllowed: change.isAllowed, isDone: change.isDone },
      };
    case "evaluated":
      return { ...chat, evaluation: { isAllowed: false, isDone: true, isInvited: false } };
    case "noted":
      return noted(chat, change.lineKey, change.now);
    case "typingOver":
      return chat.typingUntil > change.now ? chat : { ...chat, typingUntil: 0 };
    default:
      return change satisfies never;
  }
}

function olderThan({ before, hasOlder }: HistoryPage): Pick<Conversation, "older" | "olderBefore"> {
  return { older: hasOlder ? "idle" : "end", olderBefore: before };
}

/** What a page of the history tells about the session. */
function withHistory(chat: Conversation, entries: readonly Entry[]): Conversation {
  return {
    ...chat,
    hasMetAgent: chat.hasMetAgent || agentSpoke(entries, chat.sessionId),
    newsAfter: chat.newsAfter || (entries.at(-1)?.at ?? 1),
  };
}

function startedWith(
  chat: Conversation,
  started: Extract<Change, { kind: "started" }>["started"],
): Conversation {
  const isSame = chat.sessionId === started.sessionId;
  const { entries, older, card } = chat;
  const base = isSame ? chat : { ...emptyConversation, entries, older, card };
  const agent = started.agentNick === "" ? undefined : (base.agent ?? nameOnly(started.agentNick));
  return {
    ...base,
    stage: "open",
    connection: "online",
    sessionId: started.sessionId,
    phase: started.phase,
    position: started.position,
    expectedWait: started.expectedWait,
    olderBefore: chat.olderBefore,
    recalledIds: chat.recalledIds,
    asking: 0,
    agent: started.phase === "manual" ? agent : undefined,
    hasMetAgent: base.hasMetAgent || started.phase === "manual",
    evaluation: { ...base.evaluation, isAllowed: started.enableEvaluate, isDone: started.evaluated },
  };
}

function afterEvent(chat: Conversation, event: VisitorEvent, now: number): Conversation {
  switch (event.kind) {
    case "message":
      return withMessage(chat, event.message);
    case "agentConnected": {
      const agent: Agent = { ...event.agent, signature: "" };
      const card: Entry = {
        ...systemEntry(`connected-${event.sessionId}-${event.seq ?? event.at}`, event),
        content: { kind: "agentCard", agent },
      };
      return {
        ...standing(chat, "manual", 0),
        agent,
        hasMetAgent: true,
        entries: insert(chat.entries, [card]),
      };
    }
    case "closed": {
      if (event.reason === "openedElsewhere")
        return { ...chat, stage: "displaced", asking: 0, typingUntil: 0 };
      const line: Entry = {
        ...systemEntry(`closed-${event.sessionId}`, event),
        content: { kind: "line", text: event.line, lineKey: "" },
      };
      const ended = ending(chat);
      return event.line === "" ? ended : { ...ended, entries: insert(ended.entries, [line]) };
    }
    case "evaluationInvited":
      return { ...chat, evaluation: { ...chat.evaluation, isAllowed: true, isInvited: true } };
    case "agentTyping":
      return chat.phase === "manual" ? { ...chat, typingUntil: now + TYPING_SHOWN_MS } : chat;
    case "recalled":
      return {
        ...chat,
        recalledIds: new Set([...chat.recalledIds, event.messageId]),
        entries: chat.entries.map((entry) =>
          entry.id === event.messageId ? withdrawn(entry) : withoutQuoted(entry, event.messageId),
        ),
      };
    case "amended":
      return { ...chat, entries: amended(chat.entries, event.messageId, event.amendment) };
    case "call": {
      if (event.line === "") return chat;
      const line: Entry = {
        ...systemEntry(`call-${event.sessionId}-${event.seq ?? event.at}`, event),
        content: { kind: "line", text: event.line, lineKey: "" },
      };
      return { ...chat, entries: insert(chat.entries, [line]) };
    }
    case "unknown":
      return chat;
    default:
      return event satisfies never;
  }
}

function withMessage(chat: Conversation, message: Message): Conversation {
  const entries = visible(chat, [message]);
  const isAgent = message.sender === "agent";
  return {
    ...chat,
    entries: message.isGrowing ? entries.reduce(grow, chat.entries) : insert(chat.entries, entries),
    hasMetAgent: chat.hasMetAgent || (isAgent && message.sessionId === chat.sessionId),
    typingUntil: isAgent ? 0 : chat.typingUntil,
  };
}

function confirmed(
  chat: Conversation,
  key: string,
  { messageId, at, seq }: { messageId: string; at: number; seq: number },
): Conversation {
  const entry = chat.entries.findLast((each) => each.key === key);
  if (!entry || entry.delivery === "sent") return chat;
  const { progress: _, ...rest } = entry;
  // `seq` counts in the current session; a message that started a new session was written in the previous one.
  const { sessionId } = chat;
  const sent: Entry = { ...rest, sessionId, id: messageId, at, seq, delivery: "sent" };
  return { ...chat, entries: insert(chat.entries, [sent]) };
}

function answered(
  chat: Conversation,
  key: string,
  { question, reply }: Asked,
  robot: { name: string; face: string },
): Conversation {
  // The response has only the reply's time; the question came just before it.
  const asked = question.messageId === "" ? chat : confirmed(chat, key, { ...question, at: reply.at - 1 });
  if (reply.messageId === "") return asked;
  const entry: Entry = {
    key: reply.messageId,
    id: reply.messageId,
    sessionId: chat.sessionId,
    seq: reply.seq,
    sender: "robot",
    senderName: robot.name,
    face: robot.face,
    at: reply.at,
    isRecalled: false,
    delivery: "sent",
    content: { kind: "answer", ...reply.answer },
  };
  return { ...asked, entries: insert(asked.entries, [entry]) };
}

function isTold({ entries, sessionId }: Conversation, lineKey: string): boolean {
  return entries.some(
    ({ content, ...entry }) =>
      entry.sessionId === sessionId && content.kind === "line" && content.lineKey === lineKey,
  );
}

/** Adds a line of the page's own, which the server's line later replaces. */
function noted(chat: Conversation, lineKey: string, now: number): Conversation {
  if (lineKey === ONCE_A_SESSION && isTold(chat, lineKey)) return chat;
  const last = chat.entries.findLast((entry) => entry.delivery === "sent");
  const note: Entry = {
    ...systemEntry(noteKey(chat.sessionId, lineKey), {
      sessionId: chat.sessionId,
      at: Math.max(now, last?.at ?? 0),
    }),
    content: { kind: "line", text: "", lineKey },
  };
  return { ...chat, entries: insert(chat.entries, [note]) };
}

function standing(
  chat: Conversation,
  phase: Phase,
  position: number,
  expectedWait?: ExpectedWait,
): Conversation {
  if (phase === "ended") return ending(chat);
  const place = phase === "queued" ? position : 0;
  if (chat.phase === phase && chat.position === place && chat.expectedWait === expectedWait) return chat;
  return {
    ...chat,
    phase,
    position: place,
    expectedWait,
    agent: phase === "manual" ? chat.agent : undefined,
    hasMetAgent: chat.hasMetAgent || phase === "manual",
    typingUntil: phase === "manual" ? chat.typingUntil : 0,
  };
}

function ending(chat: Conversation): Conversation {
  if (chat.phase === "ended") return chat;
  return { ...chat, phase: "ended", position: 0, typingUntil: 0, asking: 0, isTransferring: false };
}

function knowing(chat: Conversation, card: AgentCard): Conversation {
  const agent: Agent = { id: card.id, nick: card.nick, face: card.face, signature: card.signature, card };
  return {
    ...chat,
    agent: chat.phase === "manual" ? agent : chat.agent,
    entries: chat.entries.map((entry) =>
      entry.content.kind === "agentCard" &&
      entry.sessionId === chat.sessionId &&
      entry.content.agent.nick === agent.nick
        ? { ...entry, content: { kind: "agentCard" as const, agent } }
        : entry,
    ),
  };
}

/** The entries that the visitor may see: without sensitive messages of others and the text of recalled ones. */
function visible(chat: Conversation, messages: readonly Message[]): Entry[] {
  return messages
    .filter((message) => !(message.isSensitive && message.sender !== "visitor"))
    .map((message) => {
      const entry = entryOf(message);
      if (message.isRecalled || chat.recalledIds.has(message.id)) return withdrawn(entry);
      const quoted = entry.quote?.messageId ?? "";
      return chat.recalledIds.has(quoted) ? withoutQuoted(entry, quoted) : entry;
    });
}

function stored(entry: Entry, file: { url: string; width?: number; height?: number }): Entry {
  if (entry.content.kind === "video" || entry.content.kind === "file") {
    return { ...entry, content: { ...entry.content, url: file.url } };
  }
  if (entry.content.kind !== "image") return entry;
  const size = file.width && file.height ? { width: file.width, height: file.height } : {};
  return { ...entry, content: { ...entry.content, url: file.url, ...size } };
}

function agentSpoke(entries: readonly Entry[], sessionId: string): boolean {
  return entries.some((entry) => entry.sender === "agent" && entry.sessionId === sessionId);
}

function nameOnly(nick: string): Agent {
  return { id: "", nick, face: "", signature: "" };
}

function systemEntry(
  key: string,
  { sessionId, at, seq }: { sessionId: string; at: number; seq?: number },
): Omit<Entry, "content"> {
  return {
    key,
    id: key,
    sessionId,
    ...(seq === undefined ? {} : { seq }),
    sender: "system",
    senderName: "",
    face: "",
    at,
    isRecalled: false,
    delivery: "sent",
  };
}
