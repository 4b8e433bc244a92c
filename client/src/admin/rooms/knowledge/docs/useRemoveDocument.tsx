import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../../state/jotai";
import { showToast } from "../../../../ui/toast";
import { documentUses } from "../../../../wire/editing";
import type { Thing } from "../../../../wire/things";
import { adminApiAtom } from "../../../session/services";
import { nameOf, textOf } from "../../../things/kinds";
import { refusalOf, type Use, userOf } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import { useRemove } from "../../../things/useRemove";
import { UsedDocument } from "./UsedDocument";

type Asked = { doc: Thing; uses: readonly Use[]; total: number };

/**
 * Removes a document. If something refers to it, `question` says what else that breaks, and whether to go on.
 * `onRemoved` runs when the document is hidden.
 */
export function useRemoveDocument(onRemoved?: () => void) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const remove = useRemove("docs");
  const [asked, setAsked] = useState<Asked>();
  const [isAsking, setAsking] = useState(false);

  const finish = (doc: Thing, isUsed: boolean) => {
    setAsked(undefined);
    remove(doc, textOf(doc, "question"), isUsed ? { detach: true, force: true } : undefined);
    onRemoved?.();
  };
  const ask = async (doc: Thing) => {
    setAsking(true);
    try {
      const { list, total } = await api.call("docs/uses", nameOf("docs", doc), documentUses);
      if (total === 0) finish(doc, false);
      else setAsked({ doc, uses: list.map(userOf), total });
    } catch (cause) {
      const refusal = refusalOf(cause);
      // Somebody else removed it first.
      if (refusal.kind === "gone") finish(doc, false);
      else showToast("error", troubleWords(t, refusal));
    }
    setAsking(false);
  };
  const question = asked ? (
    <UsedDocument
      name={textOf(asked.doc, "question")}
      uses={asked.uses}
      total={asked.total}
      onClose={() => setAsked(undefined)}
      onRemove={() => finish(asked.doc, true)}
    />
  ) : null;
  return { ask: (doc: Thing) => void ask(doc), isAsking, question };
}
