/** Places the steps of a flow. The wire stores no positions. */
import { Graph, layout } from "@dagrejs/dagre";
import { type Drawn, idOf, portsOf, type Step, stepOf } from "./flow";
import type { Places } from "./flowEdit";

/** Sizes of a card: the same as in StepCard.module.css. */
export const CARD_WIDTH = 240;
const HEAD_HEIGHT = 76;
const PORT_HEIGHT = 32;

export function heightOf(step: Step): number {
  return HEAD_HEIGHT + PORT_HEIGHT * portsOf(step).length;
}

/** The flow from the start to the right; mirrored for languages that are written from the right. */
export function arranged(drawn: Drawn, isMirrored: boolean): Places {
  const graph = new Graph();
  graph.setGraph({ rankdir: isMirrored ? "RL" : "LR", nodesep: 32, ranksep: 88, edgesep: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const step of drawn.nodes) graph.setNode(idOf(step), { width: CARD_WIDTH, height: heightOf(step) });
  for (const step of drawn.nodes)
    for (const { target } of portsOf(step)) if (stepOf(drawn, target)) graph.setEdge(idOf(step), target, {});
  layout(graph);
  return Object.fromEntries(
    drawn.nodes.map((step) => {
      const { x = 0, y = 0 } = graph.node(idOf(step));
      return [
        idOf(step),
        { x: Math.round(x - CARD_WIDTH / 2), y: Math.round(y - heightOf(step) / 2) },
      ] as const;
    }),
  );
}

/** A place beside a step that no other card covers. */
export function placeBeside(drawn: Drawn, places: Places, id: string, isMirrored: boolean) {
  const origin = places[id] ?? { x: 0, y: 0 };
  const x = origin.x + (isMirrored ? -1 : 1) * (CARD_WIDTH + 88);
  let y = origin.y;
  const isTaken = () =>
    drawn.nodes.some((step) => {
      const place = places[idOf(step)];
      return (
        place !== undefined &&
        Math.abs(place.x - x) < CARD_WIDTH &&
        y < place.y + heightOf(step) &&
        place.y < y + HEAD_HEIGHT + PORT_HEIGHT * 2
      );
    });
  while (isTaken()) y += 24;
  return { x, y };
}

export type Direction = "left" | "right" | "up" | "down";

/** The nearest step in a direction; undefined if there is none. */
export function neighbourOf(places: Places, id: string, direction: Direction): string | undefined {
  const from = places[id];
  if (!from) return undefined;
  let best: { id: string; cost: number } | undefined;
  for (const [other, place] of Object.entries(places)) {
    const [along, across] = stepsTo(place.x - from.x, place.y - from.y, direction);
    if (other === id || along <= 0) continue;
    const cost = along + 2 * across;
    if (!best || cost < best.cost) best = { id: other, cost };
  }
  return best?.id;
}

function stepsTo(dx: number, dy: number, direction: Direction): [along: number, across: number] {
  switch (direction) {
    case "left":
      return [-dx, Math.abs(dy)];
    case "right":
      return [dx, Math.abs(dy)];
    case "up":
      return [-dy, Math.abs(dx)];
    case "down":
      return [dy, Math.abs(dx)];
    default:
      return direction satisfies never;
  }
}
