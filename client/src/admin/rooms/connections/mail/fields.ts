/** The fields of a shop's mail: Protocol, 'Mail'. */
import type { FieldGroup } from "../../../form/specs";

export const MAIL: readonly FieldGroup[] = [
  {
    id: "mail-look",
    title: "mail_look",
    fields: [
      { path: "mail.senderName", kind: "text", label: "mail_senderName", help: "mail_senderName_help" },
      { path: "mail.replyTo", kind: "text", label: "mail_replyTo", help: "mail_replyTo_help" },
      {
        path: "mail.lang",
        kind: "select",
        label: "mail_lang",
        help: "mail_lang_help",
        options: [
          { value: "", label: "mail_lang_none" },
          { value: "en", label: "mail_lang_en" },
          { value: "zh", label: "mail_lang_zh" },
        ],
      },
    ],
  },
  {
    id: "mail-box",
    title: "mail_box",
    text: "mail_box_text",
    fields: [
      { path: "mail.mailbox", kind: "text", label: "mail_mailbox", help: "mail_mailbox_help" },
      { path: "mail.leaveMessages", kind: "switch", label: "mail_leaveMessages" },
      { path: "mail.workOrders", kind: "switch", label: "mail_workOrders" },
    ],
  },
  {
    id: "mail-missed",
    title: "mail_missed",
    text: "mail_missed_text",
    fields: [
      {
        path: "mail.missedAfter",
        kind: "number",
        unit: "unit_minutes",
        min: 0,
        isOptional: true,
        unset: 5,
        label: "mail_missedAfter",
        help: "mail_missedAfter_help",
      },
    ],
  },
];
