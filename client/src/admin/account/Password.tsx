import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { showToast } from "../../ui/toast";
import type { OwnAccount } from "../../wire/ownAccount";
import { LineField } from "../form/LineField";
import { submits } from "../form/submits";
import { AccountOfPassword } from "../setup/AccountOfPassword";
import { PasswordPair, type Passwords } from "../setup/PasswordPair";
import { Alert } from "../shell/Alert";
import { Card } from "../shell/Card";
import styles from "./account.module.css";
import { ownApiAtom } from "./ownApi";
import { useDeed } from "./useDeed";

export type PasswordProps = { account: OwnAccount; onChanged: () => void };

/** Another password: needs the old one, and ends the other sign-ins. */
export function Password({ account, onChanged }: PasswordProps) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(ownApiAtom);
  const [old, setOld] = useState("");
  const form = useForm<Passwords>({ defaultValues: { password: "", again: "" } });
  const { isBusy, faults, trouble, run } = useDeed();

  async function change({ password }: Passwords) {
    const isDone = await run(() => api.changePassword(old, password));
    if (!isDone) return;
    setOld("");
    form.reset();
    showToast("success", t("own_password_changed"));
    onChanged();
  }

  return (
    <Card id="password" title={t("own_password")} text={t("own_password_text")}>
      <FormProvider {...form}>
        <form noValidate className={styles.form} onSubmit={submits(() => void form.handleSubmit(change)())}>
          <AccountOfPassword account={account.account} />
          <LineField
            label={t("own_password_old")}
            fault={faults.oldPassword}
            type="password"
            autoComplete="current-password"
            value={old}
            onChange={setOld}
          />
          <PasswordPair
            known={[account.shopName, account.account, account.adminNick]}
            label={t("own_password_new")}
            fault={faults.password}
          />
          <Alert text={trouble} />
          <Button type="submit" look="primary" isBusy={isBusy} disabled={old === ""}>
            {t("own_password_change")}
          </Button>
        </form>
      </FormProvider>
    </Card>
  );
}
