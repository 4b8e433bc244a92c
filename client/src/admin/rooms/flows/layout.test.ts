import { expect, it } from "vitest";
import type { Drawn } from "./flow";
import { arranged, CARD_WIDTH, heightOf, neighbourOf, placeBeside } from "./layout";

const drawn: Drawn = {
  start: "a",
  nodes: [
    { nodeId: "a", replySource: "BUTTONS", itemList: [{ next: "b" }, { next: "c" }] },
    { nodeId: "b", replySource: "TEXT_REPLY", next: "c" },
    { nodeId: "c", replySource: "END" },
    { nodeId: "lost", replySource: "END" },
  ],
};

const overlaps = (places: ReturnType<typeof arranged>) =>
  drawn.nodes.some((one) =>
    drawn.nodes.some((other) => {
      const [p, q] = [places[String(one.nodeId)], places[String(other.nodeId)]];
      if (one === other || !p || !q) return false;
      return Math.abs(p.x - q.x) < CARD_WIDTH && p.y < q.y + heightOf(other) && q.y < p.y + heightOf(one);
    }),
  );

it("a flow runs to the right, or to the left in languages that are written from the right", () => {
  const places = arranged(drawn, false);
  const mirrored = arranged(drawn, true);

  expect(places.a?.x).toBeLessThan(places.b?.x ?? 0);
  expect(places.b?.x).toBeLessThan(places.c?.x ?? 0);
  expect(mirrored.a?.x).toBeGreaterThan(mirrored.b?.x ?? 0);
});

it("no card covers another, also a new one", () => {
  const places = arranged(drawn, false);
  expect(overlaps(places)).toBe(false);

  const { lost: _gone, ...rest } = places;
  expect(overlaps({ ...rest, lost: placeBeside(drawn, rest, "a", false) })).toBe(false);
});

it("an arrow key finds the nearest step in its direction", () => {
  const places = { a: { x: 0, y: 0 }, b: { x: 300, y: 0 }, c: { x: 600, y: 10 }, d: { x: 0, y: 200 } };

  expect(neighbourOf(places, "a", "right")).toBe("b");
  expect(neighbourOf(places, "c", "left")).toBe("b");
  expect(neighbourOf(places, "a", "down")).toBe("d");
  expect(neighbourOf(places, "a", "up")).toBeUndefined();
});
