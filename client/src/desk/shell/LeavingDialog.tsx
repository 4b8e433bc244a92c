import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Dialog } from "../../ui/Dialog";
import { mineAtom } from "../state/desk.atoms";
import { leavingAtom } from "../state/standing.atoms";

const LeavingChoices = lazy(() =>
  import("./LeavingChoices").then(({ LeavingChoices }) => ({ default: LeavingChoices })),
);

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
      <Suspense>
        <LeavingChoices count={open} onDone={() => setLeaving(false)} />
      </Suspense>
    </Dialog>
  );
}
