import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { visitorEvent } from "./event";
import { type Content, feedbackOf, message, noteOf } from "./message";
import { asked, polled } from "./session";

const folder = join(import.meta.dirname, "../../../fixtures/wire");
const golden: unknown[] = JSON.parse(readFileSync(join(folder, "messages/visitor.json"), "utf8"));
const events = golden.map((entry) => v.parse(visitorEvent, entry));
const messages = events.flatMap((event) => (event.kind === "message" ? [event.message] : []));

/** The content of a message with these fields. */
function contentOf(msgType: unknown, msgContent: unknown, rest: object = {}): Content {
  return v.parse(message, { msgId: "m", msgType, msgContent, senderType: 2, ...rest }).content;
}

// [MS-02] [MS-04] [MS-05] [MS-06] [MS-07] [MS-08]
it("reads every golden message into its kind", () => {
  expect(messages.map(({ content }) => content.kind)).toEqual([
    "card",
    "card",
    "card",
    "card",
    "audio",
    "form",
    "form",
    "filledForm",
    "menu",
    "answer",
    "text",
    "text",
    "text",
    "answer",
  ]);
});

// [MS-05]
it("reads the fields of each kind of card", () => {
  const cards = messages.flatMap(({ content }) => (content.kind === "card" ? [content.card] : []));

  expect(cards).toMatchObject([
    { look: "product", title: "Boston fern", description: "In a pot", price: "12.50" },
    { look: "goods", description: "In a pot", label: "new", url: "https://example.com/ferns" },
    { look: "order", orderCode: "FF-1042", orderStatus: "sent", orderTime: "2026-11-20" },
    { look: "link", subtitle: "Water", description: "Every other day", url: "https://example.com/ferns" },
  ]);
});

// [MS-04]
it("reads 'json' and 'card' as a card, and a robot's card without JSON as an answer with suggestions", () => {
  const product = JSON.stringify({ title: "Fern" });

  expect(contentOf("json", product)).toMatchObject({ kind: "card", card: { title: "Fern" } });
  expect(contentOf("card", product)).toMatchObject({ kind: "card" });
  expect(
    contentOf(3, "Which one?", { senderType: 3, suggestList: [{ question: "The big one", docId: "big" }] }),
  ).toMatchObject({
    kind: "answer",
    parts: [{ kind: "text", text: "Which one?" }],
    suggestions: [{ question: "The big one", docId: "big" }],
  });
});

// [MS-06] [MS-07]
it("reads a form with its answers and its target", () => {
  const forms = messages.flatMap(({ content }) => (content.kind === "form" ? [content.form] : []));

  expect(forms[0]).toMatchObject({
    title: "When may we come?",
    isFilled: true,
    answers: { f1: "Ann", f2: ["spade"] },
    target: undefined,
  });
  expect(forms[1]).toMatchObject({
    isFilled: false,
    answers: {},
    target: {
      url: "https://forms.example.com/visits",
      method: "POST",
      headers: { "X-Form": "visit" },
      contentType: "application/json",
    },
  });
});

// [MS-10] [MS-11]
it("reads every replySource of a robot's answer, and each button once", () => {
  const answer = messages.find(({ content }) => content.kind === "answer")?.content;

  expect(answer).toMatchObject({
    parts: [
      { kind: "text", text: "<p>Hello</p>" },
      { kind: "card", card: { title: "Fern" } },
      { kind: "text", text: "In a day.", docId: "shipping-time" },
      { kind: "text", text: "It depends." },
      { kind: "form", form: { title: "When may we come?" } },
      { kind: "text", text: "I will look." },
      { kind: "text", text: "Is it?" },
      { kind: "text", text: "Bye" },
    ],
    buttons: [{ nodeId: "n7", id: "yes", itemId: "1", name: "Yes", bindCode: "wants", bindValue: "1" }],
    suggestions: [{ question: "And returns?", docId: "" }],
    references: [{ name: "terms.pdf", url: "/api/files/terms.pdf" }],
    handover: "I will get somebody.",
  });
});

// [CH-15]
it("reads a quoted message, but no text of a recalled one", () => {
  const quotes = messages.flatMap(({ quote }) => (quote ? [quote] : []));

  expect(quotes).toMatchObject([
    { sender: "visitor", isRecalled: false, content: { kind: "text", text: "How fast do you ship?" } },
    { isRecalled: true, content: { text: "" } },
  ]);
});

it("reads the changes to a message", () => {
  const told = events.flatMap((event) => (event.kind === "amended" ? [event.amendment] : []));

  expect(told).toEqual([{ filled: ["Ann", ""] }, { feedback: "down" }, {}]);
  expect(events.filter((event) => event.kind === "unknown")).toHaveLength(2);
});

// [MS-12]
it("lets the visitor rate an answer unless disabled is 0, 1 or 2", () => {
  expect([null, undefined, 0, 1, 2, 3, "", "1"].map(feedbackOf)).toEqual([
    undefined,
    undefined,
    "up",
    "down",
    "hidden",
    undefined,
    undefined,
    "down",
  ]);
  expect(noteOf('{"disabled":2}').feedback).toBe("hidden");
  expect(noteOf('{"hidden":1}').isHidden).toBe(true);
  expect(noteOf("{").isHidden).toBe(false);
});

