import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { detailAtom, leaveDeskAtom } from "../../state/leave.atoms";
import { Tabs } from "../../ui/Tabs";
import { LeaveDetail } from "./LeaveDetail";
import { LeaveMine } from "./LeaveMine";
import styles from "./LeavePanel.module.css";
import { LeaveSubmit } from "./LeaveSubmit";

export type LeaveTab = "submit" | "mine";

export type LeavePanelProps = {
  /** The tenant's rich text. */
  title: string;
  first: LeaveTab;
};

/** The tabs for leaving a message and for the visitor's earlier ones. */
export function LeavePanel({ title, first }: LeavePanelProps) {
  const { t } = useTranslation("form");
  const [tab, setTab] = useState<LeaveTab>(first);
  const [isBegun, setBegun] = useState(first === "submit");
  const desk = useAtomValue(leaveDeskAtom);
  const detail = useAtomValue(detailAtom);
  if (!desk) return null;
  const choose = (next: LeaveTab) => {
    setTab(next);
    if (next === "submit") setBegun(true);
  };
  return (
    <div className={styles.panel}>
      <Tabs
        label={t("leave_title")}
        tabs={[
          { id: "submit", name: t("leave_tab_submit") },
          { id: "mine", name: t("leave_tab_mine") },
        ]}
        chosen={tab}
        onChoose={choose}
        isKept
      >
        {/* Hidden, not removed, so that the draft survives a change of the tab. */}
        {isBegun ? (
          <div hidden={tab !== "submit"}>
            <LeaveSubmit desk={desk} title={title} onMine={() => choose("mine")} />
          </div>
        ) : null}
        {tab === "mine" ? <LeaveMine onWrite={() => choose("submit")} /> : null}
      </Tabs>
      {detail.kind === "open" ? <LeaveDetail desk={desk} left={detail.left} talk={detail.talk} /> : null}
    </div>
  );
}
