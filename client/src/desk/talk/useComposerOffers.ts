import { type RefObject, useCallback } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { isBlank } from "../../lib/text";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import type { Extra } from "../compose/AddMenu";
import { useOffers } from "../keys/offers.atoms";
import {
  draftLanguageAtom,
  dropDraftHelpAtom,
  openDraftHelpAtom,
  translateDraftAtom,
} from "../state/help.atoms";
import { saveQuickReplyAtom } from "../state/quickReplies.atoms";
import { dismissSuggestionsAtom, suggestionsAtom } from "../state/suggestions.atoms";

export type ComposerOffersSetup = {
  form: RefObject<HTMLFormElement | null>;
  field: RefObject<HTMLTextAreaElement | null>;
  draft: string;
  isNote: boolean;
  /** The composer quotes a message. */
  isAnswer: boolean;
  /** The draft has variables that are still open. */
  hasOpenPlaces: boolean;
  onNote: (isOn: boolean) => void;
  onSend: () => void;
  onEmoji: () => void;
  onOpen: (what: "ready" | "own" | Extra) => void;
  /** Puts a text behind the draft. */
  onAdd: (text: string) => void;
  /** Puts a text in place of the draft. */
  onReplace: (text: string) => void;
  onDropQuote: () => void;
  onGoToPlace: () => void;
};

/** Offers what the composer can do, by the names that its buttons have. */
export function useComposerOffers(setup: ComposerOffersSetup): void {
  const { draft, isNote, onOpen } = setup;
  const isEmpty = isBlank(draft);
  const keep = useKeep();
  const toVisitor = isNote ? undefined : setup;
  const opens = (what: "ready" | "own" | Extra) => ({ run: () => onOpen(what) });
  useOffers({
    write: {
      run: () => {
        if (isNote) flushSync(() => setup.onNote(false));
        setup.field.current?.focus();
      },
    },
    note: isNote ? undefined : { run: () => setup.onNote(true) },
    send: isEmpty ? undefined : { run: setup.onSend },
    ready: opens("ready"),
    ownReplies: opens("own"),
    keepReply: isEmpty ? undefined : { run: () => void keep(draft) },
    emoji: { run: setup.onEmoji },
    files: toVisitor && {
      run: () => setup.form.current?.querySelector<HTMLInputElement>('input[type="file"]')?.click(),
    },
    rich: toVisitor && opens("rich"),
    card: toVisitor && opens("card"),
    form: toVisitor && opens("form"),
    voice: toVisitor && opens("voice"),
    dropQuote: setup.isAnswer ? { run: setup.onDropQuote } : undefined,
    openPlace: toVisitor && setup.hasOpenPlaces ? { run: setup.onGoToPlace } : undefined,
  });
  useSuggestionOffers(toVisitor);
  useTranslationOffers(toVisitor);
}

function useKeep() {
  const { t } = useTranslation("desk");
  const save = useSetAtom(saveQuickReplyAtom);
  return useCallback(
    async (draft: string) => {
      const isDone = await save(draft);
      showToast(isDone ? "success" : "error", t(isDone ? "ready_kept" : "deed_unreachable"));
    },
    [save, t],
  );
}

function useSuggestionOffers(setup: ComposerOffersSetup | undefined): void {
  const found = useAtomValue(suggestionsAtom);
  const dismiss = useSetAtom(dismissSuggestionsAtom);
  const isAny = setup !== undefined && found.length > 0;
  useOffers({
    suggestion: isAny
      ? {
          choices: () =>
            found.map(({ key, question, text }) => ({
              key,
              name: question,
              note: text,
              run: () => setup.onAdd(text),
            })),
        }
      : undefined,
    hideSuggestions: isAny ? { run: () => dismiss() } : undefined,
  });
}

function useTranslationOffers(setup: ComposerOffersSetup | undefined): void {
  const language = useAtomValue(draftLanguageAtom);
  const help = useAtomValue(openDraftHelpAtom);
  const translate = useSetAtom(translateDraftAtom);
  const drop = useSetAtom(dropDraftHelpAtom);
  const draft = setup?.draft ?? "";
  const canTranslate = setup !== undefined && language !== undefined && !isBlank(draft);
  const helped = canTranslate && help?.of === draft && help.helped.phase === "here" ? help.helped : undefined;
  useOffers({
    translateDraft: canTranslate && !helped ? { run: () => void translate(draft) } : undefined,
    useTranslation: helped && {
      run: () => {
        drop();
        setup?.onReplace(helped.text);
      },
    },
    dropTranslation: helped && { run: () => drop() },
  });
}
