import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LineField } from "../form/LineField";
import { StepForm } from "./StepForm";
import type { useDeed } from "./useDeed";

export type PasswordStepProps = {
  /** What the password is for. */
  action: string;
  deed: Pick<ReturnType<typeof useDeed>, "isBusy" | "faults" | "trouble">;
  onGo: (password: string) => void;
  onCancel: () => void;
};

/** Asks for the user's own password before a change of the second step. */
export function PasswordStep({ action, deed, onGo, onCancel }: PasswordStepProps) {
  const { t } = useTranslation("admin");
  const [password, setPassword] = useState("");
  return (
    <StepForm
      action={action}
      isReady={password !== ""}
      deed={deed}
      onGo={() => onGo(password)}
      onCancel={onCancel}
    >
      <LineField
        label={t("totp_password")}
        help={t("totp_password_help")}
        fault={deed.faults.password}
        type="password"
        autoFocus
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
    </StepForm>
  );
}
