/** A button flow as it is on the wire: its steps (`nodes`), and the ways between them. Fixtures, 'Button flows'. */
import { isRecord } from "../../../lib/record";
import { type Values, valueAt } from "../../things/paths";

/** The kinds of step, as `replySource` names them, in the order of the menu. */
export const SOURCES = [
  "TEXT_REPLY",
  "BUTTONS",
  "FROM_REPLY",
  "FAQ",
  "LARGE_MODEL_REPLY",
  "CARD",
  "AGENT_REPLY",
  "END",
] as const;
export type Source = (typeof SOURCES)[number];

/** A node of the wire, with its unknown fields. */
export type Step = Values;

/** What is drawn: the steps, and the id of the first one. */
export type Drawn = { readonly start: string; readonly nodes: readonly Step[] };

/** A way on from a step. `path` is where the step names the next one, for example `itemList[0].next`. */
export type Port = {
  path: string;
  kind: "item" | "case" | "failed" | "next";
  /** The place among the ports of its kind. */
  at: number;
  target: string;
};

export function drawnOf(values: Values): Drawn {
  return { start: wordOf(values.start), nodes: recordsOf(values.nodes) };
}

export function idOf(step: Step): string {
  return wordOf(step.nodeId);
}

export function stepOf(drawn: Drawn, id: string): Step | undefined {
  return drawn.nodes.find((step) => idOf(step) === id);
}

/** The kind of a step. A kind that this page does not know is shown as a text. */
export function sourceOf(step: Step): Source {
  return SOURCES.find((source) => source === step.replySource) ?? "TEXT_REPLY";
}

/** Whether a step of this kind has a way on of its own. */
export function goesOn(source: Source): boolean {
  return source !== "BUTTONS" && source !== "AGENT_REPLY" && source !== "END";
}

/** The ways on from a step, as they are drawn from top to bottom. */
export function portsOf(step: Step): Port[] {
  const source = sourceOf(step);
  const ports: Port[] = [];
  const add = (kind: Port["kind"], path: string, at = 0) =>
    ports.push({ kind, path, at, target: wordOf(valueAt(step, path)) });
  if (source === "BUTTONS")
    recordsOf(step.itemList).forEach((_item, at) => {
      add("item", `itemList[${at}].next`, at);
    });
  recordsOf(step.condition).forEach((_case, at) => {
    add("case", `condition[${at}].next`, at);
  });
  if (goesOn(source) || wordOf(step.next) !== "") add("next", "next");
  if (isRecord(step.request)) add("failed", "request.failed");
  return ports;
}

/** The names of the variables that steps of the flow fill, in their order. */
export function variablesOf(drawn: Drawn): string[] {
  const found = drawn.nodes.flatMap((step) => [
    step.bingCode,
    ...recordsOf(step.itemList).map((item) => item.bingCode),
    ...recordsOf(valueAt(step, "answer.fromFields")).map((field) => field.fieldId),
    ...Object.values(isRecord(valueAt(step, "request.takes")) ? Object(valueAt(step, "request.takes")) : {}),
  ]);
  return [...new Set(found.map(wordOf).filter((name) => name !== ""))];
}

/** The steps in the order that a visitor meets them; the unreachable ones come last. */
export function walkOf(drawn: Drawn): Step[] {
  const seen = new Set<Step>();
  const waiting = [drawn.start];
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const step = stepOf(drawn, id);
    if (!step || seen.has(step)) continue;
    seen.add(step);
    waiting.push(...portsOf(step).map((port) => port.target));
  }
  return [...seen, ...drawn.nodes.filter((step) => !seen.has(step))];
}

/** A text of the wire; empty if it is something else. */
export function wordOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function recordsOf(value: unknown): Values[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
