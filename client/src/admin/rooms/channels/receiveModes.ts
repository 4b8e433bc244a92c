import type { AdminKey } from "../../form/specs";

/** Who answers first, by the channel's `receiveMode`. */
export const RECEIVE_MODES: readonly AdminKey[] = [
  "receive_robot_first",
  "receive_agent_first",
  "receive_robot_only",
  "receive_agent_only",
];
