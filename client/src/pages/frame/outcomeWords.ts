import type { TFunction } from "i18next";
import type { Outcome } from "../../state/leave.atoms";

/** The message for a failed request; undefined if one was already shown. Protocol, 'Errors'. */
export function failureWords(
  outcome: Extract<Outcome, { kind: "failed" }>,
  t: TFunction<"form">,
  tChat: TFunction<"chat">,
): string | undefined {
  switch (outcome.why) {
    case "unauthorised":
    case "broken":
      return undefined;
    case "unreachable":
    case "unavailable":
      return tChat("page_error");
    case "tooMany":
      return t("form_too_many");
    case "conflict":
      return outcome.message || t("work_order_closed");
    default:
      return outcome.message || t("form_failed");
  }
}
