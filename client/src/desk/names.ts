/** Names and one-line texts that several parts of the desk show. */
import type { TFunction } from "i18next";
import type { Entry } from "../conversation/types";
import { wordsOf as plainWords } from "../conversation/words";
import type { Group } from "../wire/account";
import type { Message, Quote } from "../wire/message";
import { isKeys } from "./rowWords";

type Say = TFunction<"desk">;

/** Returns the visitor's name, or a short code of the id by which agents can tell visitors apart. */
export function visitorName(visitor: { userId: string; userName: string }, t: Say): string {
  return visitor.userName || t("visitor_unnamed", { code: visitor.userId.slice(-4).toUpperCase() });
}

export function groupName(groups: readonly Group[], groupId: string): string {
  return groups.find((group) => group.id === groupId)?.name ?? groupId;
}

/** Returns a message as one line of a list. `ownName` is the reader's: their own words are named "You". */
export function lineOf(message: Message | undefined, t: Say, ownName = ""): string {
  if (!message) return t("line_none");
  if (message.isRecalled) return t("line_recalled");
  const words = wordsOf(message.content, t);
  if (message.sender !== "agent") return words;
  const name = message.senderName;
  if (isKeys(message)) return t("line_key", { name, words });
  return name === "" || name === ownName ? t("line_mine", { words }) : t("line_by", { name, words });
}

/** Returns the author of a quoted message, as the agent calls them. */
export function quotedName({ sender, senderName }: Quote, t: Say): string {
  if (sender === "visitor") return senderName || t("sender_visitor");
  return senderName || t(sender === "robot" ? "sender_robot" : "sender_me");
}

/** Returns a quote as one line. */
export function quotedLine(quote: Quote, t: Say): string {
  return quote.isRecalled ? t("line_recalled") : wordsOf(quote.content, t);
}

/** Returns a message of the open conversation as one line. */
export function entryLine({ content, isRecalled }: Entry, t: Say): string {
  if (isRecalled) return t("line_recalled");
  return content.kind === "agentCard" ? content.agent.nick : wordsOf(content, t);
}

function wordsOf(content: Message["content"], t: Say): string {
  switch (content.kind) {
    case "text":
    case "line":
    case "richText":
    case "answer":
      return plainWords(content);
    case "card":
    case "form":
    case "filledForm":
    case "menu":
      return plainWords(content) || t("message_unsupported");
    case "image":
      return t("line_image");
    case "video":
      return t("line_video");
    case "audio":
      return t("line_audio");
    case "file":
      return content.fileName || t("line_file");
    case "unsupported":
      return t("message_unsupported");
    default:
      return content satisfies never;
  }
}
