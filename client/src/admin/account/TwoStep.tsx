import { Download } from "lucide-react";
import { QRCodeSVG } from "qrcode.react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { showToast } from "../../ui/toast";
import type { OwnAccount } from "../../wire/ownAccount";
import { FieldFrame } from "../form/FieldFrame";
import { InputOf } from "../setup/InputOf";
import { Card } from "../shell/Card";
import { CopyLine } from "../shell/CopyLine";
import { useCopy } from "../useCopy";
import styles from "./account.module.css";
import { ownApiAtom } from "./ownApi";
import { useDeed } from "./useDeed";

/** The second step of signing in: on, off, and its recovery codes. */
export function TwoStep({ account, onChanged }: { account: OwnAccount; onChanged: () => void }) {
  const { t } = useTranslation("admin");
  return (
    <Card id="totp" title={t("totp_title")} text={t(account.totpSet ? "totp_on_text" : "totp_off_text")}>
      {account.totpSet ? (
        <Switched account={account} onChanged={onChanged} />
      ) : (
        <SetUpTotp needsPassword onDone={onChanged} />
      )}
    </Card>
  );
}

function Switched({ account, onChanged }: { account: OwnAccount; onChanged: () => void }) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(ownApiAtom);
  const [password, setPassword] = useState("");
  const [codes, setCodes] = useState<readonly string[]>();
  const { isBusy, faults, trouble, run } = useDeed();
  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        onStored={() => {
          setCodes(undefined);
          onChanged();
        }}
      />
    );
  return (
    <div className={styles.form}>
      <p>{t("totp_codes_left", { count: account.recoveryCodesLeft })}</p>
      <PasswordInput value={password} fault={faults.password} onChange={setPassword} />
      <p role="alert" className={styles.trouble}>
        {trouble}
      </p>
      <div className={styles.buttons}>
        <Button
          look="outline"
          isBusy={isBusy}
          disabled={password === ""}
          onClick={() => void run(async () => setCodes(await api.renewCodes(password)))}
        >
          {t("totp_new_codes")}
        </Button>
        {account.totpRequired ? null : (
          <Button
            look="outline"
            isBusy={isBusy}
            disabled={password === ""}
            onClick={() =>
              void run(async () => {
                await api.switchTotpOff(password);
                showToast("success", t("totp_switched_off"));
                onChanged();
              })
            }
          >
            {t("totp_off")}
          </Button>
        )}
      </div>
    </div>
  );
}

type PasswordInputProps = {
  value: string;
  fault: string | undefined;
  onChange: (password: string) => void;
};

function PasswordInput({ value, fault, onChange }: PasswordInputProps) {
  const { t } = useTranslation("admin");
  return (
    <FieldFrame label={t("totp_password")} help={t("totp_password_help")} fault={fault}>
      {(frame) => (
        <InputOf
          {...frame}
          type="password"
          autoComplete="current-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

export type SetUpTotpProps = { needsPassword: boolean; onDone: () => void };

/** Sets the second step up: a secret for the app, its first code, and the recovery codes. */
export function SetUpTotp({ needsPassword, onDone }: SetUpTotpProps) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(ownApiAtom);
  const [password, setPassword] = useState("");
  const [begun, setBegun] = useState<{ secret: string; uri: string }>();
  const [code, setCode] = useState("");
  const [codes, setCodes] = useState<readonly string[]>();
  const { isBusy, faults, trouble, run } = useDeed();
  const finish = () => {
    setCodes(undefined);
    setBegun(undefined);
    onDone();
  };
  if (codes) return <RecoveryCodes codes={codes} onStored={finish} />;
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          if (begun) setCodes(await api.confirmTotp(code));
          else setBegun(await api.beginTotp(password));
        });
      }}
    >
      {begun ? (
        <>
          <p>{t("totp_scan")}</p>
          <QRCodeSVG
            value={begun.uri}
            size={200}
            marginSize={3}
            role="img"
            title={t("totp_qr")}
            className={styles.qr}
          />
          <CopyLine label={t("totp_secret")} text={begun.secret} />
          <FieldFrame label={t("totp_code")} help={t("totp_code_help")} fault={faults.code}>
            {(frame) => (
              <InputOf
                {...frame}
                dir="ltr"
                inputMode="numeric"
                autoComplete="one-time-code"
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            )}
          </FieldFrame>
        </>
      ) : needsPassword ? (
        <PasswordInput value={password} fault={faults.password} onChange={setPassword} />
      ) : null}
      <p role="alert" className={styles.trouble}>
        {trouble}
      </p>
      <Button
        type="submit"
        look="primary"
        isBusy={isBusy}
        disabled={begun ? code.trim() === "" : needsPassword && password === ""}
      >
        {t(begun ? "totp_confirm" : "totp_begin")}
      </Button>
    </form>
  );
}

/** Recovery codes, shown this once. */
function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const { t } = useTranslation("admin");
  const copy = useCopy();
  const root = useRef<HTMLElement>(null);
  const text = codes.join("\n");
  useEffect(() => root.current?.focus(), []);
  return (
    <section ref={root} tabIndex={-1} aria-label={t("totp_codes")} className={styles.form}>
      <p>{t("totp_codes_text")}</p>
      <ol className={styles.codes} dir="ltr">
        {codes.map((one) => (
          <li key={one}>
            <code>{one}</code>
          </li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <Button look="outline" onClick={() => void copy(text)}>
          {t("copy")}
        </Button>
        <a
          className={styles.download}
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          <Download size={16} aria-hidden />
          {t("totp_codes_download")}
        </a>
        <Button look="primary" onClick={onStored}>
          {t("totp_codes_stored")}
        </Button>
      </div>
    </section>
  );
}
