import * as v from "valibot";
import { describe, expect, it, vi } from "vitest";
import { answer, changed, message, open, received, SESSION, written } from "../../test/conversations";
import { ApiError } from "../api/http";
import type { VisitorApi } from "../api/visitor";
import type { Change } from "../conversation/change";
import { entryOf } from "../conversation/entries";
import { reduce } from "../conversation/reduce";
import { rowsOf } from "../conversation/rows";
import type { Conversation } from "../conversation/types";
import { readQuery } from "../lib/query";
import { createKeeper } from "../lib/storage";
import { channel as channelSchema } from "../wire/channel";
import type { Form } from "../wire/form";
import type { Content, Message } from "../wire/message";
import { followMessage } from "./follow";
import { createForms } from "./forms";
import { rateAnswer } from "./opinion";
import { keepCard, offeredCard, sendCard, showCard } from "./showing";
import type { Visit } from "./visit";

const form: Form = {
  title: "When may we come?",
  fields: [{ id: "f1", name: "Name", kind: "line", isRequired: true, options: [] }],
  answers: {},
  isFilled: false,
  target: undefined,
};
const target = {
  url: "https://forms.example.com/",
  method: "POST",
  headers: {},
  contentType: "application/json",
};
const sent = { messageId: `${SESSION}.9`, at: 9000, seq: 9 };
const FORM = `${SESSION}.1`;

/** A visit to a chat in which the robot has said `contents`, with a fake api. */
function visiting(contents: readonly Content[], over: Partial<Conversation> = {}) {
  const entries = contents.map((content, at) => entryOf(message(at + 1, { sender: "robot", content })));
  let conversation: Conversation = { ...open(), entries, ...over };
  let ids = 0;
  const api = {
    sendForm: vi.fn(async () => sent),
    relayForm: vi.fn(async () => ({ ok: true, message: "See you on Monday" })),
    rateAnswer: vi.fn(async () => ({})),
    transfer: vi.fn(async () => ({ result: "connected", position: 0 })),
  };
  const visit: Visit = {
    // The fake implements only the calls that these tests use.
    api: api as unknown as VisitorApi,
    clock: { now: () => 10_000, sleep: async () => undefined },
    keeper: createKeeper(() => localStorage),
    tabKeeper: createKeeper(() => sessionStorage),
    channel: v.parse(channelSchema, { tenantId: "demo", channelId: "demo", robotNo: "fern" }),
    query: readQuery("?channelId=demo"),
    handedOver: "",
    locale: "en",
    random: () => 0,
    newId: () => `id-${++ids}`,
    conversation: () => conversation,
    change: (change: Change) => {
      conversation = reduce(conversation, change);
    },
    pickGroup: vi.fn(),
    fillForm: vi.fn(),
    onFileRefused: vi.fn(),
    onNoRoomForFiles: vi.fn(),
    onNoAgent: vi.fn(),
    onRefused: vi.fn(),
    onUnreachable: vi.fn(),
    onMessage: vi.fn(),
    onCall: vi.fn(),
    who: { userId: "v", token: "t", pollId: "p" },
    hasTakenUpUnsent: false,
    serverAheadMs: 0,
    outlivesPage: true,
  };
  return { visit, api, now: () => conversation };
}

