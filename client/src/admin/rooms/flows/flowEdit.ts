/** What can be done to a drawn flow, and undone. Pure: the same edits serve the drawing and the list. */
import { isRecord } from "../../../lib/record";
import { isSame, withValue } from "../../things/paths";
import { type Drawn, goesOn, idOf, type Port, portsOf, type Source, type Step, stepOf } from "./flow";

/** Where a way begins: a step, and the port's path. */
export type From = { id: string; port: string };

export type Edit =
  /** Adds a step; `from` leads to it, and it leads where `from` led before. */
  | { do: "add"; id: string; source: Source; from?: From | undefined }
  /** Removes a step; ways to it lead on to the step after it. */
  | { do: "remove"; id: string }
  /** Leads a way to a step; an empty `to` leads it nowhere. */
  | { do: "connect"; from: From; to: string }
  /** Gives a step another id, and every way to it. */
  | { do: "rename"; id: string; to: string }
  /** Adds a copy of a step, which nothing leads to. */
  | { do: "copy"; id: string; as: string }
  | { do: "start"; id: string };

export function edited(drawn: Drawn, edit: Edit): Drawn {
  switch (edit.do) {
    case "add":
      return added(drawn, edit.id, edit.source, edit.from);
    case "remove":
      return removed(drawn, edit.id);
    case "connect":
      return connected(drawn, edit.from, edit.to);
    case "rename":
      return renamed(drawn, edit.id, edit.to);
    case "copy": {
      const step = stepOf(drawn, edit.id);
      if (!step || stepOf(drawn, edit.as)) return drawn;
      return { ...drawn, nodes: [...drawn.nodes, { ...step, nodeId: edit.as }] };
    }
    case "start":
      return stepOf(drawn, edit.id) ? { ...drawn, start: edit.id } : drawn;
    default:
      return edit satisfies never;
  }
}

/** An id that no step has: the kind's word and a number. */
export function freeId(drawn: Drawn, word: string): string {
  const taken = new Set(drawn.nodes.map(idOf));
  let number = drawn.nodes.length + 1;
  while (taken.has(`${word}-${number}`)) number += 1;
  return `${word}-${number}`;
}

/** A new step of a kind with what the kind needs at least. */
export function blankStep(id: string, source: Source): Step {
  const step = { nodeId: id, replySource: source };
  switch (source) {
    case "BUTTONS":
      return { ...step, answer: "", itemList: [blankItem([]), blankItem([blankItem([])])] };
    case "FROM_REPLY":
      return { ...step, answer: { referGuide: "", fromFields: [] } };
    case "CARD":
      return { ...step, answer: { picture: "", title: "", desc: "", price: "", url: "" } };
    case "TEXT_REPLY":
    case "FAQ":
    case "LARGE_MODEL_REPLY":
    case "AGENT_REPLY":
    case "END":
      return { ...step, answer: "" };
    default:
      return source satisfies never;
  }
}

/** A button whose names differ from those beside it. */
export function blankItem(beside: readonly unknown[]): Readonly<Record<string, unknown>> {
  const taken = new Set(beside.filter(isRecord).map((item) => String(item.itemId ?? "")));
  let number = beside.length + 1;
  while (taken.has(String(number))) number += 1;
  return { id: `b${number}`, itemId: String(number), name: "", bingCode: "", bindValue: "", next: "" };
}

function added(drawn: Drawn, id: string, source: Source, from: From | undefined): Drawn {
  if (stepOf(drawn, id)) return drawn;
  const before = from && portOf(drawn, from);
  const blank = blankStep(id, source);
  const step = before?.target && goesOn(source) ? { ...blank, next: before.target } : blank;
  const grown = { start: drawn.start || id, nodes: [...drawn.nodes, step] };
  return from ? connected(grown, from, id) : grown;
}

function removed(drawn: Drawn, id: string): Drawn {
  const step = stepOf(drawn, id);
  if (!step) return drawn;
  const after = [...new Set(portsOf(step).map((port) => port.target))].filter(
    (target) => target !== "" && target !== id && stepOf(drawn, target),
  );
  // With several ways on, nobody but the user knows which one is meant.
  const next = after.length === 1 ? (after[0] ?? "") : "";
  const rest = drawn.nodes.filter((other) => other !== step);
  const start = drawn.start === id ? next || idOf(rest[0] ?? {}) : drawn.start;
  return { start, nodes: rest.map((other) => redirected(other, id, next)) };
}

