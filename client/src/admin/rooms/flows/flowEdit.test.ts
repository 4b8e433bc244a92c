import { describe, expect, it } from "vitest";
import { type Drawn, portsOf, sourceOf, variablesOf, walkOf } from "./flow";
import { blankItem, type Edit, edited, freeId, startHistory, turned } from "./flowEdit";

/** Buttons lead to a decision and an end; the decision asks a service. */
const drawn: Drawn = {
  start: "ask",
  nodes: [
    {
      nodeId: "ask",
      replySource: "BUTTONS",
      answer: "Which?",
      itemList: [
        { itemId: "1", name: "Late", bingCode: "topic", bindValue: "late", next: "look" },
        { itemId: "2", name: "Bye", next: "bye" },
      ],
      unknown: 7,
    },
    {
      nodeId: "look",
      replySource: "TEXT_REPLY",
      answer: "Well",
      bingCode: "words",
      condition: [{ bingCode: "topic", test: "is", bindValue: "late", next: "bye" }],
      request: { url: "https://shop.example", takes: { status: "state" }, failed: "ask" },
      next: "bye",
    },
    { nodeId: "bye", replySource: "END" },
  ],
};

const changedBy = (...edits: Edit[]) => edits.reduce(edited, drawn);
const step = (flow: Drawn, id: string) => flow.nodes.find((one) => one.nodeId === id);

describe("a flow's ways", () => {
  it("buttons, cases, the next step and a failed service are ports", () => {
    const paths = drawn.nodes.map((one) => portsOf(one).map((port) => `${port.path} ${port.target}`));

    expect(paths).toEqual([
      ["itemList[0].next look", "itemList[1].next bye"],
      ["condition[0].next bye", "next bye", "request.failed ask"],
      [],
    ]);
  });

  it("an end that leads on shows the way, so that it can be cut", () => {
    expect(portsOf({ nodeId: "x", replySource: "END", next: "ask" })).toHaveLength(1);
  });

  it("an unknown kind is shown as a text", () => {
    expect(sourceOf({ replySource: "DANCE" })).toBe("TEXT_REPLY");
  });

  it("names the variables that buttons, texts, forms and services fill", () => {
    const form = { nodeId: "f", replySource: "FROM_REPLY", answer: { fromFields: [{ fieldId: "order" }] } };
    expect(variablesOf({ ...drawn, nodes: [...drawn.nodes, form] })).toEqual([
      "topic",
      "words",
      "state",
      "order",
    ]);
  });

  it("walks from the start, and shows unreachable steps last", () => {
    const lost = { nodeId: "lost", replySource: "END" };
    const walked = walkOf({ start: "ask", nodes: [lost, ...[...drawn.nodes].reverse()] });
    expect(walked.map((one) => one.nodeId)).toEqual(["ask", "look", "bye", "lost"]);
  });
});

