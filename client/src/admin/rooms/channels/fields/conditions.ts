/** Parts that several groups of fields share. */
import type { FieldSpec } from "../../../form/specs";
import type { Values } from "../../../things/paths";

export const isOn = (field: string) => (values: Values) => values[field] === 1;
export const is = (field: string, value: unknown) => (values: Values) => values[field] === value;

/** A text that the server says if its switch is on. */
export function line(id: "adminWelcome" | "adminOffline" | "adminClose" | "userQueue"): FieldSpec[] {
  return [
    { path: `${id}Mode`, kind: "switch", label: `channel_${id}Mode` },
    {
      path: `${id}Msg`,
      kind: "localText",
      isLong: true,
      label: `channel_${id}Msg`,
      help: `channel_${id}Msg_help`,
      shownIf: isOn(`${id}Mode`),
    },
  ];
}
