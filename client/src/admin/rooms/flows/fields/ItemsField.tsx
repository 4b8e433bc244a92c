import { useField } from "../../../form/editor";
import { ListField } from "../../../form/fields/ListField";
import type { SpecOf } from "../../../form/specs";
import { blankItem } from "../flowEdit";
import { VariableField } from "./VariableField";

const spec: SpecOf<"list"> = {
  path: "itemList",
  kind: "list",
  label: "flow_buttons",
  title: "name",
  item: [
    { path: "name", kind: "localText", label: "flow_button_name" },
    { path: "bingCode", kind: "custom", label: "flow_variable", isRare: true, Field: VariableField },
    { path: "bindValue", kind: "text", label: "flow_value", help: "flow_button_value_help", isRare: true },
  ],
  blank: () => blankItem([]),
  add: "flow_button_add",
  empty: "flow_buttons_none",
};

/** The buttons of a step. A new one gets ids that its neighbours do not have. */
export function ItemsField({ path }: { path: string }) {
  const { value } = useField(path);
  const beside: unknown[] = Array.isArray(value) ? value : [];
  return <ListField spec={{ ...spec, blank: () => blankItem(beside) }} path={path} />;
}
