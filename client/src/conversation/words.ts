/** The plain text of a message, for announcements, the launcher's peek and quotes. */
import { plainText } from "../lib/html";
import type { AnswerPart } from "../wire/answer";
import type { Entry } from "./types";

/** Returns the text of a message; empty for one without words, such as a form without a title. */
export function wordsOf(content: Entry["content"]): string {
  switch (content.kind) {
    case "text":
    case "line":
      return content.text;
    case "richText":
      return plainText(content.html);
    case "answer":
      return content.parts.map(wordsOfPart).join(" ");
    case "card":
      return content.card.title;
    case "form":
    case "filledForm":
      return content.form.title;
    case "menu":
      return content.title;
    case "image":
    case "video":
    case "audio":
    case "file":
      return content.fileName;
    case "agentCard":
    case "unsupported":
      return "";
    default:
      return content satisfies never;
  }
}

function wordsOfPart(part: AnswerPart): string {
  switch (part.kind) {
    case "text":
      return plainText(part.text);
    case "card":
      return part.card.title;
    case "form":
      return part.form.title;
    default:
      return part satisfies never;
  }
}
