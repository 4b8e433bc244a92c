import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useRoute } from "wouter";
import { LoadingWords } from "../../ui/LoadingWords";
import type { Group, SignedIn } from "../../wire/account";
import { DutyAlarm } from "../duty/DutyAlarm";
import { AlarmNotices } from "../wall/AlarmNotices";
import { Announcer } from "./Announcer";
import { Columns } from "./Columns";
import { DeskBehaviour } from "./DeskBehaviour";
import { LeavingDialog } from "./LeavingDialog";
import { RoomSkeleton } from "./RoomSkeleton";

const WallRoom = lazy(() => import("../wall/WallRoom").then(({ WallRoom }) => ({ default: WallRoom })));
const ReportsRoom = lazy(() =>
  import("../reports/ReportsRoom").then(({ ReportsRoom }) => ({ default: ReportsRoom })),
);

/** Shows the conversations, the supervisor's wall or the reports. Whichever is shown, the poll runs and tells of news. */
export function DeskPage({ agent, groups }: { agent: SignedIn; groups: readonly Group[] }) {
  const { t } = useTranslation("desk");
  const [isWall] = useRoute("/wall");
  const [areReports] = useRoute("/reports");
  return (
    <>
      <Suspense
        fallback={
          <RoomSkeleton>
            <LoadingWords>{t("room_loading")}</LoadingWords>
          </RoomSkeleton>
        }
      >
        {isWall ? <WallRoom /> : null}
        {areReports ? <ReportsRoom groups={groups} /> : null}
      </Suspense>
      {isWall || areReports ? null : <Columns agent={agent} groups={groups} />}
      <Announcer />
      <DutyAlarm />
      <AlarmNotices groups={groups} />
      <LeavingDialog />
      <DeskBehaviour title={t(isWall ? "wall_title" : areReports ? "reports_title" : "title")} />
    </>
  );
}
