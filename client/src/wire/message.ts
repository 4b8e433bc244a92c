/**
 * Messages of the wire, read into the product's terms. Unknown content becomes `unsupported`: the page shows a line
 * for it (Protocol, 'Kinds of content').
 *
 * msgType → kind, senderType → sender, msgTime → at, faceUrl → face, recallFlag → isRecalled, replyMsg → quote,
 * disabled → feedback, partial → isGrowing, insideFlag → isNote, `id` (the page's own) → clientId.
 */
import * as v from "valibot";
import { type Answer, answerFields, answerOf, wantsAgent } from "./answer";
import { type Card, cardLook, cardOf } from "./card";
import { type FaqEntry, faqEntry } from "./channel";
import { MsgType, SenderType } from "./codes";
import { type Form, formOf } from "./form";
import { count, flag, jsonText, lenientList, maybeCount, text, wireTime } from "./scalars";

export type Sender = "visitor" | "agent" | "robot" | "system";

/** The visitor's rating of an answer, by its number on the wire; `hidden`: the page shows no thumbs. */
const FEEDBACKS = ["up", "down", "hidden"] as const;
export type Feedback = (typeof FEEDBACKS)[number];

export type Content =
  | { kind: "text"; text: string }
  | { kind: "richText"; html: string }
  /** A large picture has a `thumbnail`, which the list shows. */
  | { kind: "image"; url: string; fileName: string; width?: number; height?: number; thumbnail?: string }
  | { kind: "video"; url: string; fileName: string }
  | { kind: "audio"; url: string; fileName: string }
  | { kind: "file"; url: string; fileName: string; sizeBytes?: number }
  | { kind: "card"; card: Card }
  | { kind: "form"; form: Form }
  /** The visitor's answers to a form. */
  | { kind: "filledForm"; form: Form }
  /** Frequent questions in a message. */
  | { kind: "menu"; title: string; entries: FaqEntry[] }
  | ({ kind: "answer" } & Answer)
  | { kind: "line"; text: string; lineKey: string }
  | { kind: "unsupported" };

/** A message of the session's log. A recalled message carries no text. */
export type Message = {
  /** The server's id; empty until the message is sent. */
  id: string;
  /** The page's own id of a message that this visitor sent. */
  clientId?: string;
  sessionId: string;
  /** Place in the session's log: 1, 2, 3 … without gaps. */
  seq?: number;
  sender: Sender;
  senderName: string;
  face: string;
  /** Milliseconds since the epoch; by the server's clock once the message is sent. */
  at: number;
  isRecalled: boolean;
  isSensitive: boolean;
  content: Content;
  quote?: Quote;
  feedback?: Feedback;
  /** A robot's answer that asks the page for an agent. */
  wantsAgent?: boolean;
  /** The reply is still streaming: the same message comes again with more text. */
  isGrowing?: boolean;
  /** An internal note of agents; the server never sends it to a visitor. */
  isNote?: boolean;
  /** The colleagues whom a note mentions; only the desk reads them. */
  mentions?: readonly { id: string; name: string }[];
};

/** The quoted message, as far as the reply carries it. */
export type Quote = Pick<Message, "sender" | "senderName" | "isRecalled" | "content"> & { messageId: string };

const wireFields = v.object({
  ...answerFields,
  seq: maybeCount,
  msgId: text,
  id: text,
  sessionId: text,
  msgType: v.nullish(v.union([v.number(), v.string()]), MsgType.Text),
  msgContent: text,
  senderType: count,
  senderName: text,
  faceUrl: text,
  msgTime: wireTime,
  recallFlag: flag,
  sensitiveFlag: flag,
  insideFlag: flag,
  fileName: text,
  size: maybeCount,
  width: maybeCount,
  height: maybeCount,
  thumbnail: v.fallback(v.object({ url: text }), { url: "" }),
  lineKey: text,
  replyMsg: text,
  disabled: v.nullish(v.unknown()),
  docNode: v.nullish(v.unknown()),
  partial: flag,
  formFields: v.optional(v.unknown()),
  filledFlag: flag,
  formMsgId: text,
});
type WireFields = v.InferOutput<typeof wireFields>;

/** Reads one message of a history or of event 1201. */
export const message = v.pipe(
  wireFields,
  v.transform((wire): Message => {
    const quote = quoteOf(wire.replyMsg);
    const feedback = feedbackOf(wire.disabled) ?? noteOf(wire.docNode).feedback;
    return {
      id: wire.msgId,
      ...(wire.id === "" ? {} : { clientId: wire.id }),
      sessionId: wire.sessionId,
      ...(wire.seq === undefined ? {} : { seq: wire.seq }),
      sender: senderOf(wire.senderType),
      senderName: wire.senderName,
      face: wire.faceUrl,
      at: wire.msgTime,
      isRecalled: wire.recallFlag,
      isSensitive: wire.sensitiveFlag,
      content: contentOf(wire),
      ...(quote ? { quote } : {}),
      ...(feedback ? { feedback } : {}),
      ...(wantsAgent(wire.instruction) ? { wantsAgent: true } : {}),
      ...(wire.partial ? { isGrowing: true } : {}),
      ...(wire.insideFlag ? { isNote: true } : {}),
    };
  }),
);

