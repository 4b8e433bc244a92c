/** Changes to a message after it was sent: its form is filled in, or its answer is rated or hidden. */
import type { Amendment } from "../wire/event";
import type { Form, FormAnswers } from "../wire/form";
import type { Feedback } from "../wire/message";
import type { Entry } from "./types";

/** Applies event 1206. */
export function amended(
  entries: readonly Entry[],
  messageId: string,
  { filled, feedback, isHidden }: Amendment,
): readonly Entry[] {
  if (isHidden) return entries.filter((entry) => entry.id !== messageId);
  return entries.map((entry) => {
    if (entry.id !== messageId) return entry;
    const form = filled ? formIn(entry) : undefined;
    const next = form && filled ? withForm(entry, inOrder(form, filled)) : entry;
    return feedback ? { ...next, feedback } : next;
  });
}

export function withFilled(
  entries: readonly Entry[],
  messageId: string,
  answers: FormAnswers | undefined,
): readonly Entry[] {
  return entries.map((entry) => (entry.id === messageId ? withForm(entry, answers) : entry));
}

/** Sets the visitor's rating of an answer; undefined removes it after a failed call. */
export function withFeedback(
  entries: readonly Entry[],
  messageId: string,
  feedback: Feedback | undefined,
): readonly Entry[] {
  return entries.map((entry) => {
    if (entry.id !== messageId) return entry;
    const { feedback: _, ...rest } = entry;
    return feedback ? { ...rest, feedback } : rest;
  });
}

/** The form that a message shows: its own, or the one inside a robot's answer. */
export function formIn({ content }: Entry): Form | undefined {
  if (content.kind === "form") return content.form;
  if (content.kind !== "answer") return undefined;
  const part = content.parts.find((each) => each.kind === "form");
  return part?.kind === "form" ? part.form : undefined;
}

/** Marks the form as filled. Without `answers` it keeps the answers it has. */
function withForm(entry: Entry, answers: FormAnswers | undefined): Entry {
  const { content } = entry;
  const fill = (form: Form): Form => ({ ...form, answers: answers ?? form.answers, isFilled: true });
  if (content.kind === "form") return { ...entry, content: { ...content, form: fill(content.form) } };
  if (content.kind !== "answer") return entry;
  const parts = content.parts.map((part) =>
    part.kind === "form" ? { ...part, form: fill(part.form) } : part,
  );
  return { ...entry, content: { ...content, parts } };
}

function inOrder(form: Form, answers: readonly FormAnswers[string][]): FormAnswers {
  return Object.fromEntries(
    form.fields.flatMap(({ id }, at) => {
      const answer = answers[at] ?? "";
      return answer.length === 0 ? [] : [[id, answer]];
    }),
  );
}
