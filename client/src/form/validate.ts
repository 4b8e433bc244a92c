/**
 * Validates answers: Protocol, 'Forms in a conversation'. The cases in `fixtures/forms` define the rules for client and
 * server. The server decides; the page only reports a fault earlier.
 */
import type { Field } from "../wire/field";
import { type Answer, type Answers, answerTo, isBlank, namesAlong } from "./answers";

/** In characters. */
export const LINE_CHARS_MAX = 500;
export const LINES_CHARS_MAX = 4000;
const NUMBER_CHARS_MAX = 32;

export type AnswerFault = "missing" | "tooLong" | "malformed" | "notAnOption";

export function faultOf(field: Field, answer: Answer): AnswerFault | undefined {
  if (isBlank(answer)) return field.isRequired ? "missing" : undefined;
  return typeof answer === "string" ? faultOfOne(field, answer) : faultOfMany(field, answer);
}

/** The fault of each field, by its id. */
export function faultsOf(
  fields: readonly Field[],
  answers: Answers,
): Record<string, AnswerFault | undefined> {
  return Object.fromEntries(fields.map((field) => [field.id, faultOf(field, answerTo(field, answers))]));
}

function faultOfOne(field: Field, answer: string): AnswerFault | undefined {
  const text = answer.trim();
  switch (field.kind) {
    case "line":
      if ([...text].length > LINE_CHARS_MAX) return "tooLong";
      return hasControls(text) ? "malformed" : undefined;
    case "text":
      return [...text].length > LINES_CHARS_MAX ? "tooLong" : undefined;
    case "date":
      return isDate(text) ? undefined : "malformed";
    case "dateTime":
      return isDateTime(text) ? undefined : "malformed";
    case "number":
      return text.length <= NUMBER_CHARS_MAX && /^-?\d+(\.\d+)?$/.test(text) ? undefined : "malformed";
    case "dropdown":
    case "radio":
      return field.options.some((choice) => choice.name === text) ? undefined : "notAnOption";
    case "checkboxes":
    case "cascader":
      return "malformed";
    default:
      return field.kind satisfies never;
  }
}

function faultOfMany(field: Field, answer: readonly string[]): AnswerFault | undefined {
  if (field.kind === "checkboxes") {
    if (new Set(answer).size < answer.length) return "malformed";
    const names = field.options.map((choice) => choice.name);
    return answer.every((one) => names.includes(one)) ? undefined : "notAnOption";
  }
  if (field.kind !== "cascader") return "malformed";
  return namesAlong(field.options, answer) === undefined ? "notAnOption" : undefined;
}

function hasControls(text: string): boolean {
  return [...text].some((sign) => sign < " ");
}

function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number);
  if (!year || !month || !day) return false;
  const read = new Date(0);
  read.setUTCFullYear(year, month - 1, day);
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === day;
}

function isDateTime(text: string): boolean {
  const parts = /^(.{10}) ([01]\d|2[0-3]):[0-5]\d$/.exec(text);
  return isDate(parts?.[1] ?? "");
}
