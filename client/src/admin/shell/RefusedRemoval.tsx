import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { pageOf } from "../things/kinds";
import { refusedRemovalAtom } from "../things/removals.atoms";
import { troubleWords } from "../things/troubleWords";
import { AdminDialog } from "./AdminDialog";
import styles from "./RefusedRemoval.module.css";

/** Says why a thing could not be deleted, and what uses it. */
export function RefusedRemoval() {
  const { t } = useTranslation("admin");
  const refused = useAtomValue(refusedRemovalAtom);
  const close = useSetAtom(refusedRemovalAtom);
  if (!refused) return null;
  const { refusal, title } = refused;
  return (
    <AdminDialog
      onClose={close}
      title={t("not_removed_title", { name: title })}
      action={
        <Button look="primary" onClick={close}>
          {t("understood")}
        </Button>
      }
    >
      {refusal.kind === "inUse" ? (
        <>
          <p>{t("not_removed_in_use")}</p>
          <ul className={styles.users}>
            {refusal.users.map((user) => (
              <li key={`${"kind" in user ? `${user.kind}/${user.key}` : ""}${user.field}`}>
                {"kind" in user ? (
                  <Link href={pageOf(user.kind, user.key)} onClick={() => close()}>
                    {t(`thing_${user.kind}`)} {user.key}
                  </Link>
                ) : null}{" "}
                <span className={styles.where}>
                  {user.field}: {user.message}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{troubleWords(t, refusal)}</p>
      )}
    </AdminDialog>
  );
}
