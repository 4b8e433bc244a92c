/** The response of flows/try, with its replies read as a visitor's page reads them. */
import * as v from "valibot";
import { answerFields, answerOf } from "../../../wire/answer";
import { flowSteps } from "../../../wire/editing";
import { text } from "../../../wire/scalars";

const reply = v.pipe(
  v.object({ ...answerFields, answer: text }),
  v.transform((wire) => answerOf(wire, wire.answer)),
);

export const flowTrial = v.pipe(
  flowSteps,
  v.transform(({ steps }) =>
    steps.map(({ replies, ...step }) => ({
      ...step,
      answers: replies.flatMap((wire) => {
        const read = v.safeParse(reply, wire);
        return read.success ? [read.output] : [];
      }),
    })),
  ),
);

export type TrialStep = v.InferOutput<typeof flowTrial>[number];
