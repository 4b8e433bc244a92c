import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { finishSignOnAtom } from "../state/signOn.atoms";
import { Mark } from "./Mark";
import styles from "./SignInPage.module.css";
import type { SignOnTrouble } from "./signOnTrouble";

/** Where the provider sends people back: finishes the sign-in, or says why nobody is signed in. */
export function SignedInPage() {
  const { t } = useTranslation("desk");
  const finish = useSetAtom(finishSignOnAtom);
  const [trouble, setTrouble] = useState<SignOnTrouble>();

  useEffect(() => {
    document.title = t("title");
    const query = new URLSearchParams(location.search);
    // The code is of no further use: it does not stay in the address and the history.
    if (location.search !== "") history.replaceState(null, "", location.pathname);
    void finish(query).then(setTrouble);
  }, [t, finish]);

  if (!trouble) {
    return (
      <Card title={t("sign_on_finishing")}>
        <p role="status" className={styles.help}>
          {t("sign_on_finishing_text")}
        </p>
      </Card>
    );
  }
  return (
    <Card title={t("sign_on_failed")}>
      <p role="alert" className={styles.trouble}>
        {t(`sign_on_trouble_${trouble}`)}
      </p>
      <Button look="primary" isWide onClick={() => location.assign("/desk/")}>
        {t("sign_on_back")}
      </Button>
    </Card>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Mark />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
