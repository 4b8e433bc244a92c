import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Mark } from "../../desk/sign-in/Mark";
import { StaffMenu } from "../shell/AccountMenu";
import shell from "../shell/Shell.module.css";
import styles from "./operator.module.css";

export type OperatorShellProps = { account: string; onSignOut: () => void; children: ReactNode };

/** The bar above the page, as in the administration. There are no rooms. */
export function OperatorShell({ account, onSignOut, children }: OperatorShellProps) {
  const { t } = useTranslation("admin");
  return (
    <div className={styles.shell}>
      <a href="#room" className={shell.skip}>
        {t("skip_to_room")}
      </a>
      <header className={shell.header}>
        <span className={shell.mark}>
          <Mark />
        </span>
        <span className={shell.shop}>{t("operator_bar")}</span>
        <span className={styles.menu}>
          <StaffMenu name={account} face="" account="#account" onSignOut={onSignOut} />
        </span>
      </header>
      <main id="room" tabIndex={-1} className={shell.room}>
        {children}
      </main>
    </div>
  );
}