/** Protocol, 'Tips, articles, feedback': 0 is a thumb up, 1 a thumb down, 2 hides both; any other value: not rated. */
export function feedbackOf(disabled: unknown): Feedback | undefined {
  return FEEDBACKS.find((_, number) => disabled === number || disabled === String(number));
}

const pageNote = jsonText(v.object({ disabled: v.optional(v.unknown()), hidden: flag }), {
  disabled: undefined,
  hidden: false,
});

/** Reads docNode, a page's note on a message: JSON in a text. */
export function noteOf(docNode: unknown): { feedback: Feedback | undefined; isHidden: boolean } {
  const { disabled, hidden } = v.parse(pageNote, docNode);
  return { feedback: feedbackOf(disabled), isHidden: hidden };
}

const SENDERS: Readonly<Record<number, Sender>> = {
  [SenderType.Visitor]: "visitor",
  [SenderType.Agent]: "agent",
  [SenderType.Robot]: "robot",
};

function senderOf(senderType: number): Sender {
  return SENDERS[senderType] ?? "system";
}

/** Reads replyMsg, the quoted message: JSON in a text. */
function quoteOf(replyMsg: string): Quote | undefined {
  if (replyMsg === "") return undefined;
  const wire = v.parse(jsonText<WireFields | undefined>(wireFields, undefined), replyMsg);
  if (!wire) return undefined;
  return {
    messageId: wire.msgId,
    sender: senderOf(wire.senderType),
    senderName: wire.senderName,
    isRecalled: wire.recallFlag,
    content: contentOf(wire),
  };
}

function contentOf(wire: WireFields): Content {
  if (senderOf(wire.senderType) === "system") {
    return { kind: "line", text: wire.msgContent, lineKey: wire.lineKey };
  }
  const type = typeOf(wire.msgType);
  const file = { url: wire.msgContent, fileName: wire.fileName };
  switch (type) {
    case MsgType.Text:
      return wire.answerType === 0 ? { kind: "text", text: wire.msgContent } : answered(wire);
    case MsgType.RichText:
      return wire.answerType === 0 ? { kind: "richText", html: wire.msgContent } : answered(wire);
    case MsgType.Image:
      return {
        kind: "image",
        ...file,
        ...(wire.width && wire.height ? { width: wire.width, height: wire.height } : {}),
        ...(wire.thumbnail.url === "" ? {} : { thumbnail: wire.thumbnail.url }),
      };
    case MsgType.Video:
      return { kind: "video", ...file };
    case MsgType.Audio:
      return { kind: "audio", ...file };
    case MsgType.File:
      return { kind: "file", ...file, ...(wire.size === undefined ? {} : { sizeBytes: wire.size }) };
    case MsgType.Form:
    case MsgType.InterfaceForm:
      return form(wire);
    case MsgType.Menu:
      return menu(wire.msgContent);
    default:
      return card(wire, type);
  }
}

/** Protocol, 'Kinds of content': 'json' and 'card' also mean a card. */
function typeOf(msgType: WireFields["msgType"]): number {
  return msgType === "json" || msgType === "card" ? MsgType.Card : Number(msgType);
}

function card(wire: WireFields, type: number): Content {
  const look = cardLook(type);
  const read = look && cardOf(look, wire.msgContent);
  if (read) return { kind: "card", card: read };
  // A robot sends text with suggestions under the card's type.
  const isWords = look === "product" && wire.senderType === SenderType.Robot && wire.msgContent !== "";
  return isWords ? answered(wire) : { kind: "unsupported" };
}

function form(wire: WireFields): Content {
  const read = formOf(wire.msgContent, wire.formFields, wire.filledFlag);
  if (!read) return { kind: "unsupported" };
  return wire.formMsgId === "" && wire.senderType !== SenderType.Visitor
    ? { kind: "form", form: read }
    : { kind: "filledForm", form: { ...read, isFilled: true } };
}

const wireMenu = v.object({ title: text, faqList: lenientList(faqEntry) });
const menuText = jsonText(v.union([v.pipe(v.array(v.unknown()), v.transform(menuOfList)), wireMenu]), {
  title: "",
  faqList: [],
} as v.InferOutput<typeof wireMenu>);

function menuOfList(list: unknown[]): v.InferOutput<typeof wireMenu> {
  return v.parse(wireMenu, { faqList: list });
}

/** A menu without questions reads as unsupported. */
function menu(content: string): Content {
  const { title, faqList } = v.parse(menuText, content);
  const entries = faqList.filter(({ groups }) => groups.some(({ questions }) => questions.length > 0));
  return entries.length === 0 ? { kind: "unsupported" } : { kind: "menu", title, entries };
}

function answered(wire: WireFields): Content {
  return { kind: "answer", ...answerOf(wire, wire.msgContent) };
}
