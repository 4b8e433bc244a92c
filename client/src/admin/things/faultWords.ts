/** What is wrong with a field, in the reader's words. The server's sentence stands in for a code without any. */
import type { TFunction } from "i18next";
import type { AdminKey } from "../form/specs";
import type { Fault } from "./refusals";

const WORDS: Readonly<Record<string, AdminKey>> = {
  empty: "fault_empty",
  tooLong: "fault_too_long",
  tooMany: "fault_too_many",
  tooDeep: "fault_too_deep",
  missingIn: "fault_missing_in",
  name: "fault_name",
  repeated: "fault_repeated",
  noOptions: "fault_no_options",
  options: "fault_options",
  optionMark: "fault_option_mark",
  noLetters: "fault_no_letters",
  notNumber: "fault_not_number",
  relayHost: "fault_relay_host",
  unknownRobot: "fault_unknown_robot",
  unknownDocument: "fault_unknown_document",
  noDocument: "fault_no_document",
  unknownStart: "fault_unknown_start",
  unknownVariable: "fault_unknown_variable",
  oddVariable: "fault_odd_variable",
  tooManyVariables: "fault_too_many_variables",
  tooManyValues: "fault_too_many_values",
  leadsNowhere: "fault_leads_nowhere",
  cannotWait: "fault_cannot_wait",
  cannotAsk: "fault_cannot_ask",
  nothingFollows: "fault_nothing_follows",
  buttonsLead: "fault_buttons_lead",
  noButtons: "fault_no_buttons",
  deadEnd: "fault_dead_end",
  noCaseApplies: "fault_no_case_applies",
  namelessButton: "fault_nameless_button",
  sameButtons: "fault_same_buttons",
  noFields: "fault_no_fields",
  form: "fault_form",
  nodeTwice: "fault_node_twice",
  triggerTaken: "fault_trigger_taken",
  unreachable: "fault_unreachable",
  loop: "fault_loop",
  silentTooLong: "fault_silent_too_long",
};

export type FaultNames = {
  /** What people know a step of a flow by. */
  step?: (id: string) => string;
  /** Languages by name, as a sentence lists them. */
  languages: (codes: readonly string[]) => string;
};

export function faultWords(
  t: TFunction<"admin">,
  fault: Fault,
  { step, languages: listed }: FaultNames,
): string {
  const key = fault.code === undefined ? undefined : WORDS[fault.code];
  if (key === undefined) return fault.message;
  const { max = 0, languages = [], nodes = [] } = fault.about ?? {};
  return t(key, {
    max,
    languages: listed(languages),
    steps: nodes.map((id) => (step ? step(id) : id)).join(" → "),
  });
}
