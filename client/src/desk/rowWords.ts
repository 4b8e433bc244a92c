/** Which words of a conversation its row shows, and since when the visitor waits for an answer. */
import type { ConversationRow } from "../wire/agent";
import type { Message } from "../wire/message";

/** The server greets in the step that connects, and each line of a log is at least a millisecond later. */
const GREETED_WITHIN_MS = 1000;

/** The client id of an API key's message is the hash of its Idempotency-Key. */
const HASH = /^[0-9a-f]{64}$/;

/** The key of the line that tells which agent the visitor is connected with. */
const CONNECTED = "agent_connected";

/** A row that says when its agent was connected. */
type Connected = Pick<ConversationRow, "since" | "isQueued" | "isRobots">;

/** Whether an API key wrote a message. Protocol, 'Open API': its agent still owes their own answer. */
export function isKeys({ sender, clientId }: Pick<Message, "sender" | "clientId">): boolean {
  return sender === "agent" && clientId !== undefined && HASH.test(clientId);
}

/** Whether it is the greeting (`adminWelcomeMsg`) that the server said for the agent. A person's page gives an id. */
function isGreeting({ sender, clientId, at }: Message, row: Connected): boolean {
  if (sender !== "agent" || clientId !== undefined || row.isQueued || row.isRobots) return false;
  return at >= row.since && at - row.since < GREETED_WITHIN_MS;
}

/** Whether no person's page sent it: a greeting, perhaps of the agent before. */
export function isAutomatic({ sender, clientId }: Pick<Message, "sender" | "clientId">): boolean {
  return sender === "agent" && clientId === undefined;
}

/** The messages without greetings: one follows the line that tells of its agent. */
function withoutGreetings(messages: readonly Message[]): readonly Message[] {
  return messages.filter((one, at) => {
    const before = messages[at - 1]?.content;
    return !(isAutomatic(one) && before?.kind === "line" && before.lineKey === CONNECTED);
  });
}

/** Whether a row may show a message: people's words, and the robot's, but no note, notice or greeting. */
export function isShownInRow(message: Message, row: Connected): boolean {
  return !message.isNote && message.sender !== "system" && !isGreeting(message, row);
}

/** Whether a message ends the visitor's wait. */
export function isAnswer(message: Message, row: Connected): boolean {
  return message.sender === "agent" && !message.isNote && !isKeys(message) && !isGreeting(message, row);
}

/** What a row says of a conversation whose newest messages are known, oldest first. */
export function wordsOfTalk(
  messages: readonly Message[],
  row: ConversationRow,
): Pick<ConversationRow, "lastMessage"> & { waitingSince: number | undefined } {
  const own = withoutGreetings(messages.filter((one) => one.sessionId === row.sessionId));
  // A message that came after the page was read.
  const isLate = row.lastMessage && !messages.some((one) => one.id === row.lastMessage?.id);
  const all = row.lastMessage && isLate ? [...own, row.lastMessage].toSorted(byTime) : own;
  const shown = all.filter((one) => one.sender !== "robot" && isShownInRow(one, row));
  const kept = row.isQueued ? row.lastMessage : undefined;
  return { lastMessage: shown.at(-1) ?? kept, waitingSince: firstWaiting(all, row) };
}

function byTime(one: Message, other: Message): number {
  return one.at - other.at;
}

/**
 * Returns when the visitor's first words came that no agent has answered. What the robot answered waits from the time
 * at which the agent was connected.
 */
function firstWaiting(messages: readonly Message[], row: Connected): number | undefined {
  if (row.isQueued || row.isRobots) return undefined;
  const answered = messages.findLastIndex((one) => isAnswer(one, row));
  const open = messages.slice(answered + 1);
  const robot = open.findLastIndex((one) => one.sender === "robot");
  const isVisitors = (one: Message) => one.sender === "visitor";
  const first = open.slice(robot + 1).find(isVisitors)?.at;
  const isRobots = open.slice(0, robot + 1).some(isVisitors);
  return isRobots ? Math.min(first ?? row.since, row.since) : first;
}
