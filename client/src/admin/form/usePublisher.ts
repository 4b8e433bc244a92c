/** Publishes the draft of a form, or discards it, after the user has seen what that changes. */
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../ui/toast";
import type { FieldChange } from "../../wire/editing";
import type { Thing } from "../../wire/things";
import type { Publishing } from "./store";
import type { ThingEditor } from "./useThingEditor";

export type Publisher = {
  hasDraft: boolean;
  note: ReactNode;
  isBusy: boolean;
  /** What the user is asked about, if anything. */
  question: Question | undefined;
  /** Saves what is unsaved, and shows what publishing changes. */
  review: () => void;
  publish: () => void;
  askToDiscard: () => void;
  discard: () => void;
  close: () => void;
};

type Question = { kind: "publish"; draft: Thing; changes: readonly FieldChange[] } | { kind: "discard" };

/** Nothing for a thing that is not published. */
export function usePublisher(publishing: Publishing | undefined, editor: ThingEditor): Publisher | undefined {
  const { t } = useTranslation("admin");
  const [isBusy, setBusy] = useState(false);
  const [question, setQuestion] = useState<Question>();
  if (!publishing) return undefined;

  /** Runs a call about `draft`; its refusal is shown at the form. */
  const run = async (draft: Thing, call: () => Promise<void>) => {
    editor.forgetTrouble();
    setBusy(true);
    try {
      await call();
    } catch (cause) {
      setQuestion(undefined);
      await editor.refused(cause, draft, draft);
    } finally {
      setBusy(false);
    }
  };

  const review = async () => {
    const draft = editor.isUnsaved ? await editor.save() : editor.base;
    if (!draft) return;
    await run(draft, async () =>
      setQuestion({ kind: "publish", draft, changes: await publishing.changes(draft) }),
    );
  };

  /** The form goes on from what is published. */
  const end = (published: Thing, draft: Thing, words: string) => {
    setQuestion(undefined);
    editor.settle(published, draft);
    editor.forgetFaults(() => true);
    showToast("success", words);
  };

  const publish = async () => {
    if (question?.kind !== "publish") return;
    const { draft } = question;
    await run(draft, async () => end(await publishing.publish(draft), draft, t("published")));
  };

  const discard = async () => {
    const draft = editor.base;
    setQuestion(undefined);
    await run(draft, async () => end(await publishing.discard(draft), draft, t("draft_discarded")));
  };

  return {
    hasDraft: publishing.hasDraft,
    note: publishing.note,
    isBusy,
    question,
    review: () => void review(),
    publish: () => void publish(),
    askToDiscard: () => setQuestion({ kind: "discard" }),
    discard: () => void discard(),
    close: () => setQuestion(undefined),
  };
}
