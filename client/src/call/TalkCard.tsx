import { GripHorizontal, MicOff } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../ui/Avatar";
import type { Side } from "../wire/call";
import styles from "./CallPanel.module.css";
import { CallVideo } from "./CallVideo";
import { Controls } from "./Controls";
import type { Caller } from "./caller";
import { FaultLine } from "./FaultLine";
import type { Pip } from "./usePip";
import type { usePosition } from "./usePosition";
import type { CallView } from "./view";
import { clockWords, stateWords } from "./words";

export type TalkCardProps = {
  view: CallView;
  caller: Caller;
  side: Side;
  name: string;
  face: string;
  /** Id of the heading; undefined in a separate window. */
  heading: string | undefined;
  film: RefObject<HTMLVideoElement | null> | undefined;
  /** The card has room for pictures. */
  hasStage: boolean;
  pip: Pip;
  /** Moves the panel; undefined in a separate window. */
  handle: ReturnType<typeof usePosition>["handle"] | undefined;
};

/** Shows a call that is being set up or is active. */
export function TalkCard(props: TalkCardProps) {
  const { view, caller, side, name, face, heading, hasStage, pip, handle } = props;
  const { t } = useTranslation("call");
  const isQuiet = view.phase === "active" && view.link === "live";
  return (
    <div className={styles.talk}>
      <div className={styles.bar}>
        {hasStage ? null : <Avatar src={face} name={name} size={40} />}
        <div className={styles.words}>
          <h2 id={heading}>
            <bdi>{name}</bdi>
          </h2>
          <p aria-hidden={!isQuiet}>
            {isQuiet ? <CallClock since={view.since} /> : stateWords(t, view, side, name)}
          </p>
        </div>
        {view.isOtherMuted ? (
          <span className={styles.badge} role="img" aria-label={t("call_other_muted", { name })}>
            <MicOff size={16} aria-hidden />
          </span>
        ) : null}
        {handle ? (
          <button
            type="button"
            className={styles.handle}
            aria-label={t("call_move")}
            title={t("call_move")}
            {...handle}
          >
            <GripHorizontal size={18} aria-hidden />
          </button>
        ) : null}
      </div>
      {hasStage ? <Stage {...props} /> : null}
      {view.fault ? <FaultLine fault={view.fault} goesOn /> : null}
      <Controls view={view} caller={caller} pip={pip} />
    </div>
  );
}

function Stage({ view, name, face, film }: TalkCardProps) {
  const { t } = useTranslation("call");
  return (
    <div className={styles.stage}>
      {view.hasPicture ? (
        <CallVideo stream={view.remote} label={name} videoRef={film} />
      ) : (
        <Avatar src={face} name={name} size={64} />
      )}
      {view.hasOwnPicture ? (
        <CallVideo
          // Another camera is another track of the same stream, so React needs a new key to restart the picture.
          key={String(view.facesSelf)}
          stream={view.local}
          label={t("call_own_picture")}
          isOwn
          isMirrored={view.facesSelf}
        />
      ) : null}
    </div>
  );
}

function CallClock({ since }: { since: number }) {
  const { t } = useTranslation("call");
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const time = clockWords((now - since) / 1000);
  return (
    <span role="timer" aria-label={t("call_duration", { time })}>
      {time}
    </span>
  );
}
