/** The form before the chat: Protocol, 'Form before the chat'. The same rules as `server/src/http/routes/visitor/forms.rs`. */
import type { PreChatAnswers } from "../api/visitor";
import type { PreChatField } from "../wire/preChat";
import { isEmail, isPhone } from "./contact";

/** By the fields' keys. */
export type PreChatWords = Readonly<Record<string, string>>;

export type PreChatFault = "missing" | "phone" | "email";

/** Protocol, 'Form before the chat': the first three fields are name, phone and email. */
const CONTACT = ["userName", "phone", "email"] as const;

/** What is wrong with the fields that are shown, in their order. */
export function preChatFaults(
  fields: readonly PreChatField[],
  words: PreChatWords,
): { field: PreChatField; fault: PreChatFault }[] {
  return fields.flatMap((field, at) => {
    const fault = field.isShown ? faultOf(field, at, words[field.key]?.trim() ?? "") : undefined;
    return fault ? [{ field, fault }] : [];
  });
}

function faultOf(field: PreChatField, at: number, word: string): PreChatFault | undefined {
  if (word === "") return field.isRequired ? "missing" : undefined;
  if (CONTACT[at] === "phone" && !isPhone(word)) return "phone";
  return CONTACT[at] === "email" && !isEmail(word) ? "email" : undefined;
}

/** Whether there is anything to ask. */
export function asksAnything(fields: readonly PreChatField[]): boolean {
  return fields.some((field) => field.isShown);
}

/** Whether the visitor may go on without it. */
export function canSkip(fields: readonly PreChatField[]): boolean {
  return !fields.some((field) => field.isShown && field.isRequired);
}

/** What the page knows of the visitor already, in the fields it belongs to. */
export function knownWords(fields: readonly PreChatField[], known: PreChatAnswers["contact"]): PreChatWords {
  return Object.fromEntries(
    fields.flatMap((field, at) => {
      const name = CONTACT[at];
      return name && known[name] !== "" ? [[field.key, known[name]]] : [];
    }),
  );
}

/** The form as it is sent. */
export function preChatAnswers(fields: readonly PreChatField[], words: PreChatWords): PreChatAnswers {
  const contact = { userName: "", phone: "", email: "" };
  const others: Record<string, string> = {};
  for (const [at, field] of fields.entries()) {
    const word = words[field.key]?.trim() ?? "";
    if (!field.isShown || word === "") continue;
    const name = CONTACT[at];
    if (name) contact[name] = word;
    else others[field.key] = word;
  }
  return { contact, others };
}

/** How the browser may fill a field in by itself. */
export function autofillOf(at: number): { autoComplete: string; type: string } {
  switch (CONTACT[at]) {
    case "userName":
      return { autoComplete: "name", type: "text" };
    case "phone":
      return { autoComplete: "tel", type: "tel" };
    case "email":
      return { autoComplete: "email", type: "email" };
    default:
      return { autoComplete: "off", type: "text" };
  }
}
