import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/IconButton";
import styles from "./SignInPage.module.css";

export type PasswordFieldProps = { id: string; isMissing: boolean; describedBy: string };

/** A password field that can show its text. */
export function PasswordField({ id, isMissing, describedBy }: PasswordFieldProps) {
  const { t } = useTranslation("desk");
  const [isShown, setShown] = useState(false);
  return (
    <>
      <label htmlFor={id}>{t("sign_in_password")}</label>
      <span className={styles.password}>
        <input
          id={id}
          name="password"
          required
          aria-invalid={isMissing || undefined}
          aria-describedby={describedBy}
          type={isShown ? "text" : "password"}
          autoComplete="current-password"
        />
        <IconButton
          label={t(isShown ? "password_hide" : "password_show")}
          icon={isShown ? <EyeOff size={18} /> : <Eye size={18} />}
          onClick={() => setShown(!isShown)}
        />
      </span>
    </>
  );
}
