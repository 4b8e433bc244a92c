import { type SubmitEvent, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { keptAccount, keptTenant } from "../keeping";
import { type SignInTrouble, signInAtom } from "../state/account.atoms";
import { useNow } from "../useNow";
import { Mark } from "./Mark";
import { PasswordField } from "./PasswordField";
import styles from "./SignInPage.module.css";

export type SignInPageProps = {
  /** The server refused the agent's token. */
  isExpired: boolean;
};

const DEMO_TENANT = "demo";
const FIELDS = ["tenant", "account", "password"] as const;
type Field = (typeof FIELDS)[number];

/** Shows the sign-in form. */
export function SignInPage({ isExpired }: SignInPageProps) {
  const { t } = useTranslation("desk");
  const signIn = useSetAtom(signInAtom);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<SignInTrouble & { at: number }>();
  const [missing, setMissing] = useState<Field>();
  const now = useNow();
  const id = useId();
  const waitS = trouble ? Math.ceil((trouble.at + trouble.waitMs - Math.max(now, trouble.at)) / 1000) : 0;

  useEffect(() => {
    document.title = t("title");
  }, [t]);

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
    const wrong = await signIn({
      tenantId: text("tenant"),
      account: text("account"),
      password: String(form.get("password") ?? ""),
    });
    setBusy(false);
    if (wrong) setTrouble({ ...wrong, at: Date.now() });
  }

  return (
    <main className={styles.page}>
      <form className={styles.card} noValidate onSubmit={(event) => void submit(event)}>
        <Mark />
        <h1>{t("sign_in_title")}</h1>
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
        <PasswordField
          id={`${id}-password`}
          isMissing={missing === "password"}
          describedBy={`${id}-trouble`}
        />
        <p role="alert" id={`${id}-trouble`} className={styles.trouble}>
          {trouble ? troubleText(trouble, waitS) : null}
          {missing ? t("sign_in_missing", { field: t(`sign_in_${missing}`) }) : null}
        </p>
        <Button type="submit" look="primary" isWide isBusy={isBusy} disabled={waitS > 0}>
          {t("sign_in")}
        </Button>
      </form>
    </main>
  );

  function troubleText({ kind }: SignInTrouble, seconds: number): string {
    if (kind !== "tooMany") return t(`sign_in_${kind}`);
    return seconds > 0 ? t("sign_in_wait", { count: seconds }) : t("sign_in_again");
  }
}
