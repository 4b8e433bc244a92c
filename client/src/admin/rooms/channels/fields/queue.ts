/** Waiting, and what ends a conversation. */
import { switched } from "../../../form/conditions";
import type { FieldGroup } from "../../../form/specs";
import { line } from "./line";

export const QUEUE: FieldGroup = {
  id: "queue",
  title: "channel_queue",
  text: "channel_queue_text",
  fields: [
    ...line("userQueue"),
    ...switched("adminTimeoutMode", "channel_adminTimeoutMode", [
      { path: "adminTimeoutTime", kind: "number", unit: "unit_minutes", label: "channel_adminTimeoutTime" },
      { path: "adminTimeoutMsg", kind: "localText", isLong: true, label: "channel_adminTimeoutMsg" },
    ]),
    ...switched("userTimeoutMode", "channel_userTimeoutMode", [
      {
        path: "userTimeoutTime",
        kind: "number",
        unit: "unit_minutes",
        label: "channel_userTimeoutTime",
        help: "channel_userTimeoutTime_help",
      },
      { path: "userTimeoutMsg", kind: "localText", isLong: true, label: "channel_userTimeoutMsg" },
      { path: "userOverMsg", kind: "localText", isLong: true, label: "channel_userOverMsg" },
    ]),
  ],
};
