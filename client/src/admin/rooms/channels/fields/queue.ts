/** Waiting, and what ends a conversation. */
import type { FieldGroup } from "../../../form/specs";
import { isOn, line } from "./conditions";

export const QUEUE: FieldGroup = {
  id: "queue",
  title: "channel_queue",
  text: "channel_queue_text",
  fields: [
    ...line("userQueue"),
    { path: "adminTimeoutMode", kind: "switch", label: "channel_adminTimeoutMode" },
    {
      path: "adminTimeoutTime",
      kind: "number",
      unit: "unit_minutes",
      label: "channel_adminTimeoutTime",
      shownIf: isOn("adminTimeoutMode"),
    },
    {
      path: "adminTimeoutMsg",
      kind: "localText",
      isLong: true,
      label: "channel_adminTimeoutMsg",
      shownIf: isOn("adminTimeoutMode"),
    },
    { path: "userTimeoutMode", kind: "switch", label: "channel_userTimeoutMode" },
    {
      path: "userTimeoutTime",
      kind: "number",
      unit: "unit_minutes",
      label: "channel_userTimeoutTime",
      help: "channel_userTimeoutTime_help",
      shownIf: isOn("userTimeoutMode"),
    },
    {
      path: "userTimeoutMsg",
      kind: "localText",
      isLong: true,
      label: "channel_userTimeoutMsg",
      shownIf: isOn("userTimeoutMode"),
    },
    {
      path: "userOverMsg",
      kind: "localText",
      isLong: true,
      label: "channel_userOverMsg",
      shownIf: isOn("userTimeoutMode"),
    },
  ],
};
