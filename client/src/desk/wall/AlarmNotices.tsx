import { lazy, Suspense, useEffect } from "react";
import { useRoute } from "wouter";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import type { Group } from "../../wire/account";
import { alarmsAtom, forgetAlarmsAtom } from "../state/alarms.atoms";

const AlarmList = lazy(() => import("./AlarmList").then(({ AlarmList }) => ({ default: AlarmList })));

/**
 * Tells a supervisor who works at the desk that a threshold was passed, until they put it away or look at the wall. A
 * screen reader hears it as it comes.
 */
export function AlarmNotices({ groups }: { groups: readonly Group[] }) {
  const alarms = useAtomValue(alarmsAtom);
  const forget = useSetAtom(forgetAlarmsAtom);
  const [isWall] = useRoute("/wall");
  // The wall shows what holds now.
  useEffect(() => {
    if (isWall && alarms.length > 0) forget();
  }, [isWall, alarms, forget]);
  return (
    <div aria-live="polite">
      {isWall || alarms.length === 0 ? null : (
        <Suspense>
          <AlarmList groups={groups} />
        </Suspense>
      )}
    </div>
  );
}
