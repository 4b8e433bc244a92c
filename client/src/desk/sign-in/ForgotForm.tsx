import { type SubmitEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { type Kept, keptAccount, keptTenant, keptTenantAsked } from "../keeping";
import { Mark } from "./Mark";
import styles from "./SignInPage.module.css";
import type { ForgotTrouble } from "./trouble";

export type ForgotFormProps = {
  /** Asks for a link. Returns what went wrong, or undefined. */
  onAsk: (who: { tenantId: string; account: string }) => Promise<ForgotTrouble | undefined>;
  onBack: () => void;
  /** Where the last account is kept. */
  kept?: Kept | undefined;
  /** The account is an operator's: it belongs to no tenant, and the command line has links too. */
  isOperator?: boolean | undefined;
};

type State = { phase: "asking" | "busy" | "sent"; trouble?: ForgotTrouble | "missing" | undefined };

/** Asks for an account, and has a link to another password sent to its address, if there is one. */
export function ForgotForm({ onAsk, onBack, kept = keptAccount, isOperator = false }: ForgotFormProps) {
  const { t } = useTranslation("desk");
  const [{ phase, trouble }, setState] = useState<State>({ phase: "asking" });
  const [asksTenant, setAsksTenant] = useState(!isOperator && keptTenantAsked.read() !== "");
  const id = useId();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    if (text("account") === "" || (asksTenant && text("tenant") === "")) {
      setState({ phase: "asking", trouble: "missing" });
      return;
    }
    setState({ phase: "busy" });
    const wrong = await onAsk({ tenantId: text("tenant"), account: text("account") });
    if (wrong === "needs_tenant") setAsksTenant(true);
    setState(wrong ? { phase: "asking", trouble: wrong } : { phase: "sent" });
  }

  return (
    <form className={styles.card} noValidate onSubmit={(event) => void submit(event)}>
      <Mark />
      <h1>{t("forgot_title")}</h1>
      {phase === "sent" ? (
        <p role="status" className={styles.told}>
          {t(isOperator ? "forgot_sent_operator" : "forgot_sent")}
        </p>
      ) : (
        <>
          <p className={styles.help}>{t(isOperator ? "forgot_text_operator" : "forgot_text")}</p>
          {asksTenant ? (
            <>
              <label htmlFor={`${id}-tenant`}>{t("sign_in_tenant")}</label>
              <input
                id={`${id}-tenant`}
                name="tenant"
                required
                aria-describedby={`${id}-tenant-help ${id}-trouble`}
                autoComplete="organization"
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={keptTenant.read()}
              />
              <p id={`${id}-tenant-help`} className={styles.help}>
                {t("sign_in_tenant_help")}
              </p>
            </>
          ) : null}
          <label htmlFor={`${id}-account`}>{t("sign_in_account")}</label>
          <input
            id={`${id}-account`}
            name="account"
            required
            aria-invalid={trouble === "missing" || undefined}
            aria-describedby={`${id}-trouble`}
            // biome-ignore lint/a11y/noAutofocus: the step is only this form
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={kept.read()}
          />
          <p role="alert" id={`${id}-trouble`} className={styles.trouble}>
            {trouble ? troubleText(trouble) : null}
          </p>
          <Button type="submit" look="primary" isWide isBusy={phase === "busy"} disabled={trouble === "off"}>
            {t("forgot_do")}
          </Button>
        </>
      )}
      <Button look="quiet" isWide onClick={onBack}>
        {t("forgot_back")}
      </Button>
    </form>
  );

  function troubleText(what: NonNullable<State["trouble"]>): string {
    switch (what) {
      case "missing":
        return t("sign_in_missing", { field: t("sign_in_account") });
      case "off":
        return t(isOperator ? "forgot_off_operator" : "forgot_off");
      case "tooMany":
        return t("forgot_too_many");
      default:
        return t(`sign_in_${what}`);
    }
  }
}
