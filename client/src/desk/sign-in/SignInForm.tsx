import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SignOnApi } from "../../api/account";
import { Button } from "../../ui/Button";
import { type Kept, keptAccount, keptTenant, keptTenantAsked } from "../keeping";
import { useNow } from "../useNow";
import { Mark } from "./Mark";
import { PasswordField } from "./PasswordField";
import styles from "./SignInPage.module.css";
import { SignOnButton } from "./SignOnButton";
import type { SignInTrouble } from "./trouble";
import { useSignOn } from "./useSignOn";

export type Credentials = {
  /** Empty: of the only tenant. */
  tenantId: string;
  account: string;
  password: string;
  code?: string | undefined;
};

export type SignInFormProps = {
  /** What the user signs in to. */
  title: string;
  /** The server refused the token. */
  isExpired: boolean;
  /** Where the last account is kept. */
  kept?: Kept;
  /** The account belongs to no tenant: the form never asks for one. */
  isTenantless?: boolean;
  /** Asks whether the shop offers single sign-on. */
  signOn?: SignOnApi | undefined;
  /** Returns what went wrong, or undefined. */
  onSignIn: (who: Credentials) => Promise<SignInTrouble | undefined>;
  /** Offers a way for who forgot the password. */
  onForgot?: () => void;
};

/** The server is asked about single sign-on when nobody has typed for this long. */
const TYPING_MS = 400;

const FIELDS = ["tenant", "account", "password", "code"] as const;
type Field = (typeof FIELDS)[number];

