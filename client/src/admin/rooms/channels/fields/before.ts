/** The form before the chat. */
import { switched } from "../../../form/conditions";
import type { FieldGroup } from "../../../form/specs";

export const BEFORE: FieldGroup = {
  id: "before",
  title: "channel_before",
  text: "channel_before_text",
  fields: switched("userFormMode", "channel_userFormMode", [
    { path: "userForm.formTitle", kind: "localText", label: "channel_formTitle" },
    {
      path: "userFormConfig",
      kind: "list",
      label: "channel_userFormConfig",
      title: "name",
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
            { value: 3, label: "field_type_3" },
            { value: 4, label: "field_type_4" },
            { value: 5, label: "field_type_5" },
            { value: 6, label: "ask_type_dropdown" },
            { value: 7, label: "ask_type_radio" },
            { value: 8, label: "field_type_8" },
          ],
        },
        {
          path: "options",
          kind: "list",
          label: "ask_options",
          title: "label",
          shownIf: (values) => Number(values.fieldType) >= 6,
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
  ]),
};
