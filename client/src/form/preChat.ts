/** The form before the chat: Protocol, 'Form before the chat'. Rules as `server/src/http/routes/visitor/forms.rs`. */
import type { PreChatAnswers } from "../api/visitor";
import type { PreChatField } from "../wire/preChat";
import { isEmail, isPhone } from "./contact";

/** What the visitor typed, by field key. */
export type PreChatValues = Readonly<Record<string, string>>;

export type PreChatFault = "missing" | "phone" | "email";

/** Protocol, 'Form before the chat': the first three fields are name, phone and email. */
const CONTACT = ["userName", "phone", "email"] as const;

/** The faults of the shown fields, in field order. */
export function preChatFaults(
  fields: readonly PreChatField[],
  values: PreChatValues,
): { field: PreChatField; fault: PreChatFault }[] {
  return fields.flatMap((field, at) => {
    const fault = field.isShown ? faultOf(field, at, values[field.key]?.trim() ?? "") : undefined;
    return fault ? [{ field, fault }] : [];
  });
}

function faultOf(field: PreChatField, at: number, word: string): PreChatFault | undefined {
  if (word === "") return field.isRequired ? "missing" : undefined;
  if (CONTACT[at] === "phone" && !isPhone(word)) return "phone";
  return CONTACT[at] === "email" && !isEmail(word) ? "email" : undefined;
}

/** Whether the visitor may skip the form. */
export function canSkip(fields: readonly PreChatField[]): boolean {
  return !fields.some((field) => field.isShown && field.isRequired);
}

/** The contact fields, filled with what the page already knows about the visitor. */
export function knownValues(
  fields: readonly PreChatField[],
  known: PreChatAnswers["contact"],
): PreChatValues {
  return Object.fromEntries(
    fields.flatMap((field, at) => {
      const name = CONTACT[at];
      return name && known[name] !== "" ? [[field.key, known[name]]] : [];
    }),
  );
}

/** The submitted form. */
export function preChatAnswers(fields: readonly PreChatField[], values: PreChatValues): PreChatAnswers {
  const contact = { userName: "", phone: "", email: "" };
  const others: Record<string, string> = {};
  for (const [at, field] of fields.entries()) {
    const word = values[field.key]?.trim() ?? "";
    if (!field.isShown || word === "") continue;
    const name = CONTACT[at];
    if (name) contact[name] = word;
    else others[field.key] = word;
  }
  return { contact, others };
}

/** The autofill attributes of a field. */
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
