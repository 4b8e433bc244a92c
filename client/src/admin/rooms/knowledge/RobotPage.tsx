import { type ReactNode, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../api/http";
import { MissingPage } from "../../shell/MissingPage";
import { PageSkeleton } from "../../shell/PageSkeleton";
import { Trouble } from "../../shell/Trouble";
import { useThing } from "../../things/useThings";
import { wordsIn } from "../../things/words";
import { RobotContext } from "./robot";

/** Loads the robot that a page is about. */
export function RobotPage({ robotNo, children }: { robotNo: string; children: ReactNode }) {
  const { t, i18n } = useTranslation("admin");
  const { data: robot, error, refetch } = useThing("robots", { robotNo });
  const open = useMemo(
    () => robot && { robotNo, robot, name: wordsIn(robot.robotName, i18n.language) || robotNo },
    [robot, robotNo, i18n.language],
  );
  if (error instanceof ApiError && error.kind === "notFound") return <MissingPage />;
  if (!open)
    return error ? (
      <Trouble text={t("trouble_unreachable")} onRetry={() => void refetch()} />
    ) : (
      <PageSkeleton />
    );
  return (
    <RobotContext value={open}>
      <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
    </RobotContext>
  );
}
