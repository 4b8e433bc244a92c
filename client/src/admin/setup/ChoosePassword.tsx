import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/http";
import { Button } from "../../ui/Button";
import { submits } from "../form/submits";
import { Alert } from "../shell/Alert";
import { refusalOf } from "../things/refusals";
import { troubleWords } from "../things/troubleWords";
import { AccountOfPassword } from "./AccountOfPassword";
import { Door } from "./Door";
import styles from "./door.module.css";
import { PasswordPair, type Passwords } from "./PasswordPair";

export type ChoosePasswordProps = {
  title: string;
  account: string;
  /** Words that a guesser would try first. */
  known: readonly string[];
  /** What to say if the link was used meanwhile. */
  spent: string;
  /** Sends the password, and goes on. */
  onChosen: (password: string) => Promise<void>;
};

/** Somebody chooses a password by a one-time link. */
export function ChoosePassword({ title, account, known, spent, onChosen }: ChoosePasswordProps) {
  const { t } = useTranslation("admin");
  const [trouble, setTrouble] = useState<string>();
  const form = useForm({ defaultValues: { password: "", again: "" } });

  async function choose({ password }: Passwords) {
    setTrouble(undefined);
    try {
      await onChosen(password);
    } catch (cause) {
      const refusal = refusalOf(cause);
      if (refusal.kind === "faults") {
        for (const { message } of refusal.faults) form.setError("password", { message });
      } else if (refusal.kind === "other" && cause instanceof ApiError && cause.kind === "invalid") {
        form.setError("password", { message: cause.message });
      } else setTrouble(refusal.kind === "other" ? spent : troubleWords(t, refusal));
    }
  }

  return (
    <Door title={title} text={t("join_text", { account })}>
      <FormProvider {...form}>
        <form noValidate className={styles.form} onSubmit={submits(() => void form.handleSubmit(choose)())}>
          <AccountOfPassword account={account} />
          <PasswordPair known={known} />
          <Alert text={trouble} />
          <Button type="submit" look="primary" isWide isBusy={form.formState.isSubmitting}>
            {t("join_do")}
          </Button>
        </form>
      </FormProvider>
    </Door>
  );
}
