import { QueryClientProvider } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/http";
import { keptOperator, keptOperatorToken } from "../../desk/keeping";
import { SignInDoor } from "../../desk/sign-in/SignInDoor";
import type { Credentials } from "../../desk/sign-in/SignInForm";
import { forgotTroubleOf, troubleOf } from "../../desk/sign-in/trouble";
import { languageTag } from "../../i18n/tags";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Toaster } from "../../ui/Toaster";
import type { OwnAccount } from "../../wire/ownAccount";
import app from "../AdminApp.module.css";
import { changeEndedAtom, isEndedAtom, ownApiAtom } from "../account/ownApi";
import { createCache } from "../cache";
import { linkToken, useFragment } from "../setup/linkToken";
import { PageSkeleton } from "../shell/PageSkeleton";
import { Trouble } from "../shell/Trouble";
import { OperatorAccount } from "./OperatorAccount";
import { OperatorAudit } from "./OperatorAudit";
import { OperatorJoin } from "./OperatorJoin";
import { OperatorShell } from "./OperatorShell";
import { operatorServicesAtom } from "./operatorApi";
import { Tenants } from "./Tenants";

type Found =
  | { phase: "asking" | "unreachable" }
  | { phase: "signedOut"; isExpired: boolean }
  | { phase: "signedIn"; account: OwnAccount };

/** The page of those who run several tenants: their load, and none of their conversations. */
export default function OperatorPage() {
  const { t, i18n } = useTranslation("admin");
  const { api, own } = useAtomValue(operatorServicesAtom);
  const setOwnApi = useSetAtom(ownApiAtom);
  const isEnded = useAtomValue(isEndedAtom);
  const changeEnded = useSetAtom(changeEndedAtom);
  const [found, setFound] = useState<Found>({ phase: "asking" });
  const fragment = useFragment();
  const link = linkToken(fragment);
  const isLink = fragment.startsWith("#token=");

  const ask = useCallback(async () => {
    if (keptOperatorToken.read() === "") return setFound({ phase: "signedOut", isExpired: false });
    try {
      setFound({ phase: "signedIn", account: await api.me() });
    } catch (cause) {
      const isOver = cause instanceof ApiError && cause.kind === "unauthorised";
      if (isOver) keptOperatorToken.write("");
      setFound(isOver ? { phase: "signedOut", isExpired: true } : { phase: "unreachable" });
    }
  }, [api]);
  useEffect(() => setOwnApi(own), [setOwnApi, own]);
  useEffect(() => {
    if (!isLink) void ask();
  }, [ask, isLink]);
  useEffect(() => {
    document.title = t("operator_title");
  }, [t]);
  const end = useCallback(() => {
    keptOperatorToken.write("");
    changeEnded(false);
    setFound({ phase: "signedOut", isExpired: true });
  }, [changeEnded]);
  useEffect(() => {
    if (isEnded) end();
  }, [isEnded, end]);

  async function signIn({ account, password, code }: Credentials) {
    try {
      keptOperatorToken.write((await api.login(account, password, code)).token);
      keptOperator.write(account);
      await ask();
      return undefined;
    } catch (cause) {
      return troubleOf(cause);
    }
  }

  function signOut() {
    // Nobody waits for the server.
    void api.logout().catch(() => undefined);
    keptOperatorToken.write("");
    history.replaceState(null, "", "/desk/operator");
    setFound({ phase: "signedOut", isExpired: false });
  }

  if (isLink) return <OperatorJoin api={api} token={link} />;
  return (
    <I18nProvider locale={languageTag(i18n.language)}>
      <div className={app.app}>
        {content()}
        <Toaster />
      </div>
    </I18nProvider>
  );

  function content() {
    switch (found.phase) {
      case "asking":
        return <PageSkeleton />;
      case "unreachable":
        return <Trouble text={t("operator_unreachable")} onRetry={() => void ask()} />;
      case "signedOut":
        return (
          <main className={app.signIn}>
            <SignInDoor
              title={t("operator_sign_in_title")}
              isExpired={found.isExpired}
              kept={keptOperator}
              isTenantless
              onSignIn={signIn}
              onAskLink={({ account }) => api.forgotPassword(account).then(() => undefined, forgotTroubleOf)}
            />
          </main>
        );
      case "signedIn":
        return (
          <Inside key={found.account.account} account={found.account.account} onSignOut={signOut}>
            {fragment === "#audit" ? (
              <OperatorAudit account={found.account.account} />
            ) : fragment === "#account" ? (
              <OperatorAccount account={found.account} onChanged={() => void ask()} />
            ) : (
              <Tenants onEnded={end} />
            )}
          </Inside>
        );
      default:
        return found satisfies never;
    }
  }
}

type InsideProps = { account: string; onSignOut: () => void; children: React.ReactNode };

/** What one operator has cached is not the next one's. */
function Inside({ account, onSignOut, children }: InsideProps) {
  const [cache] = useState(createCache);
  return (
    <QueryClientProvider client={cache}>
      <OperatorShell account={account} onSignOut={onSignOut}>
        {children}
      </OperatorShell>
    </QueryClientProvider>
  );
}
