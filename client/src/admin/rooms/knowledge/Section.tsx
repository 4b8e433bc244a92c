import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AdminKey } from "../../form/specs";
import { Page } from "../../shell/Page";
import { RoomTabs } from "../../shell/RoomTabs";
import { pages } from "./paths";
import { useRobot } from "./robot";

const SECTIONS = [
  { id: "documents", name: "kb_documents" },
  { id: "unanswered", name: "kb_unanswered" },
  { id: "tryIt", name: "kb_try" },
  { id: "tests", name: "kb_tests" },
  { id: "transfer", name: "kb_transfer" },
  { id: "settings", name: "kb_settings" },
] as const satisfies readonly { id: keyof typeof pages; name: AdminKey }[];

export type SectionProps = {
  /** What it is for. */
  text: string;
  action?: ReactNode;
  children: ReactNode;
};

/** One of a robot's pages, with links to the others. */
export function Section({ text, action, children }: SectionProps) {
  const { t } = useTranslation("admin");
  const { robotNo, name } = useRobot();
  const tabs = SECTIONS.map((one) => ({ to: pages[one.id](robotNo), name: one.name }));
  return (
    <Page title={name} text={text} action={action} back={{ to: pages.robots, name: t("room_knowledge") }}>
      <RoomTabs label="kb_sections" name={name} tabs={tabs} />
      {children}
    </Page>
  );
}
