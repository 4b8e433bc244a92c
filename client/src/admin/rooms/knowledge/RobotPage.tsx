import { type ReactNode, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Loaded } from "../../shell/Loaded";
import { PageSkeleton } from "../../shell/PageSkeleton";
import { useThing } from "../../things/useThings";
import { wordsIn } from "../../things/words";
import { RobotContext } from "./robot";

/** Loads the robot that a page is about. */
export function RobotPage({ robotNo, children }: { robotNo: string; children: ReactNode }) {
  const { i18n } = useTranslation("admin");
  const query = useThing("robots", { robotNo });
  const robot = query.data;
  const open = useMemo(
    () => robot && { robotNo, robot, name: wordsIn(robot.robotName, i18n.language) || robotNo },
    [robot, robotNo, i18n.language],
  );
  return (
    <Loaded query={{ ...query, data: open }}>
      {(known) => (
        <RobotContext value={known}>
          <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
        </RobotContext>
      )}
    </Loaded>
  );
}
