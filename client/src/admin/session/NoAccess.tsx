import { LockKeyhole } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import type { SignedIn } from "../../wire/account";
import styles from "./NoAccess.module.css";
import { signOutAtom } from "./session.atoms";

/** Tells an agent that the administration is for administrators. */
export function NoAccess({ agent }: { agent: SignedIn }) {
  const { t } = useTranslation("admin");
  const signOut = useSetAtom(signOutAtom);
  return (
    <main>
      <Empty
        isPage
        icon={<LockKeyhole size={28} />}
        title={t("no_access_title", { name: agent.nick })}
        text={t("no_access_text")}
      >
        <a href="/desk/" className={styles.desk}>
          {t("no_access_desk")}
        </a>
        <Button look="quiet" onClick={() => void signOut()}>
          {t("no_access_other")}
        </Button>
      </Empty>
    </main>
  );
}
