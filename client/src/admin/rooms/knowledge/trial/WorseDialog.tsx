import { useTranslation } from "react-i18next";
import { Button } from "../../../../ui/Button";
import { AdminDialog } from "../../../shell/AdminDialog";
import { reportOf } from "./report";
import { TrialReport } from "./TrialReport";

export type WorseDialogProps = {
  /** What the server says about the test questions. */
  report: unknown;
  onForce: () => void;
  onClose: () => void;
};

/** The robot refuses a change, because test questions get worse: shows them, and asks what to do. */
export function WorseDialog({ report, onForce, onClose }: WorseDialogProps) {
  const { t } = useTranslation("admin");
  const read = reportOf(report);
  return (
    <AdminDialog
      onClose={onClose}
      title={t("kb_worse_title")}
      cancel={t("kb_worse_back")}
      action={
        <Button look="danger" onClick={onForce}>
          {t("kb_worse_force")}
        </Button>
      }
    >
      <p>{t("kb_worse_text")}</p>
      {read ? <TrialReport report={read} /> : null}
    </AdminDialog>
  );
}
