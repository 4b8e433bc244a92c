import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../../state/jotai";
import { Button } from "../../../../ui/Button";
import { Dialog } from "../../../../ui/Dialog";
import { job } from "../../../../wire/admin";
import { adminApiAtom } from "../../../session/services";
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
  const [jobId, setJobId] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const { data: made } = useJob(jobId);

  const start = async () => {
    setJobId(undefined);
    setTrouble(undefined);
    setOpen(true);
    try {
      setJobId((await api.call("docs/put", { ...form.getValues(), check: true }, job)).id);
    } catch (cause) {
      setTrouble(troubleWords(t, refusalOf(cause)));
    }
  };
  const isRunning = !trouble && (!made || made.state === "running");
  const wrong = made?.errors.map((one) => `${one.field}: ${one.message}`).join("; ");
  return (
    <>
      <Button look="outline" icon={<FlaskConical size={16} />} onClick={() => void start()}>
        {t("kb_check")}
      </Button>
      {isOpen ? (
        <Dialog
          isOpen
          onClose={() => setOpen(false)}
          title={t("kb_check_title")}
          closeLabel={t("page_close")}
          footer={
            <Button look="primary" onClick={() => setOpen(false)}>
              {t("understood")}
            </Button>
          }
        >
          {isRunning ? (
            <Progress label={t("kb_check_running")} done={made?.done ?? 0} total={made?.total ?? 0} />
          ) : null}
          {trouble ? <p role="alert">{trouble}</p> : null}
          {!isRunning && made && made.state !== "done" ? (
            <p role="alert">{wrong || t("trouble_other")}</p>
          ) : null}
          {made?.check ? <TrialReport report={made.check} /> : null}
        </Dialog>
      ) : null}
    </>
  );
}
