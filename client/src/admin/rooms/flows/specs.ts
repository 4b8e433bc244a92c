/** The fields of a flow, and of each kind of step. */
import { rare, when } from "../../form/conditions";
import type { AdminKey, FieldSpec, Option } from "../../form/specs";
import { type Values, valueAt } from "../../things/paths";
import { hasOptions } from "../forms/options";
import { TypeField } from "../forms/TypeField";
import { ItemsField } from "./fields/ItemsField";
import { NameField } from "./fields/NameField";
import { PairsField } from "./fields/PairsField";
import { RichTextField } from "./fields/RichTextField";
import { ServiceField } from "./fields/ServiceField";
import { VariableField } from "./fields/VariableField";
import { type Source, sourceOf } from "./flow";

/** The flow itself. */
export const FLOW_FIELDS: readonly FieldSpec[] = [
  { path: "name", kind: "localText", label: "flow_name", help: "flow_name_help" },
  {
    path: "robotNo",
    kind: "thing",
    of: "robots",
    title: "robotName",
    label: "flow_robot",
    none: "flow_robot_none",
  },
  {
    path: "triggers",
    kind: "list",
    label: "flow_triggers",
    help: "flow_triggers_help",
    title: "",
    item: [{ path: "", kind: "localText", label: "flow_trigger" }],
    blank: () => ({}),
    add: "flow_trigger_add",
    empty: "flow_triggers_none",
  },
];

export const FLOW_ID: FieldSpec = {
  isRare: true,
  path: "flowId",
  kind: "text",
  isCode: true,
  label: "flow_id",
  help: "flow_id_help",
};
export const FLOW_ID_FIXED: FieldSpec = {
  isRare: true,
  path: "flowId",
  kind: "text",
  isCode: true,
  isFixed: true,
  label: "flow_id",
};

/** What the drawing changes: named in the save bar and in conflicts. */
export const DRAWN_FIELDS: readonly FieldSpec[] = [
  { path: "start", kind: "text", label: "flow_start" },
  { path: "nodes", kind: "text", label: "flow_steps" },
];

const TESTS: readonly Option[] = [
  { value: "is", label: "flow_test_is" },
  { value: "isNot", label: "flow_test_isNot" },
  { value: "contains", label: "flow_test_contains" },
  { value: "above", label: "flow_test_above" },
  { value: "below", label: "flow_test_below" },
  { value: "filled", label: "flow_test_filled" },
  { value: "empty", label: "flow_test_empty" },
];

const METHODS: readonly Option[] = [
  { value: "POST", label: "flow_method_post" },
  { value: "GET", label: "flow_method_get" },
  { value: "PUT", label: "flow_method_put" },
  { value: "PATCH", label: "flow_method_patch" },
];

const BODIES: readonly Option[] = [
  { value: "json", label: "flow_body_json" },
  { value: "form", label: "flow_body_form" },
];

const comparesValue = (one: Values) => one.test !== "filled" && one.test !== "empty";
const asksService = (step: Values) => typeof step.request === "object" && step.request !== null;
const sendsForm = (step: Values) =>
  valueAt(step, "answer.url") !== undefined && valueAt(step, "answer.url") !== "";

/** What the step says. Only these kinds have formats: the others are plain on the visitor's page. */
const answer = (help: AdminKey): FieldSpec => ({
  path: "answer",
  kind: "custom",
  label: "flow_text",
  Field: rich(help),
});

const NAME: FieldSpec = {
  path: "nodeId",
  kind: "custom",
  label: "flow_step_name",
  isRare: true,
  Field: NameField,
};

const CASES: FieldSpec = {
  path: "condition",
  kind: "list",
  label: "flow_cases",
  help: "flow_cases_help",
  title: "bindValue",
  item: [
    { path: "bingCode", kind: "custom", label: "flow_variable", Field: VariableField },
    { path: "test", kind: "select", label: "flow_test", options: TESTS },
    { path: "bindValue", kind: "text", label: "flow_value", shownIf: comparesValue },
  ],
  blank: () => ({ bingCode: "", test: "is", bindValue: "", next: "" }),
  add: "flow_case_add",
  empty: "flow_cases_none",
};

