import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Tabs } from "../../ui/Tabs";
import type { AgentCard } from "../../wire/session";
import type { SideBar as Bar } from "../../wire/sideBar";
import { BusinessCard } from "./BusinessCard";
import { Carousel } from "./Carousel";
import { Questions } from "./Questions";
import { QuickLinks } from "./QuickLinks";
import styles from "./SideBar.module.css";

type Tab = "links" | "questions" | "card";

export type SideBarProps = {
  bar: Bar;
  /** The visitor's agent; undefined if there is none. */
  agent: AgentCard | undefined;
};

/** Shown beside the chat on desktops: links, questions with answers, the agent, and offers below. */
export function SideBar({ bar, agent }: SideBarProps) {
  const { t } = useTranslation();
  const tabs: { id: Tab; name: string }[] = [
    ...(bar.links ? [{ id: "links" as const, name: t("side_links") }] : []),
    ...(bar.questions ? [{ id: "questions" as const, name: t("side_questions") }] : []),
    { id: "card", name: t("side_card") },
  ];
  const [wanted, setWanted] = useState<Tab>("links");
  const chosen = tabs.find((tab) => tab.id === wanted)?.id ?? tabs[0]?.id ?? "card";
  return (
    <div className={styles.bar}>
      <div className={styles.top}>
        <Tabs label={t("side_label")} tabs={tabs} chosen={chosen} onChoose={setWanted}>
          <div className={styles.panel}>
            {chosen === "links" ? <QuickLinks links={bar.links ?? []} /> : null}
            {chosen === "questions" ? <Questions questions={bar.questions ?? []} /> : null}
            {chosen === "card" ? <BusinessCard agent={agent} /> : null}
          </div>
        </Tabs>
      </div>
      {bar.advertisements.length > 0 ? <Carousel slides={bar.advertisements} /> : null}
    </div>
  );
}
