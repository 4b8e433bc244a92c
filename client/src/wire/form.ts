/**
 * Forms in messages: for the chat (msgType 10) or for the tenant's own service (11), and the visitor's answers to one.
 * Protocol, 'Forms in a conversation'.
 *
 * referGuide → title, fromFields and formFields → fields, chooseValue → answers, filledFlag → isFilled.
 */
import * as v from "valibot";
import { type Field, field } from "./field";
import { jsonText, lenientList, text } from "./scalars";

/** Answers by field id: a text, or a list if several options may be chosen. */
export type FormAnswers = Readonly<Record<string, string | readonly string[]>>;

/** The tenant's service that gets the answers of a form. */
export type FormTarget = {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  contentType: string;
};

export type Form = {
  title: string;
  fields: Field[];
  /** The submitted answers, or the preset ones. */
  answers: FormAnswers;
  isFilled: boolean;
  /** Undefined if the answers are sent as a message. */
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

/** A bare list of fields is also a form. */
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

/** A list, or JSON text of one. */
const fieldList = jsonText(lenientList(field), [] as Field[]);
const answerList = jsonText(answers, {} as FormAnswers);

/** Reads a message's form; undefined if it has no fields. The message's own `fields`, with answers, take precedence. */
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

/** A visitor's answers as the text of sendMsg. */
export function filledText(form: Pick<Form, "fields">, given: FormAnswers): string {
  return JSON.stringify(
    form.fields.flatMap(({ id, name }) =>
      given[id] === undefined ? [] : [{ fieldId: id, fieldName: name, chooseValue: given[id] }],
    ),
  );
}

/** A visitor's answers for the tenant's service, by field name. */
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
