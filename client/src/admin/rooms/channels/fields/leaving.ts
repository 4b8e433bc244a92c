/** Leaving a message. */
import { isOn } from "../../../form/conditions";
import type { FieldGroup } from "../../../form/specs";

export const LEAVING: FieldGroup = {
  id: "leaving",
  title: "channel_leaving",
  text: "channel_leaving_text",
  fields: [
    { path: "leaveMsgMode", kind: "switch", label: "channel_leaveMsgMode" },
    {
      path: "leaveMsgType",
      kind: "cards",
      label: "channel_leaveMsgType",
      shownIf: isOn("leaveMsgMode"),
      options: [
        { value: 1, label: "leave_message", help: "leave_message_help" },
        { value: 2, label: "leave_order", help: "leave_order_help" },
      ],
    },
    {
      path: "leaveMsgWoType",
      kind: "thing",
      of: "templates",
      title: "woType.typeName",
      none: "template_none",
      label: "channel_leaveMsgWoType",
      shownIf: (values) => values.leaveMsgMode === 1 && values.leaveMsgType === 2,
    },
    {
      path: "leaveMsgTitle",
      kind: "localText",
      isLong: true,
      label: "channel_leaveMsgTitle",
      help: "channel_leaveMsgTitle_help",
      shownIf: isOn("leaveMsgMode"),
    },
  ],
};
