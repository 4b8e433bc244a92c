/** Why an agent has a visitor, as sentences. */
import type { TFunction } from "i18next";
import type { Group } from "../../wire/account";
import type { Duty, Lapse, Reason } from "../../wire/duty";
import { LAPSES } from "../../wire/duty";
import { groupName } from "../names";

type Say = TFunction<"desk">;
/** Writes a span for people. */
type Span = (ms: number) => string;

const KNOWN_AGENT = [
  "askedFor",
  "onlyFree",
  "firstOfEquals",
  "took",
  "handedOver",
  "sinceBefore",
  "steppedIn",
] as const;

/** Who reads the reasons: the agent of the conversation, or a supervisor of that agent. */
export type Reader = { me: string; agent: { id: string; name: string } | undefined };

/** Returns why this agent, why this place in the queue, why this queue, and how long the visitor waited. */
export function whyWords(
  { why }: Duty,
  groups: readonly Group[],
  reader: Reader,
  t: Say,
  span: Span,
): readonly string[] {
  const waited = why.waited > 0 ? t("why_waited", { time: span(why.waited) }) : "";
  const sentences = [
    agentWords(why.agent, reader, t, span),
    placeWords(why.place, t),
    lineWords(why.line, groups, t),
    waited,
  ];
  return sentences.filter((sentence) => sentence !== "");
}

function agentWords(reason: Reason, { me, agent }: Reader, t: Say, span: Span): string {
  const { kind, ago, idle, conversations, free, by } = reason;
  const said = { name: agent?.name ?? "", free };
  const whose = agent ? "their" : "agent";
  if (kind === "talkedBefore") return t(`why_${whose}_talkedBefore`, { ...said, time: span(ago) });
  if (kind === "fewestConversations")
    return t(`why_${whose}_fewestConversations`, { ...said, count: conversations });
  if (kind === "idleLongest") return t(`why_${whose}_idleLongest`, { ...said, time: span(idle) });
  // Who takes a conversation over hands it to themselves.
  if (kind === "handedOver" && by === (agent?.id ?? me)) return t(`why_${whose}_tookOver`, said);
  if (kind === "handedOver" && by === me) return t("why_their_yours", said);
  const known = KNOWN_AGENT.find((one) => one === kind);
  return known ? t(`why_${whose}_${known}`, said) : "";
}

function placeWords({ kind, lapse }: Reason, t: Say): string {
  if (kind === "priority") return t("why_place_priority");
  if (kind === "rescued") return t(`why_place_${lapseOf(lapse)}`);
  // Who handed it over is said with the agent.
  return "";
}

function lineWords({ kind, to }: Reason, groups: readonly Group[], t: Say): string {
  if (kind === "groupFirst") return t("why_line_groupFirst");
  return kind === "overflow" ? t("why_line_overflow", { group: groupName(groups, to) }) : "";
}

function lapseOf(name: string): Lapse {
  return LAPSES.find((one) => one === name) ?? "notAccepted";
}

/** What is due first, and when; undefined if nothing is. */
export function dueOf(
  duty: Pick<Duty, "acceptBy" | "answerBy"> | undefined,
): { what: "accept" | "answer"; by: number } | undefined {
  if (duty?.acceptBy !== undefined) return { what: "accept", by: duty.acceptBy };
  return duty?.answerBy === undefined ? undefined : { what: "answer", by: duty.answerBy };
}