const SERVICE: readonly FieldSpec[] = [
  { path: "request", kind: "custom", label: "flow_service", Field: ServiceField },
  ...when(asksService, [
    { path: "request.url", kind: "link", label: "flow_service_url", help: "flow_service_url_help" },
    { path: "request.method", kind: "select", label: "flow_method", options: METHODS },
    { path: "request.bodyType", kind: "select", label: "flow_body", options: BODIES },
    { path: "request.values", kind: "custom", label: "flow_values", Field: pairs("flow_values") },
    { path: "request.takes", kind: "custom", label: "flow_takes", Field: pairs("flow_takes") },
    { path: "request.headers", kind: "custom", label: "flow_headers", Field: pairs("flow_headers") },
  ]),
];

const FORM_FIELDS: FieldSpec = {
  path: "answer.fromFields",
  kind: "list",
  label: "flow_form_fields",
  title: "fieldName",
  item: [
    { path: "fieldName", kind: "localText", label: "field_name" },
    { path: "fieldType", kind: "custom", label: "field_type", Field: TypedField },
    { path: "requiredStatus", kind: "switch", label: "field_required" },
    { path: "fieldId", kind: "text", isCode: true, label: "flow_variable", help: "flow_form_variable_help" },
    {
      path: "fieldValue",
      kind: "list",
      label: "field_options",
      title: "name",
      item: [
        { path: "name", kind: "localText", label: "field_option" },
        { path: "bindValue", kind: "text", label: "flow_value", help: "flow_option_value_help" },
      ],
      blank: () => ({ name: "", bindValue: "" }),
      add: "field_option_add",
      empty: "field_options_none",
      shownIf: (one) => hasOptions(one.fieldType),
    },
  ],
  blank: () => ({ fieldId: "", fieldName: "", fieldType: 1, requiredStatus: 1 }),
  add: "field_add",
  empty: "flow_form_fields_none",
};

const FORM_SERVICE: readonly FieldSpec[] = rare([
  { path: "answer.url", kind: "link", label: "flow_form_url", help: "flow_form_url_help" },
  ...when(sendsForm, [
    { path: "answer.method", kind: "select", label: "flow_method", options: METHODS },
    { path: "answer.bodyType", kind: "select", label: "flow_body", options: BODIES },
    { path: "answer.headers", kind: "custom", label: "flow_headers", Field: pairs("flow_headers") },
  ]),
]);

const SOURCE_FIELDS: Readonly<Record<Source, readonly FieldSpec[]>> = {
  TEXT_REPLY: [
    answer("flow_text_help"),
    { path: "bingCode", kind: "text", isCode: true, label: "flow_saves", help: "flow_saves_help" },
    CASES,
    ...SERVICE,
    NAME,
  ],
  BUTTONS: [
    answer("flow_buttons_text_help"),
    { path: "itemList", kind: "custom", label: "flow_buttons", Field: ItemsField },
    NAME,
  ],
  FROM_REPLY: [
    { path: "answer.referGuide", kind: "localText", label: "flow_form_title" },
    FORM_FIELDS,
    CASES,
    ...FORM_SERVICE,
    NAME,
  ],
  CARD: [
    { path: "answer.picture", kind: "picture", label: "flow_card_picture" },
    { path: "answer.title", kind: "localText", label: "flow_card_title" },
    { path: "answer.desc", kind: "localText", isLong: true, label: "flow_card_desc" },
    { path: "answer.price", kind: "localText", label: "flow_card_price" },
    { path: "answer.url", kind: "link", label: "flow_card_link" },
    CASES,
    NAME,
  ],
  FAQ: [
    { path: "answer", kind: "doc", isArticle: true, label: "flow_article", help: "flow_article_help" },
    CASES,
    NAME,
  ],
  LARGE_MODEL_REPLY: [
    { path: "answer", kind: "localText", isLong: true, label: "flow_question", help: "flow_question_help" },
    CASES,
    NAME,
  ],
  AGENT_REPLY: [answer("flow_agent_help"), NAME],
  END: [answer("flow_end_help"), NAME],
};

/** The fields of a step, by its kind. */
export function fieldsOf(step: Values): readonly FieldSpec[] {
  return SOURCE_FIELDS[sourceOf(step)];
}

/** A form in a conversation has no choice in levels. */
function TypedField({ path }: { path: string }) {
  return TypeField({ path, max: 8 });
}

function rich(help: AdminKey) {
  return function Rich({ path }: { path: string }) {
    return RichTextField({ path, help });
  };
}

function pairs(textKey: "flow_values" | "flow_takes" | "flow_headers") {
  return function Pairs({ path }: { path: string }) {
    return PairsField({ path, textKey });
  };
}
