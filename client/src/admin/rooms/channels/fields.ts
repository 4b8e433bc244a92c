/**
 * Every field of a channel (Protocol, 'Configuration' and 'Files of a tenant'), grouped as a person thinks of them. A
 * new field needs an entry here and its words in `locales/<code>/admin.json`.
 */
import type { FieldGroup, FieldSpec } from "../../form/specs";
import { type Values, valueAt } from "../../things/paths";

const isOn = (field: string) => (values: Values) => values[field] === 1;
const is = (field: string, value: unknown) => (values: Values) => values[field] === value;

/** A text that the server says if its switch is on. */
function line(id: "adminWelcome" | "adminOffline" | "adminClose" | "userQueue"): FieldSpec[] {
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

const OFFERS = [
  { value: 0, label: "offer_none" },
  { value: 1, label: "offer_button" },
  { value: 2, label: "offer_transfer" },
] as const;

const LOOK: FieldGroup = {
  id: "look",
  title: "channel_look",
  text: "channel_look_text",
  fields: [
    { path: "titleDesc", kind: "localText", label: "channel_titleDesc", help: "channel_titleDesc_help" },
    { path: "avatar", kind: "picture", aspect: 1, label: "channel_avatar", help: "channel_avatar_help" },
    { path: "mainColor", kind: "colour", label: "channel_mainColor", help: "channel_mainColor_help" },
    { path: "cusColor", kind: "colour", label: "channel_cusColor" },
    { path: "language", kind: "language", label: "channel_language", help: "channel_language_help" },
    { path: "navigationBarShowFlag", kind: "switch", label: "channel_navigationBarShowFlag" },
    {
      path: "navigationBarColor",
      kind: "colour",
      label: "channel_navigationBarColor",
      shownIf: isOn("navigationBarShowFlag"),
    },
    { path: "kitBgcolor", kind: "colour", label: "channel_kitBgcolor", isRare: true },
    { path: "kitTxcolor", kind: "colour", label: "channel_kitTxcolor", isRare: true },
    { path: "backgroundImage", kind: "picture", label: "channel_backgroundImage", isRare: true },
    { path: "mainWidth", kind: "number", unit: "unit_px", label: "channel_mainWidth", isRare: true },
    { path: "mainHeight", kind: "number", unit: "unit_px", label: "channel_mainHeight", isRare: true },
    { path: "historyHideFlag", kind: "switch", label: "channel_historyHideFlag", isRare: true },
  ],
};

const QUESTION: readonly FieldSpec[] = [
  { path: "questionName", kind: "localText", label: "faq_question" },
  { path: "docId", kind: "doc", label: "faq_doc", help: "faq_doc_help" },
];

const questions = (path: string, shownIf?: (values: Values) => boolean): FieldSpec => ({
  path,
  kind: "list",
  label: "faq_questions",
  title: "questionName",
  item: QUESTION,
  blank: () => ({ questionName: "", docId: "" }),
  add: "faq_add_question",
  empty: "faq_no_questions",
  ...(shownIf ? { shownIf } : {}),
});

const FAQ: FieldSpec = {
  path: "faq.showContent",
  kind: "list",
  label: "channel_faq",
  help: "channel_faq_help",
  title: "name",
  shownIf: (values) => valueAt(values, "faq.showType") === 1,
  blank: () => ({ id: "", name: "", type: 1, questionList: [], faqGrouplist: [], labelLink: "", imgUrl: "" }),
  add: "faq_add",
  empty: "faq_empty",
  item: [
    { path: "name", kind: "localText", label: "faq_name" },
    {
      path: "type",
      kind: "select",
      label: "faq_type",
      options: [
        { value: 1, label: "faq_type_list" },
        { value: 2, label: "faq_type_tabs" },
      ],
    },
    questions("questionList", (values) => values.type !== 2),
    {
      path: "faqGrouplist",
      kind: "list",
      label: "faq_tabs",
      title: "groupName",
      shownIf: is("type", 2),
      item: [{ path: "groupName", kind: "localText", label: "faq_name" }, questions("questionList")],
      blank: () => ({ groupName: "", questionList: [] }),
      add: "faq_add_tab",
      empty: "faq_no_tabs",
    },
    { path: "imgUrl", kind: "picture", label: "faq_picture", isRare: true },
    { path: "labelLink", kind: "link", label: "faq_link", isRare: true },
  ],
};

const MENU: FieldSpec = {
  path: "chatMenuConfigPlan.menus",
  kind: "list",
  label: "channel_menus",
  help: "channel_menus_help",
  title: "menuName",
  blank: () => ({ menuType: 0, menuName: "", menuNamed: "", msgText: "", docId: "", labelLink: "" }),
  add: "menu_add",
  empty: "menu_empty",
  item: [
    { path: "menuName", kind: "localText", label: "menu_name" },
    {
      path: "menuType",
      kind: "select",
      label: "menu_type",
      options: [
        { value: 0, label: "menu_type_ask" },
        { value: 1, label: "menu_type_transfer" },
        { value: 3, label: "menu_type_end" },
        { value: 4, label: "menu_type_rate" },
        { value: 5, label: "menu_type_leave" },
        { value: 6, label: "menu_type_link" },
        { value: 7, label: "menu_type_local" },
      ],
    },
    { path: "menuNamed", kind: "localText", label: "menu_question", shownIf: is("menuType", 7) },
    {
      path: "msgText",
      kind: "localText",
      label: "menu_text",
      help: "menu_text_help",
      shownIf: (values) => values.menuType === 0 || values.menuType === 7,
    },
    { path: "docId", kind: "doc", label: "menu_doc", help: "menu_doc_help", shownIf: is("menuType", 0) },
    { path: "labelLink", kind: "link", label: "menu_link", shownIf: is("menuType", 6) },
    { path: "background", kind: "colour", label: "menu_background", isRare: true },
    { path: "color", kind: "colour", label: "menu_color", isRare: true },
  ],
};

const TEXTS: FieldGroup = {
  id: "texts",
  title: "channel_texts",
  text: "channel_texts_text",
  fields: [
    ...line("adminWelcome"),
    { path: "noticeMode", kind: "switch", label: "channel_noticeMode" },
    { path: "noticeMsg", kind: "localText", label: "channel_noticeMsg", shownIf: isOn("noticeMode") },
    ...line("adminClose"),
    {
      path: "faq.showType",
      kind: "select",
      label: "channel_faq_show",
      options: [
        { value: 0, label: "faq_hidden" },
        { value: 1, label: "faq_shown" },
      ],
    },
    FAQ,
    MENU,
    {
      path: "autoTip",
      kind: "list",
      label: "channel_autoTip",
      help: "channel_autoTip_help",
      title: "text",
      blank: () => ({ text: "", btnList: [] }),
      add: "tip_add",
      empty: "tip_empty",
      isRare: true,
      item: [
        { path: "text", kind: "localText", label: "tip_text", isLong: true },
        {
          path: "btnList",
          kind: "list",
          label: "tip_buttons",
          title: "name",
          item: [{ path: "name", kind: "localText", label: "menu_name" }],
          blank: () => ({ name: "" }),
          add: "tip_add_button",
          empty: "tip_no_buttons",
        },
      ],
    },
  ],
};

const ROBOT: FieldGroup = {
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

const PEOPLE: FieldGroup = {
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

const QUEUE: FieldGroup = {
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

const BEFORE: FieldGroup = {
  id: "before",
  title: "channel_before",
  text: "channel_before_text",
  fields: [
    { path: "userFormMode", kind: "switch", label: "channel_userFormMode" },
    {
      path: "userForm.formTitle",
      kind: "localText",
      label: "channel_formTitle",
      shownIf: isOn("userFormMode"),
    },
    {
      path: "userFormConfig",
      kind: "list",
      label: "channel_userFormConfig",
      title: "name",
      shownIf: isOn("userFormMode"),
      blank: () => ({ name: "", value: "", require: 0, show: 1, fieldType: 1, options: [] }),
      add: "ask_add",
      empty: "ask_empty",
      item: [
        { path: "name", kind: "localText", label: "ask_name" },
        { path: "value", kind: "text", isCode: true, label: "ask_key", help: "ask_key_help" },
        {
          path: "fieldType",
          kind: "select",
          label: "ask_type",
          options: [
            { value: 1, label: "ask_type_line" },
            { value: 2, label: "ask_type_lines" },
            { value: 6, label: "ask_type_dropdown" },
            { value: 7, label: "ask_type_radio" },
          ],
        },
        {
          path: "options",
          kind: "list",
          label: "ask_options",
          title: "label",
          shownIf: (values) => values.fieldType === 6 || values.fieldType === 7,
          item: [
            { path: "label", kind: "localText", label: "ask_option_label" },
            { path: "value", kind: "text", isCode: true, label: "ask_option_value" },
          ],
          blank: () => ({ label: "", value: "" }),
          add: "ask_add_option",
          empty: "ask_no_options",
        },
        { path: "require", kind: "switch", label: "ask_required" },
        { path: "show", kind: "switch", label: "ask_shown" },
      ],
    },
  ],
};

const LEAVING: FieldGroup = {
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

const RATING: FieldGroup = {
  id: "evaluation",
  title: "channel_evaluation",
  text: "channel_evaluation_text",
  fields: [
    { path: "evaluateMode", kind: "switch", label: "channel_evaluateMode" },
    { path: "commentDocMode", kind: "switch", label: "channel_commentDocMode" },
  ],
};

const FILES: FieldGroup = {
  id: "files",
  title: "channel_files",
  text: "channel_files_text",
  fields: [
    { path: "imageButtonFlag", kind: "switch", label: "channel_imageButtonFlag" },
    { path: "videoButtonFlag", kind: "switch", label: "channel_videoButtonFlag" },
    { path: "fileButtonFlag", kind: "switch", label: "channel_fileButtonFlag" },
  ],
};

const SITES: FieldGroup = {
  id: "sites",
  title: "channel_sites",
  text: "channel_sites_text",
  fields: [
    {
      path: "allowedOrigins",
      kind: "chips",
      example: "https://shop.example.com",
      label: "channel_allowedOrigins",
      help: "channel_allowedOrigins_help",
    },
  ],
};

const IDENTITY: FieldGroup = {
  id: "identity",
  title: "channel_identity",
  text: "channel_identity_text",
  fields: [
    {
      path: "identitySecret",
      kind: "secret",
      isSet: "identitySecretSet",
      label: "channel_identitySecret",
      help: "channel_identitySecret_help",
    },
  ],
};

/** A side bar beside the chat, on desktops. */
const SIDE_BAR: FieldGroup = {
  id: "sidebar",
  title: "channel_sidebar",
  text: "channel_sidebar_text",
  fields: [
    { path: "sideBarStatus", kind: "switch", label: "channel_sideBarStatus" },
    {
      path: "sideBarWidth",
      kind: "number",
      unit: "unit_px",
      label: "channel_sideBarWidth",
      shownIf: isOn("sideBarStatus"),
    },
    {
      path: "sideBarConfig.quickFlag",
      kind: "switch",
      label: "side_quickFlag",
      shownIf: isOn("sideBarStatus"),
    },
    {
      path: "sideBarConfig.quickList",
      kind: "list",
      label: "side_quickList",
      title: "name",
      shownIf: isOn("sideBarStatus"),
      item: [
        { path: "name", kind: "localText", label: "menu_name" },
        { path: "link", kind: "link", label: "menu_link" },
        { path: "url", kind: "picture", label: "faq_picture" },
      ],
      blank: () => ({ name: "", url: "", link: "" }),
      add: "side_add_link",
      empty: "side_no_links",
    },
    {
      path: "sideBarConfig.questionFlag",
      kind: "switch",
      label: "side_questionFlag",
      shownIf: isOn("sideBarStatus"),
    },
    {
      path: "sideBarConfig.questionList",
      kind: "list",
      label: "side_questionList",
      title: "question",
      shownIf: isOn("sideBarStatus"),
      item: [
        { path: "question", kind: "localText", label: "faq_question" },
        { path: "answer", kind: "localText", isLong: true, label: "side_answer", help: "rich_help" },
      ],
      blank: () => ({ question: "", answer: "" }),
      add: "faq_add_question",
      empty: "faq_no_questions",
    },
    { path: "sideBarConfig.adFlag", kind: "switch", label: "side_adFlag", shownIf: isOn("sideBarStatus") },
    {
      path: "sideBarConfig.adList",
      kind: "list",
      label: "side_adList",
      title: "link",
      shownIf: isOn("sideBarStatus"),
      item: [
        { path: "url", kind: "picture", label: "faq_picture" },
        { path: "link", kind: "link", label: "menu_link" },
      ],
      blank: () => ({ url: "", link: "" }),
      add: "side_add_ad",
      empty: "side_no_ads",
    },
  ],
};

export const CHANNEL_GROUPS: readonly FieldGroup[] = [
  LOOK,
  TEXTS,
  ROBOT,
  PEOPLE,
  QUEUE,
  BEFORE,
  LEAVING,
  RATING,
  FILES,
  SIDE_BAR,
  SITES,
  IDENTITY,
];

export const CHANNEL_FIELDS: readonly FieldSpec[] = CHANNEL_GROUPS.flatMap((group) => group.fields);
