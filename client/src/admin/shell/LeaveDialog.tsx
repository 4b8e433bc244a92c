import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { AdminDialog } from "./AdminDialog";
import { leaveAtom, leavingAtom, stayAtom } from "./guard";

/** Asks whether unsaved changes may be lost. */
export function LeaveDialog() {
  const { t } = useTranslation("admin");
  const isLeaving = useAtomValue(leavingAtom);
  const leave = useSetAtom(leaveAtom);
  const stay = useSetAtom(stayAtom);
  if (!isLeaving) return null;
  return (
    <AdminDialog
      isQuestion
      onClose={stay}
      title={t("leave_title")}
      action={
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
    </AdminDialog>
  );
}
