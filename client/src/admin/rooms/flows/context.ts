/** What the parts of the flow's page share. */
import { createContext, useContext } from "react";
import type { Drawn, Port, Step } from "./flow";
import type { Edit, From } from "./flowEdit";
import type { Problem } from "./problems";

export type FlowScope = {
  drawn: Drawn;
  apply: (edit: Edit) => void;
  /** Asks for the kind of a new step; `from` leads to it. */
  askToAdd: (from?: From) => void;
  /** The kind of a step; numbered if the step has no words. */
  kindOf: (step: Step) => string;
  /** What the user knows a step by: its kind and its first words. */
  titleOf: (step: Step) => string;
  /** The first words of a step. */
  wordsOf: (step: Step) => string;
  portsAt: (id: string) => readonly Port[];
  /** The words at a port. */
  portWords: (step: Step, port: Port) => string;
  problems: readonly Problem[];
  chosen: string;
  choose: (id: string) => void;
  /** Where the trial stands; empty without one. */
  visited: string;
};

export const FlowContext = createContext<FlowScope | undefined>(undefined);

/** The flow of this page. */
export function useFlow(): FlowScope {
  const scope = useContext(FlowContext);
  if (!scope) throw new Error("no flow here");
  return scope;
}
