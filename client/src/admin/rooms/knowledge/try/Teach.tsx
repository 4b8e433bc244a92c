import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../../state/jotai";
import { Button } from "../../../../ui/Button";
import { showToast } from "../../../../ui/toast";
import { adminApiAtom } from "../../../session/services";
import { type Refusal, refusalOf } from "../../../things/refusals";
import { useSave } from "../../../things/useThings";
import { useRobot } from "../robot";
import { Refused } from "../trial/Refused";

export type TeachProps = { question: string; doc: { doc: string; language: string; question: string } };

/** Adds the question that was tried to a document. */
export function Teach({ question, doc }: TeachProps) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const { robotNo } = useRobot();
  const save = useSave("docs");
  const [state, setState] = useState<"idle" | "busy" | "added">("idle");
  const [refusal, setRefusal] = useState<Refusal>();

  const add = async (isForced: boolean) => {
    setState("busy");
    setRefusal(undefined);
    try {
      const stored = await api.get("docs", { robotNo, docId: doc.doc, lang: doc.language });
      const similar = Array.isArray(stored.similar) ? stored.similar : [];
      const taught = { ...stored, similar: [...similar, question] };
      await save.mutateAsync(isForced ? { ...taught, force: true } : taught);
      setState("added");
      showToast("success", t("kb_teach_done"));
    } catch (cause) {
      setState("idle");
      setRefusal(refusalOf(cause));
    }
  };
  return (
    <div>
      <Button
        look="quiet"
        size="small"
        icon={<Plus size={16} />}
        isBusy={state === "busy"}
        disabled={state === "added"}
        aria-label={t("kb_teach_to", { name: doc.question })}
        onClick={() => void add(false)}
      >
        {t(state === "added" ? "kb_teach_added" : "kb_teach")}
      </Button>
      <Refused refusal={refusal} onForce={() => void add(true)} onClose={() => setRefusal(undefined)} />
    </div>
  );
}
