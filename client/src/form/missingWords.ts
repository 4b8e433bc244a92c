import type { TFunction } from "i18next";

/** That a field is still empty. A field whose name is a question is not woven into another sentence. */
export function missingWords(name: string, isWritten: boolean, t: TFunction<"form">): string {
  if (/[?？؟]\s*$/u.test(name)) return t(isWritten ? "field_required" : "field_choose");
  return t(isWritten ? "field_please_enter" : "field_please_choose", { field: name });
}