describe("a form in a message", () => {
  // [MS-06]
  it("is sent as a message that names it, is listed, and marks the form as filled", async () => {
    const { visit, api, now } = visiting([{ kind: "form", form }]);

    const submitting = createForms(visit).submit(FORM, { f1: "Ann" });
    expect(now().entries.at(-1)).toMatchObject({ delivery: "sending", content: { kind: "filledForm" } });

    expect(await submitting).toEqual({ kind: "taken", text: "" });
    expect(api.sendForm).toHaveBeenCalledWith("v", "id-1", FORM, form, { f1: "Ann" });
    expect(now().entries).toMatchObject([
      { content: { kind: "form", form: { isFilled: true, answers: { f1: "Ann" } } } },
      { id: sent.messageId, delivery: "sent", content: { form: { answers: { f1: "Ann" } } } },
    ]);
  });

  it("inside a robot's answer is named by the answer's id", async () => {
    const { visit, api, now } = visiting([
      { kind: "answer", ...answer({ parts: [{ kind: "form", form }] }) },
    ]);

    await createForms(visit).submit(FORM, { f1: "Ann" });

    expect(api.sendForm).toHaveBeenCalledWith("v", "id-1", FORM, form, { f1: "Ann" });
    expect(now().entries[0]?.content).toMatchObject({ parts: [{ form: { isFilled: true } }] });
  });

  // [MS-07]
  it("with an address goes through the relay, and returns the service's message", async () => {
    const { visit, api, now } = visiting([{ kind: "form", form: { ...form, target } }]);

    expect(await createForms(visit).submit(FORM, { f1: "Ann" })).toEqual({
      kind: "taken",
      text: "See you on Monday",
    });

    expect(api.sendForm).not.toHaveBeenCalled();
    expect(now().entries).toHaveLength(1);
    expect(now().entries[0]?.content).toMatchObject({ form: { isFilled: true } });
  });

  it("that the service refuses stays open, with the service's message", async () => {
    const { visit, api, now } = visiting([{ kind: "form", form: { ...form, target } }]);
    api.relayForm.mockResolvedValue({ ok: false, message: "No room on Monday" });

    expect(await createForms(visit).submit(FORM, {})).toEqual({
      kind: "refused",
      text: "No room on Monday",
    });
    expect(now().entries[0]?.content).toMatchObject({ form: { isFilled: false } });
  });

  it("sent again after a lost response is the same message, without a trace of the first try", async () => {
    const { visit, api, now } = visiting([{ kind: "form", form }]);
    api.sendForm.mockRejectedValueOnce(new ApiError("unreachable", ""));
    const forms = createForms(visit);

    expect(await forms.submit(FORM, { f1: "Ann" })).toEqual({ kind: "unreachable" });
    expect(now().entries).toHaveLength(1);
    expect(await forms.submit(FORM, { f1: "Ann" })).toMatchObject({ kind: "taken" });

    expect(api.sendForm.mock.calls.map((call: unknown[]) => call[1])).toEqual(["id-1", "id-1"]);
  });

  it.each([
    ["conflict", {}, { kind: "already" }],
    ["conflict", { phase: "ended" }, { kind: "gone" }],
    ["idReused", {}, { kind: "already" }],
    ["notFound", {}, { kind: "gone" }],
    ["forbidden", {}, { kind: "gone" }],
    ["invalid", {}, { kind: "refused", text: "" }],
    ["tooMany", {}, { kind: "tooMany" }],
    ["unavailable", {}, { kind: "unreachable" }],
  ] as const)("that is answered by %s says so: %j", async (kind, over, outcome) => {
    const { visit, api, now } = visiting([{ kind: "form", form }], over);
    api.sendForm.mockRejectedValue(new ApiError(kind, ""));

    expect(await createForms(visit).submit(FORM, { f1: "Ann" })).toEqual(outcome);
    const isFilled = outcome.kind === "already";
    expect(now().entries).toMatchObject([{ content: { form: { isFilled } } }]);
  });

  it("that does not exist or is already filled in is not sent", async () => {
    const { visit, api } = visiting([{ kind: "form", form: { ...form, isFilled: true } }]);

    expect(await createForms(visit).submit("nowhere", {})).toEqual({ kind: "gone" });
    expect(await createForms(visit).submit(FORM, {})).toEqual({ kind: "already" });
    expect(api.sendForm).not.toHaveBeenCalled();
  });
});

