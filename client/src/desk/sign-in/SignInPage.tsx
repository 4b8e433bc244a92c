import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { forgotAtom, signInAtom } from "../state/account.atoms";
import { servicesAtom } from "../state/services";
import { SignInDoor } from "./SignInDoor";
import styles from "./SignInPage.module.css";

export type SignInPageProps = {
  /** The server refused the agent's token. */
  isExpired: boolean;
};

/** Shows the sign-in form. */
export function SignInPage({ isExpired }: SignInPageProps) {
  const { t } = useTranslation("desk");
  const signIn = useSetAtom(signInAtom);
  const askLink = useSetAtom(forgotAtom);
  const { api } = useAtomValue(servicesAtom);

  useEffect(() => {
    document.title = t("title");
  }, [t]);

  return (
    <main className={styles.page}>
      <SignInDoor
        title={t("sign_in_title")}
        isExpired={isExpired}
        signOn={api}
        onSignIn={signIn}
        onAskLink={askLink}
      />
    </main>
  );
}
