import { useMutation } from "@tanstack/react-query";
import { Zap } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../api/http";
import { useAtomValue } from "../../../state/jotai";
import { Button } from "../../../ui/Button";
import { modelTest } from "../../../wire/admin";
import { useValues } from "../../form/editor";
import { adminApiAtom } from "../../session/services";
import { valueAt } from "../../things/paths";
import { refusalOf } from "../../things/refusals";
import { troubleWords } from "../../things/troubleWords";
import styles from "./connections.module.css";

/** Asks the large model one question with the settings on the screen, saved or not. */
export function ModelTest() {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const largeModel = useValues("largeModel");
  const run = useMutation({
    mutationFn: (settings: Readonly<Record<string, unknown>>) =>
      api.call("model/test", { largeModel: { ...settings, enabled: 1 } }, modelTest),
  });
  const isReady = ["address", "model"].every((field) => (valueAt(largeModel, field) ?? "") !== "");
  const { data, error } = run;
  return (
    <div className={styles.test}>
      <Button
        look="outline"
        icon={<Zap size={16} />}
        isBusy={run.isPending}
        disabled={!isReady}
        onClick={() => run.mutate(largeModel)}
      >
        {t("model_test")}
      </Button>
      <div role="status" className={styles.result} data-bad={error || data?.ok === false ? "" : undefined}>
        {isReady ? null : <p className={styles.quiet}>{t("model_test_needs")}</p>}
        {data?.ok ? <p>{t("model_test_ok", { seconds: (data.ms / 1000).toFixed(1) })}</p> : null}
        {data?.ok ? <blockquote dir="auto">{data.text}</blockquote> : null}
        {data && !data.ok ? <p>{t("model_test_failed", { message: data.message })}</p> : null}
        {error ? (
          <p>
            {error instanceof ApiError && error.kind === "notFound"
              ? t("model_test_missing")
              : troubleWords(t, refusalOf(error))}
          </p>
        ) : null}
      </div>
    </div>
  );
}
