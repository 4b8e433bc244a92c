import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { AdminKey } from "../../form/specs";
import { Page } from "../../shell/Page";
import { pages } from "./paths";
import { useRobot } from "./robot";
import styles from "./Section.module.css";

const SECTIONS = [
  { id: "documents", name: "kb_documents" },
  { id: "unanswered", name: "kb_unanswered" },
  { id: "tryIt", name: "kb_try" },
  { id: "tests", name: "kb_tests" },
  { id: "transfer", name: "kb_transfer" },
  { id: "settings", name: "kb_settings" },
] as const satisfies readonly { id: keyof typeof pages; name: AdminKey }[];

export type SectionProps = {
  id: (typeof SECTIONS)[number]["id"];
  /** What it is for. */
  text: string;
  action?: ReactNode;
  children: ReactNode;
};

/** One of a robot's pages, with links to the others. */
export function Section({ id, text, action, children }: SectionProps) {
  const { t } = useTranslation("admin");
  const { robotNo, name } = useRobot();
  const open = useRef<HTMLAnchorElement>(null);
  // On a phone, the links scroll.
  useEffect(() => {
    open.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, []);
  return (
    <Page title={name} text={text} action={action} back={{ to: pages.robots, name: t("room_knowledge") }}>
      <nav aria-label={t("kb_sections", { name })} className={styles.nav}>
        {SECTIONS.map((one) => (
          <Link
            key={one.id}
            ref={one.id === id ? open : undefined}
            href={pages[one.id](robotNo)}
            aria-current={one.id === id ? "page" : undefined}
            className={styles.link ?? ""}
          >
            {t(one.name)}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
