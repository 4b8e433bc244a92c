import { useMutation } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../../state/jotai";
import { Button } from "../../../../ui/Button";
import { job } from "../../../../wire/admin";
import { adminApiAtom } from "../../../session/services";
import { AdminDialog } from "../../../shell/AdminDialog";
import { Alert } from "../../../shell/Alert";
import { refusalOf } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import { Progress } from "../jobs/Progress";
import { useJob } from "../jobs/useJob";
import { TrialReport } from "../trial/TrialReport";

/** Tries the document as it is in the form, and shows what the test questions say. Nothing is saved. */
export function CheckChange() {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const form = useFormContext();
  const [isOpen, setOpen] = useState(false);
  const begin = useMutation({
    mutationFn: () => api.call("docs/put", { ...form.getValues(), check: true }, job),
  });
  const trouble = begin.error ? troubleWords(t, refusalOf(begin.error)) : undefined;
  const { data: made } = useJob(begin.data?.id);

  const start = () => {
    setOpen(true);
    begin.mutate();
  };
  const isRunning = !trouble && (!made || made.state === "running");
  const wrong = made?.errors.map((one) => `${one.field}: ${one.message}`).join("; ");
  return (
    <>
      <Button look="outline" icon={<FlaskConical size={16} />} onClick={start}>
        {t("kb_check")}
      </Button>
      {isOpen ? (
        <AdminDialog
          onClose={() => setOpen(false)}
          title={t("kb_check_title")}
          action={
            <Button look="primary" onClick={() => setOpen(false)}>
              {t("understood")}
            </Button>
          }
        >
          {isRunning ? (
            <Progress label={t("kb_check_running")} done={made?.done ?? 0} total={made?.total ?? 0} />
          ) : null}
          <Alert text={trouble} />
          {!isRunning && made && made.state !== "done" ? <Alert text={wrong || t("trouble_other")} /> : null}
          {made?.check ? <TrialReport report={made.check} /> : null}
        </AdminDialog>
      ) : null}
    </>
  );
}
