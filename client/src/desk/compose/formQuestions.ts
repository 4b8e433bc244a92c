/** The questions of a form that an agent writes. */
import type { FieldKind } from "../../wire/field";
import type { Form } from "../../wire/form";

export type Question = {
  id: number;
  name: string;
  kind: FieldKind;
  isRequired: boolean;
  /** One option a line. */
  options: string;
};

/** A longer form belongs into the administration. */
export const FIELDS_MAX = 10;
const OPTIONS_MAX = 50;

export function blankQuestion(id: number): Question {
  return { id, name: "", kind: "line", isRequired: true, options: "" };
}

/** What is wrong with a question; undefined if nothing is. */
export function questionFault(question: Question): "name" | "options" | undefined {
  if (question.name.trim() === "") return "name";
  return hasOptions(question) && optionsOf(question).length < 2 ? "options" : undefined;
}

export function formOfQuestions(title: string, questions: readonly Question[]): Form {
  const fields = questions.map((question) => ({
    id: String(question.id),
    name: question.name.trim(),
    kind: question.kind,
    isRequired: question.isRequired,
    options: hasOptions(question)
      ? optionsOf(question).map((name) => ({ id: name, name, children: [] }))
      : [],
  }));
  return { title: title.trim(), fields, answers: {}, isFilled: false, target: undefined };
}

function hasOptions({ kind }: Question): boolean {
  return kind === "radio" || kind === "checkboxes";
}

/** Each option once. */
function optionsOf({ options }: Question): string[] {
  const lines = options.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))].slice(0, OPTIONS_MAX);
}
