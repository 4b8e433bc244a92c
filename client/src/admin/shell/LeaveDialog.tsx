import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { leaveAtom, leavingAtom, stayAtom } from "./guard";

/** Asks whether unsaved changes may be lost. */
export function LeaveDialog() {
  const { t } = useTranslation("admin");
  const isLeaving = useAtomValue(leavingAtom);
  const leave = useSetAtom(leaveAtom);
  const stay = useSetAtom(stayAtom);
  return (
    <Dialog
      isOpen={isLeaving}
      isQuestion
      onClose={stay}
      title={t("leave_title")}
      closeLabel={t("page_close")}
      footer={
        <>
          <Button look="danger" onClick={leave}>
            {t("leave_discard")}
          </Button>
          <Button look="primary" data-focus-first onClick={stay}>
            {t("leave_stay")}
          </Button>
        </>
      }
    >
      <p>{t("leave_text")}</p>
    </Dialog>
  );
}