describe("whether an answer helped", () => {
  const said: Content = { kind: "answer", ...answer({ docId: "d" }) };

  // [MS-12]
  it("is shown at once, sent with its document, and is final", async () => {
    const { visit, api, now } = visiting([said]);

    const telling = rateAnswer(visit, FORM, true);
    expect(now().entries[0]?.feedback).toBe("up");
    await telling;
    await rateAnswer(visit, FORM, false);

    const about = { docId: "d", robotNo: "fern", tenantId: "demo", sessionId: SESSION, msgId: FORM };
    expect(api.rateAnswer.mock.calls).toEqual([["v", about, true]]);
    expect(now().entries[0]?.feedback).toBe("up");
  });

  // [MS-12]
  it("is removed if the call fails, but not if the answer was rated before", async () => {
    const lost = visiting([said]);
    lost.api.rateAnswer.mockRejectedValue(new ApiError("unreachable", ""));
    await rateAnswer(lost.visit, FORM, false);
    const known = visiting([said]);
    known.api.rateAnswer.mockRejectedValue(new ApiError("conflict", ""));
    await rateAnswer(known.visit, FORM, false);

    expect(lost.now().entries[0]?.feedback).toBeUndefined();
    expect(lost.visit.onUnreachable).toHaveBeenCalledOnce();
    expect(known.now().entries[0]?.feedback).toBe("down");
  });
});

describe("the product card", () => {
  const { card } = readQuery(
    "?title=Fern&desc=In+a+pot&price=12.50&picture=/demo/fern.svg&url=https://example.com/",
  );
  const sender = () => ({ sendCard: vi.fn() });
  const sending = (visit: Visit, fake: { sendCard: unknown }) =>
    sendCard(visit, fake as Parameters<typeof sendCard>[1]);

  // [ID-12]
  it("comes from the page's address, and is shown until it is sent", async () => {
    const { visit, now } = visiting([], { phase: "manual" });
    const fake = sender();

    showCard(visit, card);
    expect(now().card).toMatchObject({ title: "Fern", description: "In a pot", price: "12.50" });
    await sending(visit, fake);

    expect(fake.sendCard).toHaveBeenCalledWith(card);
    expect(now().card).toBeUndefined();
  });

  // [ID-12] [MS-09]
  it("asks for an agent first if only the robot is there, and stays if no agent comes", async () => {
    const { visit, api, now } = visiting([]);
    showCard(visit, card);
    const fake = sender();
    api.transfer.mockResolvedValueOnce({ result: "noAgent", position: 0 });

    await sending(visit, fake);
    expect(fake.sendCard).not.toHaveBeenCalled();
    expect(now().card).toEqual(card);
    await sending(visit, fake);

    expect(fake.sendCard).toHaveBeenCalledOnce();
  });

  it("is not offered again after it was sent in this chat", () => {
    const own = card && entryOf(message(1, { sender: "visitor", content: { kind: "card", card } }));
    const { visit, now } = visiting([], { entries: own ? [own] : [] });

    showCard(visit, card);

    expect(now().card).toBeUndefined();
  });

  it("survives a reload until it is sent", async () => {
    const { visit } = visiting([], { phase: "manual" });
    keepCard(visit, card);
    showCard(visit, card);

    expect(offeredCard(visiting([]).visit)).toEqual(card);
    await sending(visit, sender());
    expect(offeredCard(visiting([]).visit)).toBeUndefined();
  });

  it("stays dismissed after a reload, even if the address names it, but another card is offered", () => {
    const { visit } = visiting([]);
    keepCard(visit, card);
    showCard(visit, card);
    keepCard(visit, undefined);

    const again = visiting([]).visit;
    expect(offeredCard(again)).toBeUndefined();
    again.query = { ...again.query, card };
    expect(offeredCard(again)).toBeUndefined();
    const other = card && { ...card, title: "Olive" };
    again.query = { ...again.query, card: other };
    expect(offeredCard(again)).toEqual(other);
  });

  it("is absent if the tab keeps a malformed value", () => {
    const { visit } = visiting([]);
    for (const value of ["card", 7, null, { card: "{}", isOffered: true }, { card: [], isOffered: 1 }]) {
      visit.tabKeeper.write("demo&card", value, 10_000, 1000);
      expect(offeredCard(visit)).toBeUndefined();
    }
  });

  it("is absent if the address names none", () => {
    expect(readQuery("?channelId=demo").card).toBeUndefined();
    expect(readQuery("?price=5").card).toBeUndefined();
  });
});

