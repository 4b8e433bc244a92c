import { useTranslation } from "react-i18next";
import { SignInForm } from "../../desk/sign-in/SignInForm";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import common from "../common.module.css";
import { AdminDialog } from "../shell/AdminDialog";
import styles from "./SignInDialog.module.css";
import { adminServicesAtom } from "./services";
import { signInAtom } from "./session.atoms";

export type SignInDialogProps = { onSignedIn?: () => void };

/** Asks for a new sign-in over the page, which stays as it is. */
export function SignInDialog({ onSignedIn }: SignInDialogProps) {
  const { t } = useTranslation("admin");
  const signIn = useSetAtom(signInAtom);
  const { account } = useAtomValue(adminServicesAtom);
  return (
    <AdminDialog isQuestion isRequired onClose={() => undefined} title={t("expired_title")}>
      <p className={common.text}>{t("expired_text")}</p>
      <div className={styles.form}>
        <SignInForm
          title={t("sign_in_title")}
          isExpired={false}
          signOn={account}
          onSignIn={async (who) => {
            const trouble = await signIn(who);
            if (!trouble) onSignedIn?.();
            return trouble;
          }}
        />
      </div>
    </AdminDialog>
  );
}
