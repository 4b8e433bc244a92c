import type { TFunction } from "i18next";

/** The message for an empty field. A field name that is a question is left out, as it would not fit the sentence. */
export function missingWords(name: string, isWritten: boolean, t: TFunction<"form">): string {
  if (/[?？؟]\s*$/u.test(name)) return t(isWritten ? "field_required" : "field_choose");
  return t(isWritten ? "field_please_enter" : "field_please_choose", { field: name });
}
