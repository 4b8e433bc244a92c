import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { useTranslation } from "react-i18next";
import { SignInDoor } from "../desk/sign-in/SignInDoor";
import { languageTag } from "../i18n/tags";
import { useAtomValue, useSetAtom } from "../state/jotai";
import { Toaster } from "../ui/Toaster";
import type { SignedIn } from "../wire/account";
import styles from "./AdminApp.module.css";
import { createCache } from "./cache";
import { NoAccess } from "./session/NoAccess";
import { SignInDialog } from "./session/SignInDialog";
import { adminServicesAtom } from "./session/services";
import { forgotAtom, restoreAtom, sessionAtom, signInAtom } from "./session/session.atoms";
import { PageSkeleton } from "./shell/PageSkeleton";
import { Shell } from "./shell/Shell";
import { Trouble } from "./shell/Trouble";

/** Asks for a sign-in, and shows the administration to administrators. */
export function AdminApp() {
  const { t, i18n } = useTranslation("admin");
  const session = useAtomValue(sessionAtom);
  const restore = useSetAtom(restoreAtom);
  const signIn = useSetAtom(signInAtom);
  const askLink = useSetAtom(forgotAtom);
  const { account } = useAtomValue(adminServicesAtom);

  useEffect(() => void restore(), [restore]);

  return (
    <I18nProvider locale={languageTag(i18n.language)}>
      <div className={styles.app}>
        {session.phase === "restoring" ? <PageSkeleton /> : null}
        {session.phase === "unreachable" ? (
          <Trouble text={t("trouble_unreachable")} onRetry={() => void restore()} />
        ) : null}
        {session.phase === "signedOut" ? (
          <main className={styles.signIn}>
            <SignInDoor
              title={t("sign_in_title")}
              isExpired={session.isExpired}
              signOn={account}
              onSignIn={signIn}
              onAskLink={askLink}
            />
          </main>
        ) : null}
        {session.phase === "signedIn" ? (
          <Inside
            // What one administrator sees and has cached is not the next one's.
            key={`${session.tenantId}.${session.agent.id}`}
            agent={session.agent}
            isExpired={session.isExpired}
          />
        ) : null}
        <Toaster />
      </div>
    </I18nProvider>
  );
}

function Inside({ agent, isExpired }: { agent: SignedIn; isExpired: boolean }) {
  const [cache] = useState(createCache);
  if (agent.role !== "admin") return <NoAccess agent={agent} />;
  return (
    <QueryClientProvider client={cache}>
      <Shell agent={agent} />
      {isExpired ? <SignInDialog /> : null}
    </QueryClientProvider>
  );
}
