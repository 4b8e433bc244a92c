/** The fields of a form's template. */
import type { FieldSpec } from "../../form/specs";
import { hasOptions, shortId } from "./options";
import { TypeField } from "./TypeField";

/** Levels that a cascader's options can have here; the server allows no more. */
const LEVELS = 6;

const CHOICES: FieldSpec = {
  path: "fieldValue",
  kind: "list",
  label: "field_options",
  title: "name",
  item: [{ path: "name", kind: "localText", label: "field_option" }],
  blank: () => ({ name: "" }),
  add: "field_option_add",
  empty: "field_options_none",
  shownIf: (item) => hasOptions(item.fieldType) && item.fieldType !== 9,
};

const TREE: FieldSpec = { ...branches("fieldValue", 1), shownIf: (item) => item.fieldType === 9 };

const ITEMS: FieldSpec = {
  path: "items",
  kind: "list",
  label: "form_fields",
  help: "form_fields_help",
  title: "fieldName",
  item: [
    { path: "fieldName", kind: "localText", label: "field_name" },
    { path: "fieldType", kind: "custom", label: "field_type", Field: AnyType },
    { path: "requiredStatus", kind: "switch", label: "field_required" },
    CHOICES,
    TREE,
    { path: "fieldId", kind: "text", isCode: true, label: "field_id", help: "field_id_help", isRare: true },
  ],
  blank: () => ({ fieldId: shortId(), fieldName: "", fieldType: 1, requiredStatus: 0 }),
  add: "field_add",
  empty: "form_fields_none",
};

const ID: FieldSpec = {
  path: "templateId",
  kind: "text",
  isCode: true,
  label: "form_id",
  help: "form_id_help",
  isRare: true,
};

const TYPE_ID: FieldSpec = {
  path: "woType.typeId",
  kind: "text",
  isCode: true,
  label: "form_type_id",
  help: "form_type_id_help",
  isRare: true,
};

const NAME: FieldSpec = {
  path: "woType.typeName",
  kind: "localText",
  label: "form_name",
  help: "form_name_help",
};

export const NEW_FORM: readonly FieldSpec[] = [NAME, ITEMS, ID, TYPE_ID];
export const FORM: readonly FieldSpec[] = [NAME, ITEMS, { ...ID, isFixed: true }, TYPE_ID];

function AnyType({ path }: { path: string }) {
  return <TypeField path={path} max={9} />;
}

/** Options that may have options below them. */
function branches(path: string, level: number): FieldSpec {
  const below = level < LEVELS ? [branches("children", level + 1)] : [];
  return {
    path,
    kind: "list",
    label: level === 1 ? "field_options" : "field_below",
    title: "name",
    item: [
      { path: "name", kind: "localText", label: "field_option" },
      ...below,
      { path: "id", kind: "text", isCode: true, label: "field_id", isRare: true },
    ],
    blank: () => ({ id: shortId(), name: "" }),
    add: "field_option_add",
    empty: level === 1 ? "field_options_none" : "field_below_none",
  };
}
