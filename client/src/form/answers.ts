/** Answers to a form's fields while they are given, and as they are sent. */
import type { Field, FieldOption } from "../wire/field";

/** A text; several for checkboxes and, from the root down, for a cascader. */
export type Answer = string | readonly string[];

/** By the fields' ids. */
export type Answers = Readonly<Record<string, Answer>>;

/** What stands in the fields before anybody wrote; Protocol, 'Times of the pages': a number begins with 0 on a card form. */
export function blankAnswers(fields: readonly Field[], numberPreset: "0" | "" = ""): Answers {
  return Object.fromEntries(fields.map((field) => [field.id, blankOf(field, numberPreset)]));
}

export function answerTo(field: Field, answers: Answers): Answer {
  return answers[field.id] ?? blankOf(field, "");
}

/** The names along a cascader's path, or undefined where it leads nowhere. */
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

/** The answers that were given, in the fields' order. Protocol, 'Work orders': those of checkboxes are joined by commas. */
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
  // A choice with a comma of its own could not be told from two.
  const canJoin = field.kind === "checkboxes" && !answer.some((one) => one.includes(","));
  return canJoin ? answer.join(",") : answer;
}

function blankOf(field: Field, numberPreset: string): Answer {
  if (field.kind === "number") return numberPreset;
  return field.kind === "checkboxes" || field.kind === "cascader" ? [] : "";
}
