/** The fields of agents, groups and the shop: Protocol, 'Files of a tenant'. */
import { newId } from "../../../lib/newId";
import type { Thing } from "../../../wire/things";
import { is } from "../../form/conditions";
import type { FieldGroup, Option } from "../../form/specs";
import { valueAt } from "../../things/paths";

export const ROLES = [
  { value: "agent", label: "role_agent", help: "role_agent_help" },
  { value: "supervisor", label: "role_supervisor", help: "role_supervisor_help" },
  { value: "admin", label: "role_admin", help: "role_admin_help" },
] as const satisfies readonly Option[];

export const AGENT: readonly FieldGroup[] = [
  {
    id: "who",
    title: "agent_who",
    fields: [
      { path: "adminFace", kind: "picture", aspect: 1, label: "agent_adminFace" },
      { path: "adminNick", kind: "text", label: "agent_adminNick", help: "agent_adminNick_help" },
      { path: "account", kind: "text", label: "agent_account", help: "agent_account_help" },
      { path: "email", kind: "text", label: "agent_email", help: "agent_email_help" },
    ],
  },
  {
    id: "work",
    title: "agent_work",
    fields: [
      { path: "role", kind: "cards", options: ROLES, label: "agent_role" },
      {
        path: "groupIds",
        kind: "things",
        of: "groups",
        title: "groupName",
        label: "agent_groupIds",
        help: "agent_groupIds_help",
      },
      {
        path: "overseeGroupIds",
        kind: "things",
        of: "groups",
        title: "groupName",
        label: "agent_overseeGroupIds",
        help: "agent_overseeGroupIds_help",
        shownIf: is("role", "supervisor"),
      },
      {
        path: "capacity",
        kind: "number",
        min: 1,
        step: 1,
        label: "agent_capacity",
        help: "agent_capacity_help",
      },
    ],
  },
  {
    id: "card",
    title: "agent_card",
    text: "agent_card_text",
    fields: [
      { path: "adminCardSign", kind: "text", label: "agent_adminCardSign" },
      { path: "adminCardEmail", kind: "text", label: "agent_adminCardEmail" },
      { path: "adminCardTel", kind: "text", label: "agent_adminCardTel" },
      { path: "adminCardMobile", kind: "text", label: "agent_adminCardMobile" },
      { path: "adminCardWechat", kind: "text", label: "agent_adminCardWechat", isRare: true },
      { path: "adminCardQq", kind: "text", label: "agent_adminCardQq", isRare: true },
    ],
  },
];

/** The ids of an agent's groups. */
export function groupsOf(agent: Thing): string[] {
  return Array.isArray(agent.groupIds) ? agent.groupIds.map(String) : [];
}

export const newAgent = (): Thing => ({
  version: 0,
  adminId: newId(),
  account: "",
  adminNick: "",
  adminFace: "",
  role: "agent",
  groupIds: [],
  capacity: 3,
});

export const GROUP: FieldGroup = {
  id: "group",
  title: "group_title",
  fields: [
    { path: "groupName", kind: "localText", label: "group_groupName", help: "group_groupName_help" },
    {
      path: "priority",
      kind: "number",
      min: 0,
      step: 1,
      label: "group_priority",
      help: "group_priority_help",
    },
    {
      path: "overflow.groupId",
      kind: "thing",
      of: "groups",
      title: "groupName",
      none: "group_overflow_none",
      label: "group_overflow",
      help: "group_overflow_help",
    },
    {
      path: "overflow.after",
      kind: "number",
      unit: "unit_minutes",
      label: "group_overflow_after",
      help: "group_overflow_after_help",
      shownIf: (group) => (valueAt(group, "overflow.groupId") ?? "") !== "",
    },
  ],
};

export const newGroup = (): Thing => ({ version: 0, id: newId(), groupName: "" });

const minutes = (
  name: "visitorAwayTime" | "queueLeaveTime" | "agentAwayTime" | "agentGoneTime",
  unset: number,
) =>
  ({
    path: `service.${name}`,
    kind: "number",
    unit: "unit_minutes",
    isOptional: true,
    unset,
    label: `service_${name}`,
    help: `service_${name}_help`,
  }) as const;

const most = (name: "queueMax" | "sessionsMax", unset: number) =>
  ({
    path: `service.${name}`,
    kind: "number",
    isOptional: true,
    unset,
    label: `service_${name}`,
    help: `service_${name}_help`,
    isRare: true,
  }) as const;

export const SHOP: readonly FieldGroup[] = [
  {
    id: "shop",
    title: "shop_who",
    fields: [{ path: "name", kind: "localText", label: "shop_name", help: "shop_name_help" }],
  },
  {
    id: "hours",
    title: "shop_hours_title",
    text: "shop_hours_text",
    fields: [{ path: "hours", kind: "hours", label: "shop_hours" }],
  },
  {
    id: "silence",
    title: "shop_silence",
    text: "shop_silence_text",
    fields: [
      minutes("visitorAwayTime", 1),
      minutes("queueLeaveTime", 10),
      minutes("agentAwayTime", 0.5),
      minutes("agentGoneTime", 2),
      most("queueMax", 100_000),
      most("sessionsMax", 200_000),
    ],
  },
];
