import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Dialog } from "../../ui/Dialog";
import { mineAtom } from "../state/desk.atoms";
import { leavingAtom } from "../state/standing.atoms";
import { LeavingChoices } from "./LeavingChoices";

/** Asks an agent who goes offline where their open conversations go. */
export function LeavingDialog() {
  const { t } = useTranslation("desk");
  const [isLeaving, setLeaving] = [useAtomValue(leavingAtom), useSetAtom(leavingAtom)];
  const open = useAtomValue(mineAtom).filter(({ end }) => end === undefined).length;
  return (
    <Dialog
      isOpen={isLeaving}
      onClose={() => setLeaving(false)}
      title={t("leaving_title")}
      closeLabel={t("close")}
    >
      <LeavingChoices count={open} onDone={() => setLeaving(false)} />
    </Dialog>
  );
}
