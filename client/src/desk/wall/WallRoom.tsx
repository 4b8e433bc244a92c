import { ChartColumn, Maximize, TriangleAlert, Users } from "lucide-react";
import { useEffect, useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { IconButton } from "../../ui/IconButton";
import { LoadingWords } from "../../ui/LoadingWords";
import { drawIn } from "../../ui/shade";
import { RoomHead, RoomLink } from "../shell/RoomHead";
import { NumbersSkeleton } from "../shell/RoomSkeleton";
import { shadeAtom } from "../state/habits.atoms";
import { useNow } from "../useNow";
import { Agents } from "./Agents";
import { Alarms } from "./Alarms";
import { Figures } from "./Figures";
import { Groups } from "./Groups";
import styles from "./Wall.module.css";
import { type Looked, WallPanel } from "./WallPanel";
import type { Wall } from "./wall";
import { forgetWallAtom, loadWallAtom, wallAtom } from "./wall.atoms";

/** The poll tells of changes for a minute after each read; alarms of times are raised by reading. */
const READ_EVERY_MS = 10_000;
/** Without an answer for so long, the wall says that it is stale. */
const STALE_MS = 15_000;

/** What happens now: queues, agents, the numbers of today, and alarms. It fits a television and reads itself again. */
export function WallRoom() {
  const { t } = useTranslation("desk");
  const { phase, wall } = useAtomValue(wallAtom);
  const [looked, setLooked] = useState<Looked>();
  useDark();
  useReading();
  return (
    <main className={styles.wall}>
      <RoomHead title={t("wall_title")}>
        {wall ? <Fresh wall={wall} /> : null}
        <RoomLink href="/reports">
          <ChartColumn size={18} aria-hidden /> {t("reports_title")}
        </RoomLink>
        <IconButton
          label={t("wall_whole_screen")}
          icon={<Maximize size={18} />}
          onClick={() => void toggleFullScreen()}
        />
      </RoomHead>
      {wall ? (
        <>
          <Alarms alarms={wall.alarms} groups={wall.groups} />
          <Figures wall={wall} />
          <div className={styles.columns}>
            <Groups wall={wall} onLook={setLooked} />
            <Agents wall={wall} onLook={setLooked} />
          </div>
          <WallPanel looked={looked} wall={wall} onClose={() => setLooked(undefined)} />
        </>
      ) : (
        <Without phase={phase} />
      )}
    </main>
  );
}

/** A television shows the wall: it is dark unless the agent chose light. */
function useDark(): void {
  const shade = useAtomValue(shadeAtom);
  useLayoutEffect(() => {
    drawIn(shade === "light" ? "light" : "dark");
    return () => drawIn(shade === "auto" ? undefined : shade);
  }, [shade]);
}

function Without({ phase }: { phase: "loading" | "here" | "failed" | "forbidden" }) {
  const { t } = useTranslation("desk");
  const load = useSetAtom(loadWallAtom);
  if (phase === "forbidden")
    return (
      <Empty
        icon={<Users size={28} aria-hidden />}
        title={t("supervisors_only")}
        text={t("supervisors_only_hint")}
      />
    );
  if (phase === "failed")
    return (
      <Empty
        icon={<TriangleAlert size={28} aria-hidden />}
        title={t("wall_failed")}
        text={t("take_unreachable")}
      >
        <Button look="outline" onClick={() => void load()}>
          {t("try_again")}
        </Button>
      </Empty>
    );
  return (
    <NumbersSkeleton>
      <LoadingWords>{t("wall_loading")}</LoadingWords>
    </NumbersSkeleton>
  );
}

/** Says when the wall has no newer numbers. */
function Fresh({ wall }: { wall: Wall }) {
  const { t } = useTranslation("desk");
  const old = useNow() - wall.heardAt;
  if (old < STALE_MS) return <p className={styles.fresh}>{t("wall_live")}</p>;
  return (
    <p className={styles.stale} role="status">
      <TriangleAlert size={18} aria-hidden /> {t("wall_stale", { count: Math.floor(old / 1000) })}
    </p>
  );
}

function useReading(): void {
  const load = useSetAtom(loadWallAtom);
  const forget = useSetAtom(forgetWallAtom);
  useEffect(() => {
    void load();
    const timer = setInterval(() => void load(), READ_EVERY_MS);
    return () => {
      clearInterval(timer);
      forget();
    };
  }, [load, forget]);
}

async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen?.().catch(() => undefined);
}
