import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { showToast } from "../../ui/toast";
import type { OwnAccount } from "../../wire/ownAccount";
import { Card } from "../shell/Card";
import styles from "./account.module.css";
import { ownApiAtom } from "./ownApi";
import { PasswordStep } from "./PasswordStep";
import { RecoveryCodes } from "./RecoveryCodes";
import { SetUpTotp } from "./SetUpTotp";
import { useDeed } from "./useDeed";

export type TwoStepProps = { account: OwnAccount; onChanged: () => void };

/** The second step of signing in: on, off, and its recovery codes. */
export function TwoStep({ account, onChanged }: TwoStepProps) {
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

function Switched({ account, onChanged }: TwoStepProps) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(ownApiAtom);
  const [asking, setAsking] = useState<"codes" | "off">();
  const [codes, setCodes] = useState<readonly string[]>();
  const deed = useDeed();

  const renew = (password: string) =>
    void deed.run(async () => {
      setCodes(await api.renewCodes(password));
      setAsking(undefined);
    });
  const switchOff = (password: string) =>
    void deed.run(async () => {
      await api.switchTotpOff(password);
      showToast("success", t("totp_switched_off"));
      onChanged();
    });

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
  if (asking)
    return (
      <PasswordStep
        action={t(asking === "codes" ? "totp_new_codes" : "totp_off")}
        deed={deed}
        onGo={asking === "codes" ? renew : switchOff}
        onCancel={() => setAsking(undefined)}
      />
    );
  return (
    <>
      <p>{t("totp_codes_left", { count: account.recoveryCodesLeft })}</p>
      <div className={styles.buttons}>
        <Button look="outline" onClick={() => setAsking("codes")}>
          {t("totp_new_codes")}
        </Button>
        {account.totpRequired ? null : (
          <Button look="outline" onClick={() => setAsking("off")}>
            {t("totp_off")}
          </Button>
        )}
      </div>
    </>
  );
}
