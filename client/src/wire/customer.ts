/** What the shop's own system knows of a customer: Protocol, 'Customer data'. */
import * as v from "valibot";
import { lenientList, text, wireTime } from "./scalars";

const field = v.object({ label: text, value: text });
const link = v.object({ label: text, url: text });

/** Why there is no answer. A newer server's reason reads as `status`. */
const PROBLEMS = [
  "notAllowed",
  "private",
  "notReached",
  "tooSlow",
  "busy",
  "refused",
  "redirects",
  "status",
  "notJson",
  "tooLarge",
  "wrong",
] as const;
const problem = v.fallback(v.picklist(PROBLEMS), "status");
export type CustomerProblem = v.InferOutput<typeof problem>;

/** Response of getCustomerContext. */
export const customerContext = v.object({
  state: v.fallback(v.picklist(["off", "anonymous", "unknown", "known", "failed"]), "off"),
  fields: lenientList(field),
  links: lenientList(link),
  pictures: lenientList(link),
  askedAt: wireTime,
  problem,
});
export type CustomerContext = v.InferOutput<typeof customerContext>;
