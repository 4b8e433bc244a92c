import { switched } from "../../../form/conditions";
import type { FieldSpec } from "../../../form/specs";

/** A text that the server says if its switch is on. */
export function line(id: "adminWelcome" | "adminOffline" | "adminClose" | "userQueue"): FieldSpec[] {
  return switched(`${id}Mode`, `channel_${id}Mode`, [
    {
      path: `${id}Msg`,
      kind: "localText",
      isLong: true,
      label: `channel_${id}Msg`,
      help: `channel_${id}Msg_help`,
    },
  ]);
}
