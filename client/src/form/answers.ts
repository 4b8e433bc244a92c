/** Answers to a form's fields, in the page and on the wire. */
import type { Field, FieldOption } from "../wire/field";

/** A text; a list for checkboxes, and, from the root down, for a cascader. */
export type Answer = string | readonly string[];

/** Answers by field id. */
export type Answers = Readonly<Record<string, Answer>>;

/** The initial answers. Protocol, 'Times of the pages': on a card form, a number starts as 0. */
export function blankAnswers(fields: readonly Field[], numberPreset: "0" | "" = ""): Answers {
  return Object.fromEntries(fields.map((field) => [field.id, blankOf(field, numberPreset)]));
}

export function answerTo(field: Field, answers: Answers): Answer {
  return answers[field.id] ?? blankOf(field, "");
}

/** The names along a cascader's path; undefined if an option of it does not exist. */
export function namesAlong(options: readonly FieldOption[], path: readonly string[]): string[] | undefined {
  const names: string[] = [];
  let level = options;
  for (const step of path) {
    const found = level.find((choice) => choice.id === step);
    if (!found) return undefined;
    names.push(found.name);
    level = found.children;
  }
  return names;
}

export type WireAnswer = { fieldId: string; fieldName: string; fieldValue: Answer };

/** The answers that are not blank, in field order. Protocol, 'Work orders': commas join the answers of checkboxes. */
export function wireAnswers(fields: readonly Field[], answers: Answers): WireAnswer[] {
  return fields.flatMap((field) => {
    const answer = answerTo(field, answers);
    if (isBlank(answer)) return [];
    return [{ fieldId: field.id, fieldName: field.name, fieldValue: wireValue(field, answer) }];
  });
}

export function isBlank(answer: Answer): boolean {
  return typeof answer === "string" ? answer.trim() === "" : answer.length === 0;
}

function wireValue(field: Field, answer: Answer): Answer {
  if (typeof answer === "string") return answer.trim();
  // A choice that contains a comma could not be told from two choices.
  const canJoin = field.kind === "checkboxes" && !answer.some((one) => one.includes(","));
  return canJoin ? answer.join(",") : answer;
}

function blankOf(field: Field, numberPreset: string): Answer {
  if (field.kind === "number") return numberPreset;
  return field.kind === "checkboxes" || field.kind === "cascader" ? [] : "";
}