describe("an edit", () => {
  it("a new step stands between a way and where it led", () => {
    const flow = changedBy({
      do: "add",
      id: "new",
      source: "CARD",
      from: { id: "ask", port: "itemList[0].next" },
    });

    expect(step(flow, "ask")).toMatchObject({ itemList: [{ next: "new" }, { next: "bye" }], unknown: 7 });
    expect(step(flow, "new")).toMatchObject({ replySource: "CARD", next: "look" });
  });

  it("the first step of an empty flow is its start", () => {
    expect(edited({ start: "", nodes: [] }, { do: "add", id: "a", source: "END" }).start).toBe("a");
  });

  it("an end takes no way over", () => {
    const flow = changedBy({ do: "add", id: "new", source: "END", from: { id: "look", port: "next" } });

    expect(step(flow, "look")).toMatchObject({ next: "new" });
    expect(step(flow, "new")).not.toHaveProperty("next");
  });

  it("a removed step's ways lead on if only one is meant", () => {
    const simple = edited(
      changedBy({ do: "add", id: "mid", source: "CARD", from: { id: "look", port: "next" } }),
      {
        do: "remove",
        id: "mid",
      },
    );
    expect(step(simple, "look")).toMatchObject({ next: "bye" });

    const forked = changedBy({ do: "remove", id: "look" });
    expect(step(forked, "ask")).toMatchObject({ itemList: [{ next: "" }, { next: "bye" }] });
  });

  it("removing the start makes another step the start", () => {
    expect(changedBy({ do: "remove", id: "ask" }).start).toBe("look");
  });

  it("connects and cuts ways, and refuses what does not exist", () => {
    const from = { id: "look", port: "request.failed" };
    expect(step(changedBy({ do: "connect", from, to: "bye" }), "look")).toMatchObject({
      request: { failed: "bye" },
    });
    expect(step(changedBy({ do: "connect", from, to: "" }), "look")).toMatchObject({
      request: { failed: "" },
    });
    expect(changedBy({ do: "connect", from, to: "nowhere" })).toBe(drawn);
    expect(changedBy({ do: "connect", from: { id: "bye", port: "next" }, to: "ask" })).toBe(drawn);
  });

  it("a new name follows every way", () => {
    const flow = changedBy({ do: "rename", id: "bye", to: "end" }, { do: "rename", id: "ask", to: "hello" });

    expect(flow.start).toBe("hello");
    expect(step(flow, "look")).toMatchObject({
      next: "end",
      condition: [{ next: "end" }],
      request: { failed: "hello" },
    });
    expect(changedBy({ do: "rename", id: "bye", to: "ask" })).toBe(drawn);
  });

  it("copies a step and chooses the start", () => {
    const flow = changedBy({ do: "copy", id: "look", as: "look-2" }, { do: "start", id: "look-2" });
    expect(step(flow, "look-2")).toEqual({ ...step(drawn, "look"), nodeId: "look-2" });
    expect(flow.start).toBe("look-2");
  });

  it("ids of new steps and buttons are free", () => {
    expect(freeId({ start: "", nodes: [{ nodeId: "text-2" }] }, "text")).toBe("text-3");
    expect(blankItem([{ itemId: "2" }])).toMatchObject({ itemId: "3", id: "b3" });
  });
});

describe("undo", () => {
  const typed = (answer: string) => ({
    ...drawn,
    nodes: drawn.nodes.map((one) => (one.nodeId === "ask" ? { ...one, answer } : one)),
  });
  const start = startHistory({ drawn, places: {} });

  it("goes back and forth, and a new edit ends the way forth", () => {
    const cut = changedBy({ do: "remove", id: "look" });
    const once = turned(start, { do: "record", drawn: cut });
    const back = turned(once, { do: "undo" });

    expect(back.now.drawn).toBe(drawn);
    expect(turned(back, { do: "redo" }).now.drawn).toBe(cut);
    expect(turned(turned(back, { do: "record", drawn: typed("x") }), { do: "redo" }).now.drawn).toEqual(
      typed("x"),
    );
    expect(turned(start, { do: "undo" })).toBe(start);
    expect(turned(start, { do: "redo" })).toBe(start);
  });

  it("takes what is typed in one text as one step, until another step is chosen", () => {
    const one = turned(turned(start, { do: "record", drawn: typed("W") }), {
      do: "record",
      drawn: typed("Wh"),
    });
    expect(one.past).toHaveLength(1);

    const other = turned(turned(one, { do: "seal" }), { do: "record", drawn: typed("Why") });
    expect(other.past).toHaveLength(2);
    expect(turned(other, { do: "undo" }).now.drawn).toEqual(typed("Wh"));
  });

  it("the same flow again is no step", () => {
    expect(turned(start, { do: "record", drawn: structuredClone(drawn) })).toBe(start);
  });

  it("dragging is a step; the first place of a new one is not", () => {
    const placed = turned(start, { do: "record", places: { ask: { x: 0, y: 0 } } });
    expect(placed.past).toHaveLength(0);

    const moved = turned(placed, { do: "record", places: { ask: { x: 9, y: 0 } } });
    expect(turned(moved, { do: "undo" }).now.places).toEqual({ ask: { x: 0, y: 0 } });
  });

  it("forgets the oldest of very many steps", () => {
    let history = start;
    for (let turn = 0; turn < 300; turn += 1)
      history = turned(turned(history, { do: "seal" }), { do: "record", drawn: typed(String(turn)) });
    expect(history.past).toHaveLength(200);
  });
});
