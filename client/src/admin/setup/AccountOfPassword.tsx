import { useTranslation } from "react-i18next";

/** The account beside a password field. It is hidden: password managers keep it with the password. */
export function AccountOfPassword({ account }: { account: string }) {
  const { t } = useTranslation("admin");
  return (
    <input
      type="text"
      name="username"
      aria-label={t("agent_account")}
      autoComplete="username"
      value={account}
      readOnly
      hidden
    />
  );
}