function connected(drawn: Drawn, from: From, to: string): Drawn {
  if (!portOf(drawn, from) || (to !== "" && !stepOf(drawn, to))) return drawn;
  return {
    ...drawn,
    nodes: drawn.nodes.map((step) => (idOf(step) === from.id ? withValue(step, from.port, to) : step)),
  };
}

function renamed(drawn: Drawn, id: string, to: string): Drawn {
  if (to === "" || to === id || !stepOf(drawn, id) || stepOf(drawn, to)) return drawn;
  return {
    start: drawn.start === id ? to : drawn.start,
    nodes: drawn.nodes.map((step) => redirected(idOf(step) === id ? { ...step, nodeId: to } : step, id, to)),
  };
}

/** The step with each way to `id` leading to `to`. */
function redirected(step: Step, id: string, to: string): Step {
  return portsOf(step)
    .filter((port) => port.target === id)
    .reduce<Step>((changed, port) => withValue(changed, port.path, to), step);
}

function portOf(drawn: Drawn, from: From): Port | undefined {
  const step = stepOf(drawn, from.id);
  return step && portsOf(step).find((port) => port.path === from.port);
}

/** Where the steps stand on the drawing, by their ids. */
export type Places = Readonly<Record<string, { readonly x: number; readonly y: number }>>;

/** What undo brings back. */
export type Picture = { readonly drawn: Drawn; readonly places: Places };

export type History = {
  past: readonly Picture[];
  now: Picture;
  future: readonly Picture[];
  /** The text that is being typed: its letters are one step of undo. Empty after anything else. */
  typing: string;
};

export type Turn =
  | { do: "record"; drawn?: Drawn; places?: Places }
  | { do: "undo" }
  | { do: "redo" }
  /** Another step is chosen: what is typed from here on is undone by itself. */
  | { do: "seal" };

/** The most steps of undo. */
const PAST_MAX = 200;

export function startHistory(now: Picture): History {
  return { past: [], now, future: [], typing: "" };
}

export function turned(history: History, turn: Turn): History {
  const { past, now, future } = history;
  switch (turn.do) {
    case "record": {
      const picture = { drawn: turn.drawn ?? now.drawn, places: turn.places ?? now.places };
      if (isSamePicture(now, picture)) return history;
      // The first places of new steps belong to the edit that made the steps.
      if (!turn.drawn && isGrown(now.places, picture.places)) return { ...history, now: picture };
      const typing = typedAt(now.drawn, picture.drawn);
      const isMore = typing !== "" && typing === history.typing;
      return { past: isMore ? past : [...past, now].slice(-PAST_MAX), now: picture, future: [], typing };
    }
    case "undo": {
      const before = past.at(-1);
      if (!before) return history;
      return { past: past.slice(0, -1), now: before, future: [now, ...future], typing: "" };
    }
    case "redo": {
      const [after, ...rest] = future;
      if (!after) return history;
      return { past: [...past, now], now: after, future: rest, typing: "" };
    }
    case "seal":
      return { ...history, typing: "" };
    default:
      return turn satisfies never;
  }
}

function isGrown(before: Places, after: Places): boolean {
  return Object.entries(before).every(([id, place]) => isSame(place, after[id]));
}

function isSamePicture(one: Picture, other: Picture): boolean {
  return isSame(one.drawn, other.drawn) && isSame(one.places, other.places);
}

/** The path of the one text that differs; empty if more than that does. */
function typedAt(before: Drawn, after: Drawn): string {
  const found = differing(before, after, "");
  return found.length === 1 ? (found[0] ?? "") : "";
}

/** The paths of the texts that differ; two empty ones if anything else differs, so that `typedAt` finds no single text. */
function differing(before: unknown, after: unknown, path: string): string[] {
  if (isSame(before, after)) return [];
  if (typeof before === "string" && typeof after === "string") return [path];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((one, at) => differing(one, after[at], `${path}.${at}`));
  if (isRecord(before) && isRecord(after) && !Array.isArray(before) && !Array.isArray(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => differing(before[key] ?? "", after[key] ?? "", `${path}.${key}`));
  }
  return ["", ""];
}