it("tells a growing reply from the complete one, which has references", () => {
  const told = JSON.parse(readFileSync(join(folder, "visitor/getEventMsg/partial.json"), "utf8")).data;
  const [part, whole] = v.parse(polled, told).events;

  expect(part).toMatchObject({ kind: "message", message: { isGrowing: true } });
  expect(part?.seq).toBeUndefined();
  expect(whole).toMatchObject({
    seq: 3,
    message: { content: { references: [{ name: "How fast do you ship?" }], docId: "shipping-time" } },
  });
  expect(whole?.kind === "message" && whole.message.isGrowing).toBeUndefined();
});

// [MS-10] [RB-03]
it("reads every node of a flow, and its form after it is filled in", () => {
  const flow = JSON.parse(readFileSync(join(folder, "visitor/robotAsk/flow.json"), "utf8"));
  const replies = flow.asks.map(({ response }: { response: { data: unknown } }) =>
    v.parse(asked, response.data),
  );
  const byName = (name: string) =>
    replies[flow.asks.findIndex((ask: { name: string }) => ask.name === name)]?.reply.answer;
  const filled = flow.events.find(({ name }: { name: string }) => name === "form as it reads then").event;

  expect(byName("buttons").buttons).toMatchObject([
    { nodeId: "topic", itemId: "late", bindCode: "topic", bindValue: "late", name: "It is late" },
    { nodeId: "topic", itemId: "damaged" },
  ]);
  expect(byName("form").parts).toMatchObject([{ kind: "form", form: { isFilled: false } }]);
  expect(byName("article and card").parts).toMatchObject([{ docId: "unwell-plant" }, { kind: "card" }]);
  expect(byName("model").parts).toMatchObject([{ text: "<p>Most plants recover within a month.</p>" }]);
  // The text before a hand-over is shown once.
  expect(byName("agent")).toMatchObject({ parts: [{ text: "<p>I will get somebody.</p>" }], handover: "" });
  expect(replies.map((reply: { wantsTransfer: boolean }) => reply.wantsTransfer)).toContain(true);
  expect(v.parse(message, filled).content).toMatchObject({
    parts: [{ form: { isFilled: true, answers: { order: "FF-1042" } } }],
  });
});

// [MS-15]
describe("broken content reads as unsupported or empty and never throws", () => {
  const broken = [
    "",
    "{",
    "null",
    "[]",
    "[1]",
    '"text"',
    "{}",
    '{"title":{}}',
    '{"fromFields":"{"}',
    "\u0000",
  ];

  it.each([3, 7, 8, 9, 10, 11, 99, "json", "card"])("type %s", (msgType) => {
    for (const msgContent of broken) expect(contentOf(msgType, msgContent).kind).toBe("unsupported");
  });

  it.each([13, -1, 1e9, "nonsense", "animation"])("the unknown type %s", (msgType) => {
    expect(contentOf(msgType, "hello").kind).toBe("unsupported");
  });

  it("an answer's parts, buttons and lists", () => {
    const nonsense = ["{", 5, null, [1, null], { a: 1 }, '[{"replySource":"CARD","answer":"{"}]'];
    for (const one of nonsense) {
      const rest = { answers: one, itemList: one, btnList: one, robotSuggest: one, referenceFile: one };
      expect(contentOf(12, "words", { ...rest, answerType: 1 })).toMatchObject({
        kind: "answer",
        parts: [{ kind: "text", text: "words" }],
        buttons: [],
        isBar: false,
        references: [],
      });
    }
  });

  // [MS-08]
  it("a menu bar, with each button once", () => {
    const items = [{ id: "b1", itemId: "1", name: "Orders" }, { name: "" }, 5];
    const read = contentOf(12, "", {
      answerType: 1,
      nodeId: "menu",
      itemList: items,
      menubar: JSON.stringify(items),
    });

    expect(read).toMatchObject({
      kind: "answer",
      isBar: true,
      buttons: [{ nodeId: "menu", id: "b1", itemId: "1", name: "Orders" }],
    });
    expect(contentOf(12, "", { answerType: 1, menubar: "{" })).toMatchObject({ isBar: false });
  });

  it("a quote, a note and a form's own fields", () => {
    const read = v.parse(message, {
      msgType: 10,
      msgContent: "{}",
      senderType: 2,
      replyMsg: "{",
      docNode: "[",
      formFields: [{ fieldId: "f", fieldType: "x", fieldValue: "{" }, 7],
    });

    expect(read.quote).toBeUndefined();
    expect(read.content).toMatchObject({ kind: "form", form: { fields: [{ id: "f", kind: "line" }] } });
  });
});

// [CH-18]
it("reads a time below 1e10 as seconds", () => {
  const at = (msgTime: number) =>
    v.parse(message, { msgId: "m", msgType: 1, msgContent: "x", senderType: 2, msgTime }).at;

  expect([9_999_999_999, 1_790_000_000].map(at)).toEqual([9_999_999_999_000, 1_790_000_000_000]);
  expect([10_000_000_000, 1_790_000_000_000].map(at)).toEqual([10_000_000_000, 1_790_000_000_000]);
});
