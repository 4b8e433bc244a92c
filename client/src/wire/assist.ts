/** Help of the tenant's large model: Protocol, 'Service and large model'. */
import * as v from "valibot";
import { text } from "./scalars";

/** Why there is no help. `failed` stands for a problem that this page does not know. */
const PROBLEMS = [
  "off",
  "tooLong",
  "busy",
  "spent",
  "resting",
  "tooSlow",
  "notReached",
  "refused",
  "tooMany",
  "unusable",
  "cutOff",
] as const;
export type HelpProblem = (typeof PROBLEMS)[number] | "failed";

/** Response of translate and sumUp: plain text, or why there is none. */
export const help = v.pipe(
  v.object({ text, problem: text }),
  v.transform(({ text: said, problem }): { text: string; problem: HelpProblem | undefined } => {
    if (said !== "") return { text: said, problem: undefined };
    return { text: "", problem: PROBLEMS.find((known) => known === problem) ?? "failed" };
  }),
);
export type Help = v.InferOutput<typeof help>;
