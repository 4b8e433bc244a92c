import { Monitor, TriangleAlert, Users } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { LoadingWords } from "../../ui/LoadingWords";
import type { Group } from "../../wire/account";
import { RoomHead, RoomLink } from "../shell/RoomHead";
import { NumbersSkeleton } from "../shell/RoomSkeleton";
import { supervisesAtom } from "../state/agent.atoms";
import { AgentsTime } from "./AgentsTime";
import { Divided } from "./Divided";
import { PeriodForm } from "./PeriodForm";
import styles from "./Reports.module.css";
import type { ReportTrouble } from "./reports.atoms";
import { Sentences } from "./Sentences";
import { SessionsDialog, type Shown } from "./SessionsDialog";
import { Totals } from "./Totals";
import { usePeriod } from "./usePeriod";
import { useReport } from "./useReport";

/** What happened in a period, compared with the days before: in words, as charts with their tables, and as files. */
export function ReportsRoom({ groups }: { groups: readonly Group[] }) {
  const { t } = useTranslation("desk");
  const supervises = useAtomValue(supervisesAtom);
  return (
    <main className={styles.room}>
      <RoomHead title={t("reports_title")} className={styles.head}>
        {supervises ? (
          <RoomLink href="/wall">
            <Monitor size={18} aria-hidden /> {t("wall_title")}
          </RoomLink>
        ) : null}
      </RoomHead>
      {supervises ? <Reports groups={groups} /> : <Without trouble="forbidden" onAgain={undefined} />}
    </main>
  );
}

function Reports({ groups }: { groups: readonly Group[] }) {
  const { t } = useTranslation("desk");
  const [zone, setZone] = useState("");
  const chosen = usePeriod(zone);
  const { by, setBy } = chosen;
  const [shown, setShown] = useState<Shown>();
  // A report by agent or by tag knows no channel.
  const period = by === "agent" || by === "tag" ? { ...chosen.period, channelId: "" } : chosen.period;
  const { read, isBusy, again } = useReport(chosen.fault ? undefined : period, by);
  const known = read && !("trouble" in read) ? read.report.timeZone : zone;
  if (known !== zone) setZone(known);
  return (
    <>
      <PeriodForm chosen={chosen} groups={groups} hasChannels={period === chosen.period} />
      {read && "trouble" in read ? <Without trouble={read.trouble} onAgain={again} /> : null}
      {!read && !chosen.fault ? (
        <NumbersSkeleton>
          <LoadingWords>{t("reports_loading")}</LoadingWords>
        </NumbersSkeleton>
      ) : null}
      {read && !("trouble" in read) ? (
        <div className={styles.body} aria-busy={isBusy}>
          <Sentences report={read.report} />
          <Totals
            report={read.report}
            onShow={(missed) => setShown({ title: "", ask: { ...period, ...missed } })}
          />
          <Divided report={read.report} period={period} by={by} onBy={setBy} onShow={setShown} />
          <AgentsTime agents={read.agents} period={period} />
          <p className={styles.note}>{t("reports_zone", { zone: read.report.timeZone })}</p>
        </div>
      ) : null}
      <SessionsDialog shown={shown} zone={known} onClose={() => setShown(undefined)} />
    </>
  );
}

function Without({ trouble, onAgain }: { trouble: ReportTrouble; onAgain: (() => void) | undefined }) {
  const { t } = useTranslation("desk");
  const isForbidden = trouble === "forbidden";
  const Icon = isForbidden ? Users : TriangleAlert;
  return (
    <Empty
      icon={<Icon size={28} aria-hidden />}
      title={t(isForbidden ? "supervisors_only" : "reports_failed")}
      text={t(
        isForbidden
          ? "supervisors_only_hint"
          : trouble === "unreachable"
            ? "take_unreachable"
            : "reports_wrong",
      )}
    >
      {onAgain && !isForbidden ? (
        <Button look="outline" onClick={onAgain}>
          {t("try_again")}
        </Button>
      ) : null}
    </Empty>
  );
}
