/** The scenes of the gallery: conversations built from golden answers and later changes. */
import * as v from "valibot";
import golden from "../../../fixtures/wire/messages/visitor.json";
import history from "../../../fixtures/wire/visitor/getHistoryMsg/response.json";
import flow from "../../../fixtures/wire/visitor/robotAsk/flow.json";
import { reduce } from "../conversation/reduce";
import { type Row, rowsOf } from "../conversation/rows";
import type { Conversation, Entry } from "../conversation/types";
import type { Answer } from "../wire/answer";
import type { FaqEntry } from "../wire/channel";
import { visitorEvent } from "../wire/event";
import type { Content } from "../wire/message";
import { asked, historyPage } from "../wire/session";
import { extremes } from "./extremes";
import {
  answered,
  changed,
  channel,
  entry,
  entryMessage,
  MIA,
  NOW,
  opened,
  received,
  rows,
  type Said,
  SESSION,
  suggested,
  textPart,
} from "./makers";

export type Shelf = { name: string; rows: Row[] };

export function shelves(said: Said): Shelf[] {
  return [
    { name: "talk", rows: talk(said) },
    { name: "delivery", rows: delivery(said) },
    { name: "media", rows: media() },
    { name: "golden messages", rows: fromWire(() => true) },
    { name: "golden history", rows: rows(opened(), past()) },
    { name: "robot", rows: robot(said) },
    { name: "flow", rows: flowRows() },
    { name: "menu", rows: menus(said) },
    { name: "product of the page", rows: offered() },
    { name: "extremes", rows: extremes(said) },
  ];
}

function talk({ question, answer, long }: Said): Row[] {
  const chat = changed(
    opened(),
    received(entryMessage(1, "visitor", { kind: "text", text: question })),
    {
      kind: "event",
      now: NOW,
      event: { kind: "agentConnected", agent: MIA, seq: 2, sessionId: SESSION, at: NOW + 2 },
    },
    { kind: "agentKnown", card: { ...MIA, phone: "", mobile: "", email: "", qq: "", wechat: "" } },
    received(entryMessage(3, "agent", { kind: "text", text: answer })),
    received(
      entryMessage(4, "agent", {
        kind: "richText",
        html: `<p>${long}</p><ul><li><b>1</b></li><li><a href="https://example.com">example.com</a></li></ul>`,
      }),
    ),
    received({
      ...entryMessage(5, "agent", { kind: "text", text: answer }),
      quote: {
        messageId: "",
        sender: "visitor",
        senderName: "",
        isRecalled: false,
        content: { kind: "text", text: question },
      },
    }),
    received({ ...entryMessage(6, "agent", { kind: "text", text: "" }), isRecalled: true }),
    received(entryMessage(7, "agent", { kind: "text", text: "https://example.com/a(b)?c=d, ok?" })),
    received(entryMessage(8, "agent", { kind: "unsupported" })),
    received(entryMessage(9, "visitor", { kind: "text", text: long })),
    { kind: "event", now: NOW, event: { kind: "agentTyping", sessionId: SESSION, at: NOW } },
  );
  return rowsOf({ ...chat, missedFrom: `${SESSION}.7` });
}

function delivery({ question, answer }: Said): Row[] {
  const texts: [Entry["delivery"], string][] = [
    ["sent", question],
    ["failed", answer],
    ["waiting", question],
    ["sending", answer],
  ];
  const entries = texts.map(([state, text], at) => ({
    ...entry(at, "visitor", { kind: "text", text }),
    delivery: state,
  }));
  const picture = entry(5, "visitor", {
    kind: "image",
    url: "/api/files/wide.png",
    fileName: "wide.png",
    width: 640,
    height: 360,
  });
  const film = entry(6, "visitor", { kind: "video", url: "/api/files/film.wav", fileName: "film.mp4" });
  const file = entry(7, "visitor", { kind: "file", url: "", fileName: "terms.docx", sizeBytes: 82_000 });
  return rows(
    opened(),
    [...entries, picture, film, file].map((entry, at) =>
      at < 4 ? entry : { ...entry, delivery: "sending", progress: 0.4 },
    ),
  );
}

