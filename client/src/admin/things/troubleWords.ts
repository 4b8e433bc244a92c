import type { TFunction } from "i18next";
import type { Refusal } from "./refusals";

/** Says what happened and what to do. */
export function troubleWords(t: TFunction<"admin">, refusal: Refusal): string {
  switch (refusal.kind) {
    case "unreachable":
      return t("trouble_unreachable");
    case "tooMany":
      return t("trouble_too_many");
    case "forbidden":
      return t("trouble_forbidden");
    case "gone":
      return t("trouble_gone");
    case "worse":
      return t("trouble_worse");
    case "inUse":
      return t("trouble_in_use");
    case "faults":
      return refusal.faults.map((one) => `${one.field}: ${one.message}`).join("; ");
    case "conflict":
    case "other":
      return refusal.message === "" ? t("trouble_other") : t("trouble_said", { message: refusal.message });
    default:
      return refusal satisfies never;
  }
}
