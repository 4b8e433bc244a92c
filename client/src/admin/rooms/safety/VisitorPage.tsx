import { useMutation } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../api/http";
import { saveFile } from "../../../lib/download";
import { useAtomValue } from "../../../state/jotai";
import { Button } from "../../../ui/Button";
import { showToast } from "../../../ui/toast";
import { visitorExport } from "../../../wire/admin";
import { done } from "../../../wire/things";
import { LineField } from "../../form/LineField";
import { submits } from "../../form/submits";
import { adminApiAtom } from "../../session/services";
import { Alert } from "../../shell/Alert";
import { Card } from "../../shell/Card";
import { Page } from "../../shell/Page";
import { refusalOf } from "../../things/refusals";
import { troubleWords } from "../../things/troubleWords";
import { SafetyTabs } from "./SafetyTabs";
import styles from "./safety.module.css";

/** A visitor's right to a copy of their data, and to be forgotten. */
export function VisitorPage() {
  const { t } = useTranslation("admin");
  return (
    <Page title={t("safety_visitor")} text={t("visitor_text")}>
      <SafetyTabs />
      <Export />
      <Erase />
    </Page>
  );
}

function Export() {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const [userId, setUserId] = useState("");
  const [password, setPassword] = useState("");
  const run = useMutation({
    mutationFn: () => api.call("visitor/export", { userId, password }, visitorExport),
    onSuccess: (found) => {
      const json = JSON.stringify(found, null, 2);
      saveFile(new Blob([json], { type: "application/json" }), `${userId.replace(/[^\w.-]/g, "_")}.json`);
      setPassword("");
      showToast("success", t("visitor_exported"));
    },
  });
  return (
    <Card id="export" title={t("visitor_export")} text={t("visitor_export_text")}>
      <form className={styles.form} onSubmit={submits(() => run.mutate())}>
        <VisitorId value={userId} onChange={setUserId} />
        <Password value={password} onChange={setPassword} />
        <Why cause={run.error} />
        <Button
          type="submit"
          look="primary"
          icon={<Download size={16} />}
          isBusy={run.isPending}
          disabled={userId === "" || password === ""}
        >
          {t("visitor_export_do")}
        </Button>
      </form>
    </Card>
  );
}

function Erase() {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const [userId, setUserId] = useState("");
  const [again, setAgain] = useState("");
  const [password, setPassword] = useState("");
  const run = useMutation({
    mutationFn: () => api.call("visitor/erase", { userId, password }, done),
    onSuccess: () => {
      setUserId("");
      setAgain("");
      setPassword("");
      showToast("success", t("visitor_erased"));
    },
  });
  return (
    <Card id="erase" title={t("visitor_erase")} text={t("visitor_erase_text")} isDanger>
      <form className={styles.form} onSubmit={submits(() => run.mutate())}>
        <VisitorId value={userId} onChange={setUserId} />
        <LineField
          label={t("visitor_again")}
          help={t("visitor_again_help")}
          value={again}
          spellCheck={false}
          autoComplete="off"
          onChange={(text) => setAgain(text.trim())}
        />
        <Password value={password} onChange={setPassword} />
        <Why cause={run.error} />
        <Button
          type="submit"
          look="danger"
          icon={<Trash2 size={16} />}
          isBusy={run.isPending}
          disabled={userId === "" || again !== userId || password === ""}
        >
          {t("visitor_erase_do")}
        </Button>
      </form>
    </Card>
  );
}

type OneProps = { value: string; onChange: (value: string) => void };

function VisitorId({ value, onChange }: OneProps) {
  const { t } = useTranslation("admin");
  return (
    <LineField
      label={t("visitor_id")}
      help={t("visitor_id_help")}
      value={value}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      onChange={(text) => onChange(text.trim())}
    />
  );
}

function Password({ value, onChange }: OneProps) {
  const { t } = useTranslation("admin");
  return (
    <LineField
      label={t("visitor_password")}
      help={t("visitor_password_help")}
      type="password"
      value={value}
      autoComplete="current-password"
      onChange={onChange}
    />
  );
}

/** Why it did not work: here, 403 is a wrong password, and 404 an unknown visitor. */
function Why({ cause }: { cause: Error | null }) {
  const { t } = useTranslation("admin");
  if (!cause) return null;
  const kind = cause instanceof ApiError ? cause.kind : undefined;
  if (kind === "forbidden") return <Alert text={t("visitor_wrong_password")} />;
  if (kind === "notFound") return <Alert text={t("visitor_unknown")} />;
  return <Alert text={troubleWords(t, refusalOf(cause))} />;
}
