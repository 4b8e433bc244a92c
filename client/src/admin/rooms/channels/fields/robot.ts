/** The channel's robot. */
import type { FieldGroup } from "../../../form/specs";

const OFFERS = [
  { value: 0, label: "offer_none" },
  { value: 1, label: "offer_button" },
  { value: 2, label: "offer_transfer" },
] as const;

export const ROBOT: FieldGroup = {
  id: "robot",
  title: "channel_robot",
  text: "channel_robot_text",
  fields: [
    {
      path: "receiveMode",
      kind: "cards",
      label: "channel_receiveMode",
      options: [
        { value: 0, label: "receive_robot_first", help: "receive_robot_first_help" },
        { value: 1, label: "receive_agent_first", help: "receive_agent_first_help" },
        { value: 2, label: "receive_robot_only", help: "receive_robot_only_help" },
        { value: 3, label: "receive_agent_only", help: "receive_agent_only_help" },
      ],
    },
    {
      path: "robotNo",
      kind: "thing",
      of: "robots",
      title: "robotName",
      none: "robot_none",
      label: "channel_robotNo",
    },
    { path: "robotName", kind: "localText", label: "channel_robotName", help: "channel_robot_own" },
    {
      path: "robotWelcomeMsg",
      kind: "localText",
      isLong: true,
      label: "channel_robotWelcomeMsg",
      help: "channel_robot_own",
    },
    {
      path: "robotIcon",
      kind: "picture",
      aspect: 1,
      label: "channel_robotIcon",
      help: "channel_robot_own",
      isRare: true,
    },
    { path: "robotAnswerTransferUserMode", kind: "select", label: "channel_offer_answer", options: OFFERS },
    { path: "robotGuideTransferUserMode", kind: "select", label: "channel_offer_guide", options: OFFERS },
    { path: "robotUnknownTransferUserMode", kind: "select", label: "channel_offer_unknown", options: OFFERS },
    {
      path: "askForPerson",
      kind: "select",
      label: "channel_askForPerson",
      options: [
        { value: "offer", label: "offer_button" },
        { value: "transfer", label: "offer_transfer" },
      ],
    },
    { path: "msgToTransferFlag", kind: "switch", label: "channel_msgToTransferFlag" },
    { path: "transferUserMode", kind: "switch", label: "channel_transferUserMode" },
  ],
};
