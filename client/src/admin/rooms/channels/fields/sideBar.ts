/** The panel beside the chat on wide screens. */
import { switched } from "../../../form/conditions";
import type { FieldGroup } from "../../../form/specs";

export const SIDE_BAR: FieldGroup = {
  id: "sidebar",
  title: "channel_sidebar",
  text: "channel_sidebar_text",
  fields: switched("sideBarStatus", "channel_sideBarStatus", [
    { path: "sideBarWidth", kind: "number", unit: "unit_px", label: "channel_sideBarWidth" },
    { path: "sideBarConfig.quickFlag", kind: "switch", label: "side_quickFlag" },
    {
      path: "sideBarConfig.quickList",
      kind: "list",
      label: "side_quickList",
      title: "name",
      item: [
        { path: "name", kind: "localText", label: "menu_name" },
        { path: "link", kind: "link", label: "menu_link" },
        { path: "url", kind: "picture", label: "faq_picture" },
      ],
      blank: () => ({ name: "", url: "", link: "" }),
      add: "side_add_link",
      empty: "side_no_links",
    },
    { path: "sideBarConfig.questionFlag", kind: "switch", label: "side_questionFlag" },
    {
      path: "sideBarConfig.questionList",
      kind: "list",
      label: "side_questionList",
      title: "question",
      item: [
        { path: "question", kind: "localText", label: "faq_question" },
        { path: "answer", kind: "localText", isLong: true, label: "side_answer", help: "rich_help" },
      ],
      blank: () => ({ question: "", answer: "" }),
      add: "faq_add_question",
      empty: "faq_no_questions",
    },
    { path: "sideBarConfig.adFlag", kind: "switch", label: "side_adFlag" },
    {
      path: "sideBarConfig.adList",
      kind: "list",
      label: "side_adList",
      title: "link",
      item: [
        { path: "url", kind: "picture", label: "faq_picture" },
        { path: "link", kind: "link", label: "menu_link" },
      ],
      blank: () => ({ url: "", link: "" }),
      add: "side_add_ad",
      empty: "side_no_ads",
    },
  ]),
};
