/** What the chat says, and its menu. */
import { is, switched } from "../../../form/conditions";
import type { FieldGroup, FieldSpec } from "../../../form/specs";
import { FAQ } from "./faq";
import { line } from "./line";

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

export const TEXTS: FieldGroup = {
  id: "texts",
  title: "channel_texts",
  text: "channel_texts_text",
  fields: [
    ...line("adminWelcome"),
    ...switched("noticeMode", "channel_noticeMode", [
      { path: "noticeMsg", kind: "localText", label: "channel_noticeMsg" },
    ]),
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
