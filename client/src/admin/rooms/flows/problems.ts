/** What is wrong with a flow: what put refused, and what flows/check says while it is drawn. */
import { stepsOf } from "../../things/paths";
import type { Fault } from "../../things/refusals";
import { type Drawn, idOf } from "./flow";

/** A wrong field. `step` is the id of its step; empty if it is no step's. */
export type Problem = Fault & { step: string };

/** The faults by the steps that they belong to: `nodes[3].answer` is about the fourth step. */
export function problemsOf(drawn: Drawn, faults: readonly Fault[]): Problem[] {
  return faults.map((fault) => {
    const [first, at = ""] = stepsOf(fault.field);
    const step = first === "nodes" ? drawn.nodes[Number(at)] : undefined;
    return { ...fault, step: step ? idOf(step) : "" };
  });
}

/** Both without the same sentence at the same field twice. */
export function together(one: readonly Fault[], other: readonly Fault[]): Fault[] {
  const key = (fault: Fault) => `${stepsOf(fault.field).join(".")}: ${fault.code ?? fault.message}`;
  return [...new Map([...one, ...other].map((fault) => [key(fault), fault])).values()];
}
