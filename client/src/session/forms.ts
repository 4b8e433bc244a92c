/** Submits forms in messages, to the chat (sendMsg 10) or to the tenant's service (fromRequest). */
import { ApiError } from "../api/http";
import { formIn } from "../conversation/amend";
import type { Form, FormAnswers } from "../wire/form";
import { sendingEntry } from "./sendingEntry";
import type { Visit } from "./visit";

/** The result of a submitted form. `words` come from the service or the server. */
export type FormOutcome =
  | { kind: "taken"; text: string }
  /** The form was already filled in. */
  | { kind: "already" }
  /** The form was recalled, belongs to an earlier session, or the session has ended. */
  | { kind: "gone" }
  | { kind: "refused"; text: string }
  | { kind: "tooMany" }
  | { kind: "unreachable" };

export type Forms = {
  submit: (messageId: string, answers: FormAnswers) => Promise<FormOutcome>;
};

export function createForms(visit: Visit): Forms {
  // A form keeps its id, so that sending it again after a lost response is idempotent.
  const ids = new Map<string, string>();
  const idOf = (messageId: string) => {
    const id = ids.get(messageId) ?? visit.newId();
    ids.set(messageId, id);
    return id;
  };

  return {
    async submit(messageId, answers) {
      const entry = visit.conversation().entries.find((each) => each.id === messageId);
      const form = entry && formIn(entry);
      if (!form || entry.isRecalled) return { kind: "gone" };
      if (form.isFilled) return { kind: "already" };
      try {
        const outcome = form.target
          ? await relay(visit, messageId, form, answers)
          : await send(visit, messageId, form, answers, idOf(messageId));
        if (outcome.kind === "taken") visit.change({ kind: "formFilled", messageId, answers });
        return outcome;
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause;
        const outcome = outcomeOf(visit, messageId, cause);
        if (outcome.kind === "refused") ids.delete(messageId);
        if (outcome.kind === "already") visit.change({ kind: "formFilled", messageId, answers: undefined });
        return outcome;
      }
    },
  };
}

async function relay(
  visit: Visit,
  messageId: string,
  form: Form,
  answers: FormAnswers,
): Promise<FormOutcome> {
  const { ok, message } = await visit.api.relayForm(visit.who.userId, messageId, form, answers);
  return { kind: ok ? "taken" : "refused", text: message };
}

/** Lists the answers while they are being sent, and removes them if the call fails. */
async function send(
  visit: Visit,
  messageId: string,
  form: Form,
  answers: FormAnswers,
  key: string,
): Promise<FormOutcome> {
  const filled = { ...form, answers, isFilled: true };
  visit.change({ kind: "written", entry: sendingEntry(visit, key, { kind: "filledForm", form: filled }) });
  try {
    const sent = await visit.api.sendForm(visit.who.userId, key, messageId, form, answers);
    visit.change({ kind: "sent", key, sent });
    return { kind: "taken", text: "" };
  } catch (cause) {
    visit.change({ kind: "discarded", key });
    throw cause;
  }
}

function outcomeOf(visit: Visit, messageId: string, { kind }: ApiError): FormOutcome {
  switch (kind) {
    case "conflict": {
      // The session has ended, the form was recalled, or another page filled it in.
      const { phase, entries } = visit.conversation();
      const isRecalled = entries.some((entry) => entry.id === messageId && entry.isRecalled);
      return { kind: phase === "ended" || isRecalled ? "gone" : "already" };
    }
    case "idReused":
      return { kind: "already" };
    case "notFound":
    case "forbidden":
      return { kind: "gone" };
    case "invalid":
    case "tooLarge":
      return { kind: "refused", text: "" };
    case "tooMany":
      return { kind: "tooMany" };
    default:
      return { kind: "unreachable" };
  }
}