describe("an answer that arrives in a poll", () => {
  const reply = (over: Partial<Message>): Message =>
    message(5, { sender: "robot", content: { kind: "answer", ...answer() }, at: 9_000, ...over });

  // [ST-09] [ST-10]
  it("asks for an agent once, if it says so", async () => {
    const { visit, api } = visiting([]);
    api.transfer.mockResolvedValue({ result: "noAgent", position: 0 });

    await followMessage(visit, reply({ wantsAgent: true }));
    await followMessage(visit, reply({ wantsAgent: true }));

    expect(api.transfer).toHaveBeenCalledOnce();
  });

  // [ST-10]
  it("transfers a second after an automatic offer, but not after one with a button", async () => {
    const { visit, api } = visiting([]);
    const slept: number[] = [];
    visit.clock = {
      ...visit.clock,
      sleep: async (ms) => {
        expect(api.transfer).not.toHaveBeenCalled();
        slept.push(ms);
      },
    };
    const offering = (transferOffer: "button" | "automatic") =>
      reply({ content: { kind: "answer", ...answer({ transferOffer }) } });

    await followMessage(visit, offering("button"));
    expect(api.transfer).not.toHaveBeenCalled();
    await followMessage(visit, { ...offering("automatic"), id: "v.1-6" });

    expect(slept).toEqual([1000]);
    expect(api.transfer).toHaveBeenCalledOnce();
  });

  it("that is old or still growing asks for no agent", async () => {
    const { visit, api } = visiting([]);

    await followMessage(visit, reply({ wantsAgent: true, at: -60_000 }));
    await followMessage(visit, reply({ wantsAgent: true, isGrowing: true }));
    await followMessage(visit, reply({}));

    expect(api.transfer).not.toHaveBeenCalled();
  });
});

describe("a reply that is being written", () => {
  const said = (text: string, over: Partial<Message>): Change => {
    const parts = [{ kind: "text" as const, text, docId: "" }];
    const { seq: _, ...reply } = message(7, {
      sender: "robot",
      content: { kind: "answer", ...answer({ parts }) },
    });
    const told = { ...reply, ...over };
    return {
      kind: "event",
      now: 0,
      event: { kind: "message", message: told, sessionId: SESSION, at: told.at },
    };
  };
  const part = (words: string) => said(words, { isGrowing: true });

  it("grows at the end of the list, below the unsent question", () => {
    const chat = changed(open(), written("c1", "How fast?", 20_000), part("In"), part("In a"));

    expect(chat.entries.map(({ key }) => key)).toEqual(["c1", `${SESSION}.7`]);
    expect(chat.entries[1]).toMatchObject({ isGrowing: true, content: { parts: [{ text: "In a" }] } });
  });

  it("takes its place in the log when it is complete, and ignores a late part", () => {
    const whole = said("In a day.", { seq: 3, at: 3000 });
    const chat = changed(open(), part("In"), received(message(5)), whole, part("In a"));

    expect(chat.entries.map(({ id }) => id)).toEqual([`${SESSION}.7`, `${SESSION}.5`]);
    expect(chat.entries[0]).toMatchObject({ content: { parts: [{ text: "In a day." }] } });
    expect(chat.entries[0]?.isGrowing).toBeUndefined();
  });

  it("replaces the thinking dots", () => {
    const asking = changed(open(), { kind: "askStarted" });
    const kinds = (chat: Conversation) => rowsOf(chat).map((row) => row.kind);

    expect(kinds(asking)).toContain("thinking");
    expect(kinds(changed(asking, part("In")))).not.toContain("thinking");
  });
});
