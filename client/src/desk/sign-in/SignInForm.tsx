import { type SubmitEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { keptAccount, keptTenant } from "../keeping";
import { useNow } from "../useNow";
import { Mark } from "./Mark";
import { PasswordField } from "./PasswordField";
import styles from "./SignInPage.module.css";
import type { SignInTrouble } from "./trouble";

export type Credentials = { tenantId: string; account: string; password: string };

export type SignInFormProps = {
  /** What the user signs in to. */
  title: string;
  /** The server refused the token. */
  isExpired: boolean;
  /** Returns what went wrong, or undefined. */
  onSignIn: (who: Credentials) => Promise<SignInTrouble | undefined>;
};

const DEMO_TENANT = "demo";
const FIELDS = ["tenant", "account", "password"] as const;
type Field = (typeof FIELDS)[number];

/** Asks for tenant, account and password. */
export function SignInForm({ title, isExpired, onSignIn }: SignInFormProps) {
  const { t } = useTranslation("desk");
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<SignInTrouble & { at: number }>();
  const [missing, setMissing] = useState<Field>();
  const now = useNow();
  const id = useId();
  const waitS = trouble ? Math.ceil((trouble.at + trouble.waitMs - Math.max(now, trouble.at)) / 1000) : 0;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: Field) => String(form.get(name) ?? "").trim();
    const empty = FIELDS.find((name) => text(name) === "");
    setMissing(empty);
    setTrouble(undefined);
    if (empty) {
      document.getElementById(`${id}-${empty}`)?.focus();
      return;
    }
    setBusy(true);
    const wrong = await onSignIn({
      tenantId: text("tenant"),
      account: text("account"),
      password: String(form.get("password") ?? ""),
    });
    setBusy(false);
    if (wrong) setTrouble({ ...wrong, at: Date.now() });
  }

  return (
    <form className={styles.card} noValidate onSubmit={(event) => void submit(event)}>
      <Mark />
      <h1>{title}</h1>
      {isExpired && !trouble ? <p className={styles.hint}>{t("sign_in_expired")}</p> : null}
      <label htmlFor={`${id}-tenant`}>{t("sign_in_tenant")}</label>
      <input
        id={`${id}-tenant`}
        name="tenant"
        required
        aria-invalid={missing === "tenant" || undefined}
        aria-describedby={`${id}-trouble`}
        autoComplete="organization"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={keptTenant.read() || DEMO_TENANT}
      />
      <label htmlFor={`${id}-account`}>{t("sign_in_account")}</label>
      <input
        id={`${id}-account`}
        name="account"
        required
        aria-invalid={missing === "account" || undefined}
        aria-describedby={`${id}-trouble`}
        // biome-ignore lint/a11y/noAutofocus: the page is only this form, and the user comes to type
        autoFocus
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={keptAccount.read()}
      />
      <PasswordField id={`${id}-password`} isMissing={missing === "password"} describedBy={`${id}-trouble`} />
      <p role="alert" id={`${id}-trouble`} className={styles.trouble}>
        {trouble ? troubleText(trouble, waitS) : null}
        {missing ? t("sign_in_missing", { field: t(`sign_in_${missing}`) }) : null}
      </p>
      <Button type="submit" look="primary" isWide isBusy={isBusy} disabled={waitS > 0}>
        {t("sign_in")}
      </Button>
    </form>
  );

  function troubleText({ kind }: SignInTrouble, seconds: number): string {
    if (kind !== "tooMany") return t(`sign_in_${kind}`);
    return seconds > 0 ? t("sign_in_wait", { count: seconds }) : t("sign_in_again");
  }
}