function media(): Row[] {
  const kinds: Content[] = [
    { kind: "image", url: "/api/files/wide.png", fileName: "wide.png", width: 640, height: 360 },
    { kind: "image", url: "/api/files/tall.png", fileName: "tall.png", width: 300, height: 900 },
    { kind: "image", url: "/api/files/small.png", fileName: "small.png", width: 40, height: 40 },
    { kind: "image", url: "https://example.com/elsewhere.png", fileName: "elsewhere.png" },
    { kind: "audio", url: "/api/files/hello.wav", fileName: "hello.wav" },
    { kind: "video", url: "/api/files/film.wav", fileName: "film.mp4" },
    { kind: "file", url: "/api/files/terms.pdf", fileName: "terms.pdf", sizeBytes: 1_240_000 },
    { kind: "file", url: "/api/files/list.xlsx", fileName: "a list of everything that grows.xlsx" },
  ];
  return rows(
    opened(),
    kinds.map((content, at) => entry(at, "agent", content)),
  );
}

/** Passes the visitor's golden messages through the page's parser and reducer. */
function fromWire(isWanted: (row: Row) => boolean): Row[] {
  const events = golden.map((one) => v.parse(visitorEvent, one));
  const chat = events.reduce<Conversation>(
    (before, event) => reduce(before, { kind: "event", event, now: NOW }),
    opened(),
  );
  return rowsOf(chat).filter(isWanted);
}

function past(): Entry[] {
  const page = v.parse(historyPage, history.data);
  return [...changed(opened(), { kind: "historyLoaded", page, joins: false }).entries];
}

function robot({ question, answer, long }: Said): Row[] {
  const answers: [Partial<Answer>, Partial<Entry>][] = [
    [{ parts: [textPart(answer)], docId: "a" }, {}],
    [{ parts: [textPart(answer)], docId: "b" }, { feedback: "up" }],
    [{ parts: [textPart(answer)], docId: "c" }, { feedback: "down" }],
    [
      {
        parts: [textPart(long)],
        docId: "d",
        references: [
          { name: "terms.pdf", url: "/api/files/terms.pdf" },
          { name: "returns.pdf", url: "/api/files/returns.pdf" },
        ],
      },
      { feedback: "hidden" },
    ],
    [{ answerKind: "guide", suggestions: [suggested(question), suggested(long), suggested(answer)] }, {}],
    [{ answerKind: "unknown", transferOffer: "button" }, {}],
  ];
  const said = answers.map(([over, rest], at) => ({ ...entry(at, "robot", answered(over)), ...rest }));
  const growing: Entry = { ...entry(20, "robot", answered({ parts: [textPart(long)] })), isGrowing: true };
  const busy = { ...opened(), phase: "robot" as const, asking: 1, isTransferring: true };
  const thinking = rowsOf({ ...busy, entries: said });
  return [...thinking, ...rows(opened(), [growing])];
}

function flowRows(): Row[] {
  let chat = opened();
  for (const { request, response } of flow.asks) {
    const written = { ...entry(0, "visitor", { kind: "text", text: request.question }), key: request.id };
    chat = changed(
      chat,
      { kind: "written", entry: { ...written, delivery: "sending" } },
      {
        kind: "answered",
        key: request.id,
        asked: v.parse(asked, response.data),
        robot: { name: channel.robotName, face: channel.robotIcon },
      },
    );
  }
  return rowsOf(chat);
}

function menus({ question, long }: Said): Row[] {
  const questions = Array.from({ length: 7 }, (_, at) => ({
    question: `${at % 2 === 0 ? question : long}`,
    docId: String(at),
  }));
  const flat: FaqEntry = {
    id: "flat",
    name: "",
    link: "https://example.com",
    image: "/demo/pictures/fern.svg",
    groups: [{ name: "", questions }],
  };
  const tabs: FaqEntry = {
    ...flat,
    id: "tabs",
    image: "",
    groups: [
      { name: question, questions },
      { name: long, questions },
    ],
  };
  return rows(opened(), [entry(0, "robot", { kind: "menu", title: long, entries: [flat, tabs] })]);
}

function offered(): Row[] {
  const card = v.parse(visitorEvent, golden[0]);
  const content = card.kind === "message" ? card.message.content : undefined;
  return rowsOf({ ...opened(), card: content?.kind === "card" ? content.card : undefined });
}