/** Asks for account and password, for the tenant if there are several, and for a code if the account needs one. */
export function SignInForm({
  title,
  isExpired,
  kept = keptAccount,
  isTenantless = false,
  signOn,
  onSignIn,
  onForgot,
}: SignInFormProps) {
  const { t } = useTranslation("desk");
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<SignInTrouble & { at: number }>();
  const [missing, setMissing] = useState<Field>();
  const [asksTenant, setAsksTenant] = useState(
    () =>
      !isTenantless && (keptTenantAsked.read() !== "" || new URLSearchParams(location.search).has("tenant")),
  );
  /** Account and password, once the server has accepted them and wants a code. */
  const [proven, setProven] = useState<Credentials>();
  const [tenantId, setTenantId] = useState(() => startTenant(asksTenant));
  /** The form stays as it is while somebody types the shop. */
  const [isTyped, setTyped] = useState(false);
  const settleTenant = useTypingPause(setTenantId);
  const choice = useSignOn(signOn, tenantId);
  const [wantsPassword, setWantsPassword] = useState(false);
  const now = useNow();
  const id = useId();
  const waitS = trouble ? Math.ceil((trouble.at + trouble.waitMs - Math.max(now, trouble.at)) / 1000) : 0;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: Field) => String(form.get(name) ?? "").trim();
    const empty = FIELDS.find((name) => form.has(name) && text(name) === "");
    setMissing(empty);
    setTrouble(undefined);
    if (empty) {
      document.getElementById(`${id}-${empty}`)?.focus();
      return;
    }
    const who = proven
      ? { ...proven, code: text("code") }
      : {
          tenantId: text("tenant"),
          account: text("account"),
          password: String(form.get("password") ?? ""),
        };
    setBusy(true);
    const wrong = await onSignIn(who);
    setBusy(false);
    if (!wrong) {
      if (!isTenantless) keptTenantAsked.write(asksTenant ? "asked" : "");
      return;
    }
    if (wrong.kind === "needs_tenant") {
      setAsksTenant(true);
      setTyped(true);
      setTenantId(keptTenant.read());
    }
    if (wrong.kind === "needs_code") setProven({ ...who, code: undefined });
    else if (wrong.kind === "refused") setProven(undefined);
    // The first question for a code is no trouble.
    if (wrong.kind !== "needs_code" || proven) setTrouble({ ...wrong, at: Date.now() });
  }

  if (choice?.offer.isOnly && !wantsPassword && !isTyped) {
    return (
      <div className={styles.card}>
        <Mark />
        <h1>{title}</h1>
        {isExpired ? <p className={styles.hint}>{t("sign_in_expired")}</p> : null}
        <SignOnButton choice={choice} isMain />
        <Button look="quiet" isWide onClick={() => setWantsPassword(true)}>
          {t("sign_on_password")}
        </Button>
      </div>
    );
  }
  return (
    <form className={styles.card} noValidate onSubmit={(event) => void submit(event)}>
      <Mark />
      <h1>{title}</h1>
      {isExpired && !trouble ? <p className={styles.hint}>{t("sign_in_expired")}</p> : null}
      {proven ? (
        <CodeField id={`${id}-code`} isMissing={missing === "code"} describedBy={`${id}-trouble`} />
      ) : (
        <>
          {asksTenant ? (
            <>
              <label htmlFor={`${id}-tenant`}>{t("sign_in_tenant")}</label>
              <input
                id={`${id}-tenant`}
                name="tenant"
                required
                aria-invalid={missing === "tenant" || undefined}
                aria-describedby={`${id}-tenant-help ${id}-trouble`}
                autoComplete="organization"
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={tenantId || keptTenant.read()}
                onChange={(event) => {
                  setTyped(true);
                  settleTenant(event.target.value.trim());
                }}
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
            aria-invalid={missing === "account" || undefined}
            aria-describedby={`${id}-trouble`}
            // biome-ignore lint/a11y/noAutofocus: the page is only this form, and the user comes to type
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={kept.read()}
          />
          <PasswordField
            id={`${id}-password`}
            isMissing={missing === "password"}
            describedBy={`${id}-trouble`}
          />
        </>
      )}
      <p role="alert" id={`${id}-trouble`} className={styles.trouble}>
        {trouble ? troubleText(trouble, waitS) : null}
        {missing ? t("sign_in_missing", { field: t(`sign_in_${missing}`) }) : null}
      </p>
      <Button type="submit" look="primary" isWide isBusy={isBusy} disabled={waitS > 0}>
        {t("sign_in")}
      </Button>
      {proven ? (
        <Button look="quiet" isWide onClick={() => setProven(undefined)}>
          {t("sign_in_back")}
        </Button>
      ) : onForgot ? (
        <Button look="quiet" isWide onClick={onForgot}>
          {t("forgot")}
        </Button>
      ) : null}
      {choice && !proven ? <SignOnButton choice={choice} isMain={false} /> : null}
    </form>
  );

  function troubleText({ kind }: SignInTrouble, seconds: number): string {
    if (kind === "refused" && asksTenant) return t("sign_in_refused_shop");
    if (kind !== "tooMany") return t(`sign_in_${kind}`);
    return seconds > 0 ? t("sign_in_wait", { count: seconds }) : t("sign_in_again");
  }
}

/** Calls `settle` with the last value once nobody has typed for a moment. */
function useTypingPause(settle: (value: string) => void): (value: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (value) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => settle(value), TYPING_MS);
  };
}

/** The tenant that the address names, else the one of the last sign-in where the server has several. */
function startTenant(asksTenant: boolean): string {
  const named = new URLSearchParams(location.search).get("tenant") ?? "";
  return named || (asksTenant ? keptTenant.read() : "");
}

/** The second step: a code of the authenticator app, or a recovery code. */
function CodeField({ id, isMissing, describedBy }: { id: string; isMissing: boolean; describedBy: string }) {
  const { t } = useTranslation("desk");
  return (
    <>
      <label htmlFor={id}>{t("sign_in_code")}</label>
      <input
        id={id}
        name="code"
        dir="ltr"
        required
        aria-invalid={isMissing || undefined}
        aria-describedby={`${id}-help ${describedBy}`}
        // biome-ignore lint/a11y/noAutofocus: the step is only this field
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
      <p id={`${id}-help`} className={styles.help}>
        {t("sign_in_code_help")}
      </p>
    </>
  );
}
