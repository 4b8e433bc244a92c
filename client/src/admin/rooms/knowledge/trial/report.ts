import * as v from "valibot";
import { trialReport } from "../../../../wire/admin";

export type Report = v.InferOutput<typeof trialReport>;
export type Tried = Report["failing"][number];
export type Outcome = Tried["after"];

/** The report in a refusal; undefined if it is something else. */
export function reportOf(said: unknown): Report | undefined {
  const read = v.safeParse(trialReport, said);
  return read.success ? read.output : undefined;
}
