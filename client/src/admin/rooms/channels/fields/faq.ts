/** The questions of a channel's menu: groups, and questions in them. */
import { is } from "../../../form/conditions";
import type { FieldSpec } from "../../../form/specs";
import { type Values, valueAt } from "../../../things/paths";

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

export const FAQ: FieldSpec = {
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
