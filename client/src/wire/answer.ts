/**
 * A robot's answer: Protocol, 'Answers' (answers, suggestList, itemList, btnList, robotSuggest, referenceFile).
 * It is read into parts, the buttons that may be chosen, suggested questions, and references.
 *
 * itemList and btnList → buttons, menubar → isBar, bingCode → bindCode, suggestList and robotSuggest → suggestions,
 * referenceFile → references, msgTransContent → handover, showTransferBtn → transferOffer.
 */
import * as v from "valibot";
import { type Card, cardOf } from "./card";
import { AnswerType, TransferOffer } from "./codes";
import { type Form, formOf } from "./form";
import { count, flag, jsonText, lenientList, text } from "./scalars";

/** How an answer offers an agent: not at all, by a button, or automatically after a second. */
export type Offer = "none" | "button" | "automatic";
export type AnswerKind = "answer" | "guide" | "unknown";
export type Suggestion = { question: string; docId: string };
export type Reference = { name: string; url: string };

/** One reply. Text may be HTML, sanitised when it is shown. `docId` names an article to read on, or is empty. */
export type AnswerPart =
  | { kind: "text"; text: string; docId: string }
  | { kind: "card"; card: Card }
  | { kind: "form"; form: Form };

export type Answer = {
  parts: AnswerPart[];
  answerKind: AnswerKind;
  docId: string;
  suggestions: Suggestion[];
  buttons: FlowButton[];
  /** The buttons are shown above the input until another node has buttons. */
  isBar: boolean;
  references: Reference[];
  /** Text shown before the page asks for an agent. */
  handover: string;
  transferOffer: Offer;
};

const button = v.pipe(
  v.object({ id: text, itemId: text, name: text, bingCode: text, bindValue: text, labelLink: text }),
  v.transform(({ bingCode, labelLink, ...wire }) => ({ ...wire, bindCode: bingCode, link: labelLink })),
);
const buttons = jsonText(lenientList(button), [] as v.InferOutput<typeof button>[]);

/**
 * A choice in a flow. A tap sends all its fields, so that the robot knows the visitor's place in the flow. `bindCode`
 * is the variable that the button sets; `link` an address that it opens, empty for a choice in the flow.
 */
export type FlowButton = v.InferOutput<typeof button> & { nodeId: string };

const reply = v.object({
  replySource: text,
  nodeId: text,
  answer: v.optional(v.unknown(), ""),
  docId: text,
  filledFlag: flag,
  itemList: buttons,
});
type Reply = v.InferOutput<typeof reply>;

const suggestion = v.union([
  v.object({ question: text, docId: text }),
  v.pipe(
    v.string(),
    v.transform((question) => ({ question, docId: "" })),
  ),
]);
const suggestions = jsonText(lenientList(suggestion), [] as Suggestion[]);

/** The fields of an answer, in a message and in the response of robotAsk. */
export const answerFields = {
  answers: jsonText(lenientList(reply), [] as Reply[]),
  answerType: count,
  docId: text,
  suggestList: suggestions,
  robotSuggest: suggestions,
  itemList: buttons,
  btnList: buttons,
  menubar: buttons,
  referenceFile: jsonText(
    lenientList(v.object({ referenceFileName: text, referenceFileUrl: text })),
    [] as { referenceFileName: string; referenceFileUrl: string }[],
  ),
  msgTransContent: text,
  showTransferBtn: count,
  nodeId: text,
  instruction: text,
};

const wireAnswer = v.object(answerFields);

/** `words` is the answer's text if it has no parts. */
export function answerOf(wire: v.InferOutput<typeof wireAnswer>, text: string): Answer {
  const parts = wire.answers.flatMap(partOf);
  return {
    parts: parts.length === 0 && text !== "" ? [{ kind: "text", text, docId: "" }] : parts,
    answerKind: answerKind(wire.answerType),
    docId: wire.docId,
    suggestions: unique([...wire.suggestList, ...wire.robotSuggest], ({ question }) => question),
    buttons: buttonsOf(wire),
    isBar: wire.menubar.length > 0,
    references: wire.referenceFile
      .map(({ referenceFileName, referenceFileUrl }) => ({ name: referenceFileName, url: referenceFileUrl }))
      .filter(({ url }) => url !== ""),
    // A flow that hands over also sends this text as a reply.
    handover: parts.some((part) => part.kind === "text" && part.text === wire.msgTransContent)
      ? ""
      : wire.msgTransContent,
    transferOffer: offer(wire.showTransferBtn),
  };
}

/** Whether an answer asks the page for an agent: Protocol, 'robotAsk'. */
export function wantsAgent(instruction: string): boolean {
  return instruction === "system_toCustomerService";
}

/** Protocol, 'Answers', replySource. An unknown source is shown as text. */
function partOf({ replySource, answer, docId, filledFlag }: Reply): AnswerPart[] {
  switch (replySource) {
    case "CARD": {
      const card = cardOf("product", answer);
      return card ? [{ kind: "card", card }] : [];
    }
    case "FROM_REPLY": {
      const form = formOf(answer, undefined, filledFlag);
      return form ? [{ kind: "form", form }] : [];
    }
    default: {
      const text = typeof answer === "string" ? answer : "";
      return text === "" ? [] : [{ kind: "text", text, docId }];
    }
  }
}

/** The buttons, each once: the wire repeats a node's buttons beside the answer. */
function buttonsOf({
  answers,
  itemList,
  btnList,
  menubar,
  nodeId,
}: v.InferOutput<typeof wireAnswer>): FlowButton[] {
  const all = [
    ...answers.flatMap((each) => each.itemList.map((item) => ({ ...item, nodeId: each.nodeId }))),
    ...[...itemList, ...btnList, ...menubar].map((item) => ({ ...item, nodeId })),
  ];
  return unique(
    all.filter(({ name }) => name !== ""),
    ({ id, itemId, name }) => `${id}|${itemId}|${name}`,
  );
}

function answerKind(answerType: number): AnswerKind {
  if (answerType === AnswerType.Guide) return "guide";
  return answerType === AnswerType.Unknown ? "unknown" : "answer";
}

function offer(showTransferBtn: number): Offer {
  if (showTransferBtn === TransferOffer.Automatic) return "automatic";
  return showTransferBtn === TransferOffer.Button ? "button" : "none";
}

function unique<T>(all: readonly T[], nameOf: (one: T) => string): T[] {
  return [...new Map(all.toReversed().map((one) => [nameOf(one), one])).values()].toReversed();
}
