/** The fields of rescue, targets, the wall and the reports: Protocol, 'Rescue and routing', 'Supervisor's wall' and 'Reports'. */
import type { AdminKey, FieldGroup } from "../../form/specs";
import { valueAt } from "../../things/paths";
import { ReportZone } from "./ReportZone";

const minutes = (name: "acceptTime" | "answerTime" | "lastAgentTime") =>
  ({
    path: `service.${name}`,
    kind: "number",
    unit: "unit_minutes",
    isOptional: true,
    label: `service_${name}`,
    help: `service_${name}_help`,
  }) as const;

const number = (path: string, label: AdminKey, help: AdminKey, unit?: AdminKey) =>
  ({
    path,
    kind: "number",
    isOptional: true,
    min: 1,
    step: 1,
    label,
    help,
    ...(unit ? { unit } : {}),
  }) as const;

export const SUPERVISING: readonly FieldGroup[] = [
  {
    id: "rescue",
    title: "rescue_title",
    text: "rescue_text",
    fields: [minutes("acceptTime"), minutes("answerTime"), minutes("lastAgentTime")],
  },
  {
    id: "wait",
    title: "wait_title",
    text: "wait_text",
    fields: [
      { path: "service.tellWait", kind: "switch", label: "service_tellWait", help: "service_tellWait_help" },
    ],
  },
  {
    id: "targets",
    title: "targets_title",
    text: "targets_text",
    fields: [
      number("targets.firstAnswer", "targets_firstAnswer", "targets_firstAnswer_help", "unit_seconds"),
      number("targets.nextAnswer", "targets_nextAnswer", "targets_nextAnswer_help", "unit_seconds"),
      number("targets.resolution", "targets_resolution", "targets_resolution_help", "unit_seconds"),
    ],
  },
  {
    id: "wall",
    title: "wall_title",
    text: "wall_text",
    fields: [
      number("wall.waiting", "wall_waiting", "wall_waiting_help"),
      number("wall.oldestWait", "wall_oldestWait", "wall_oldestWait_help", "unit_seconds"),
      number("wall.missed", "wall_missed", "wall_missed_help"),
    ],
  },
  {
    id: "reports",
    title: "reports_title",
    text: "reports_text",
    fields: [
      {
        path: "timeZone",
        kind: "custom",
        label: "reports_timeZone",
        help: "reports_timeZone_help",
        Field: ReportZone,
      },
      {
        path: "reports.weeklyMail",
        kind: "switch",
        label: "reports_weeklyMail",
        help: "reports_weeklyMail_help",
      },
      {
        path: "reports.lang",
        kind: "select",
        label: "reports_lang",
        options: [
          { value: "", label: "mail_lang_none" },
          { value: "en", label: "mail_lang_en" },
          { value: "zh", label: "mail_lang_zh" },
        ],
        shownIf: (tenant) => valueAt(tenant, "reports.weeklyMail") === 1,
      },
    ],
  },
];
