/**
 * Forms inside messages: to be filled in for the chat (msgType 10) or for the tenant's own service (11), and the
 * visitor's answers to one. Protocol, 'Forms in a conversation'.
 *
 * referGuide → title, fromFields and formFields → fields, chooseValue → answers, filledFlag → isFilled.
 */
import * as v from "valibot";
import { type Field, field } from "./field";
import { jsonText, lenientList, text } from "./scalars";

/** By the fields' ids: a text, or several where several may be chosen. */
export type FormAnswers = Readonly<Record<string, string | readonly string[]>>;

/** The service the answers of a form go to. */
export type FormTarget = {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  contentType: string;
};

export type Form = {
  title: string;
  fields: Field[];
  /** What was filled in, or what stands in the fields before that. */
  answers: FormAnswers;
  isFilled: boolean;
  /** Nothing where the answers are sent as a message. */
  target: FormTarget | undefined;
};

const chosen = v.object({
  fieldId: text,
  chooseValue: v.nullish(v.union([v.array(v.string()), text]), ""),
});

const answers = v.pipe(
  lenientList(chosen),
  v.transform(
    (fields): FormAnswers =>
      Object.fromEntries(
        fields.flatMap(({ fieldId, chooseValue }) => (chooseValue === "" ? [] : [[fieldId, chooseValue]])),
      ),
  ),
);

const wireForm = v.object({
  referGuide: text,
  fromFields: v.optional(v.unknown()),
  formFields: v.optional(v.unknown()),
  url: text,
  method: text,
  headers: jsonText(v.record(v.string(), text), {} as Record<string, string>),
  bodyType: text,
});

/** A list of fields alone is a form as well. */
const wireText = jsonText<v.InferOutput<typeof wireForm> | undefined>(
  v.union([
    v.pipe(
      v.array(v.unknown()),
      v.transform((fields) => v.parse(wireForm, { fromFields: fields })),
    ),
    wireForm,
  ]),
  undefined,
);

/** Lists, or JSON text of one. */
const fieldList = jsonText(lenientList(field), [] as Field[]);
const answerList = jsonText(answers, {} as FormAnswers);

/** The form in a message's text; nothing where that is no form. `fields` are the message's own, which say what is filled in. */
export function formOf(content: unknown, fields: unknown, isFilled: boolean): Form | undefined {
  const wire = v.parse(wireText, content);
  const listed = fields ?? wire?.fromFields ?? wire?.formFields;
  const read = v.parse(fieldList, listed);
  if (read.length === 0) return undefined;
  return {
    title: wire?.referGuide ?? "",
    fields: read,
    answers: v.parse(answerList, listed),
    isFilled,
    target: wire && wire.url !== "" ? targetOf(wire) : undefined,
  };
}

/** A visitor's answers as sendMsg takes them. */
export function filledText(form: Pick<Form, "fields">, given: FormAnswers): string {
  return JSON.stringify(
    form.fields.flatMap(({ id, name }) =>
      given[id] === undefined ? [] : [{ fieldId: id, fieldName: name, chooseValue: given[id] }],
    ),
  );
}

/** A visitor's answers as the tenant's service takes them: by the fields' names. */
export function requestBody(form: Pick<Form, "fields">, given: FormAnswers): FormAnswers {
  return Object.fromEntries(
    form.fields.flatMap(({ id, name }) => (given[id] === undefined ? [] : [[name, given[id]]])),
  );
}

function targetOf({ url, method, headers, bodyType }: v.InferOutput<typeof wireForm>): FormTarget {
  const isUrlencoded = /form|urlencoded/i.test(bodyType);
  return {
    url,
    method: method || "POST",
    headers,
    contentType: isUrlencoded ? "application/x-www-form-urlencoded" : "application/json",
  };
}
