import { QRCodeSVG } from "qrcode.react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { LineField } from "../form/LineField";
import { Alert } from "../shell/Alert";
import { CopyLine } from "../shell/CopyLine";
import styles from "./account.module.css";
import { ownApiAtom } from "./ownApi";
import { PasswordStep } from "./PasswordStep";
import { RecoveryCodes } from "./RecoveryCodes";
import { StepForm } from "./StepForm";
import { useDeed } from "./useDeed";

export type SetUpTotpProps = { needsPassword: boolean; onDone: () => void };

/** Sets the second step up: a secret for the app, its first code, and the recovery codes. */
export function SetUpTotp({ needsPassword, onDone }: SetUpTotpProps) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(ownApiAtom);
  const [isAsking, setAsking] = useState(false);
  const [begun, setBegun] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const deed = useDeed();
  const begin = (password: string) =>
    void deed.run(async () => {
      setBegun(await api.beginTotp(password));
      setAsking(false);
    });
  const finish = () => {
    setCodes(undefined);
    setBegun(undefined);
    onDone();
  };

  if (codes) return <RecoveryCodes codes={codes} onStored={finish} />;
  if (begun) return <FirstCode {...begun} onConfirmed={setCodes} onCancel={() => setBegun(undefined)} />;
  if (isAsking)
    return (
      <PasswordStep action={t("totp_continue")} deed={deed} onGo={begin} onCancel={() => setAsking(false)} />
    );
  return (
    <div className={styles.form}>
      <Alert text={deed.trouble} />
      <Button
        look="primary"
        isBusy={deed.isBusy}
        onClick={() => (needsPassword ? setAsking(true) : begin(""))}
      >
        {t("totp_begin")}
      </Button>
    </div>
  );
}

type FirstCodeProps = {
  secret: string;
  uri: string;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
};

/** The secret for the app. Its first code proves that the app has it. */
function FirstCode({ secret, uri, onConfirmed, onCancel }: FirstCodeProps) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(ownApiAtom);
  const [code, setCode] = useState("");
  const deed = useDeed();
  return (
    <StepForm
      action={t("totp_confirm")}
      isReady={code.trim() !== ""}
      deed={deed}
      onGo={() => void deed.run(async () => onConfirmed(await api.confirmTotp(code)))}
      onCancel={onCancel}
    >
      <p>{t("totp_scan")}</p>
      <QRCodeSVG
        value={uri}
        size={200}
        marginSize={3}
        role="img"
        title={t("totp_qr")}
        className={styles.qr}
      />
      <CopyLine label={t("totp_secret")} text={secret} look="outline" />
      <LineField
        label={t("totp_code")}
        help={t("totp_code_help")}
        fault={deed.faults.code}
        dir="ltr"
        inputMode="numeric"
        autoFocus
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
      />
    </StepForm>
  );
}
