import type { TFunction } from "i18next";
import { missingWords } from "../../form/missingWords";
import { type AnswerFault, LINE_CHARS_MAX, LINES_CHARS_MAX } from "../../form/validate";
import type { Field } from "../../wire/field";

/** Returns the text for a faulty answer. */
export function faultWords(
  field: Field,
  fault: AnswerFault | undefined,
  t: TFunction<"form">,
): string | undefined {
  switch (fault) {
    case undefined:
      return undefined;
    case "missing":
      return missingWords(field.name, isWritten(field), t);
    case "tooLong":
      return t("field_too_long", { max: field.kind === "text" ? LINES_CHARS_MAX : LINE_CHARS_MAX });
    case "malformed":
      if (field.kind === "number") return t("field_number_wrong");
      if (field.kind === "date" || field.kind === "dateTime") return t("field_date_wrong");
      return t("field_please_enter", { field: field.name });
    case "notAnOption":
      return missingWords(field.name, false, t);
    default:
      return fault satisfies never;
  }
}

/** Whether the visitor types the answer; otherwise they choose it. */
function isWritten({ kind }: Field): boolean {
  return kind === "line" || kind === "text" || kind === "number";
}
