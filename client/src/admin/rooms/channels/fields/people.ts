/** Who answers, and when. */
import { is } from "../../../form/conditions";
import type { FieldGroup } from "../../../form/specs";
import { line } from "./line";

export const PEOPLE: FieldGroup = {
  id: "people",
  title: "channel_people",
  text: "channel_people_text",
  fields: [
    {
      path: "groupMode",
      kind: "cards",
      label: "channel_groupMode",
      options: [
        { value: 0, label: "group_single", help: "group_single_help" },
        { value: 1, label: "group_choice", help: "group_choice_help" },
      ],
    },
    {
      path: "groupId",
      kind: "thing",
      of: "groups",
      title: "groupName",
      none: "group_all",
      label: "channel_groupId",
      shownIf: (values) => values.groupMode !== 1,
    },
    {
      path: "groupConfig",
      kind: "things",
      of: "groups",
      title: "groupName",
      wrap: "groupId",
      label: "channel_groupConfig",
      shownIf: is("groupMode", 1),
    },
    { path: "hours", kind: "hours", label: "channel_hours", help: "channel_hours_help" },
    { path: "unWorkingMsg", kind: "localText", isLong: true, label: "channel_unWorkingMsg" },
    ...line("adminOffline"),
  ],
};
