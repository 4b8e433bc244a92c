import { type ReactNode, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import type { Side } from "../wire/call";
import styles from "./CallPanel.module.css";
import type { Caller } from "./caller";
import { NoticeCard } from "./NoticeCard";
import { RingCard } from "./RingCard";
import { Sound } from "./Sound";
import { TalkCard } from "./TalkCard";
import { usePanelFocus } from "./usePanelFocus";
import { usePip } from "./usePip";
import { usePosition } from "./usePosition";
import type { CallView } from "./view";
import { stateWords } from "./words";

export type CallPanelProps = {
  view: CallView;
  caller: Caller;
  side: Side;
  /** Returns the name and face of a partner, by id. */
  partnerOf: (partner: string) => { name: string; face: string };
};

/**
 * Shows the page's one call above everything else: ringing, talking and ended. Protocol, 'Calls', Floating call panel.
 */
export function CallPanel({ view, caller, side, partnerOf }: CallPanelProps) {
  const { t } = useTranslation("call");
  const panel = useRef<HTMLElement>(null);
  const film = useRef<HTMLVideoElement>(null);
  const heading = useId();
  const { style, drag, handle } = usePosition(panel);
  const pip = usePip(film, view.hasPicture);
  const { name, face } = partnerOf(view.partner);
  usePanelFocus(panel, view.phase);

  const isTalking = view.phase === "active" || view.phase === "calling" || view.phase === "asking";
  const isFilm = isTalking && view.isVideo && !pip.window;
  const talk = (isWhole: boolean) => (
    <TalkCard
      view={view}
      caller={caller}
      name={name}
      face={face}
      side={side}
      heading={isWhole ? heading : undefined}
      film={isWhole ? film : undefined}
      hasStage={isWhole ? isFilm : view.isVideo}
      pip={pip}
      handle={isWhole ? handle : undefined}
    />
  );
  return (
    <>
      <section
        ref={panel}
        className={styles.panel}
        data-side={side}
        data-shape={isFilm ? (pip.isSmall ? "small" : "film") : "card"}
        style={style}
        aria-labelledby={heading}
        tabIndex={-1}
        {...(isTalking ? drag : {})}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || view.phase !== "notice") return;
          event.preventDefault();
          caller.dismiss();
        }}
      >
        {view.phase === "ringing" ? (
          <RingCard view={view} caller={caller} name={name} face={face} heading={heading} />
        ) : null}
        {view.phase === "notice" && view.notice ? (
          <NoticeCard notice={view.notice} caller={caller} side={side} name={name} heading={heading} />
        ) : null}
        {isTalking ? talk(true) : null}
        {view.waiting.map((one) => (
          <WaitingLine
            key={one.callId}
            name={partnerOf(one.partner).name}
            onDecline={() => caller.declineWaiting(one.callId)}
          />
        ))}
      </section>
      <Announcer isUrgent={view.phase === "ringing"}>{stateWords(t, view, side, name)}</Announcer>
      <Sound stream={view.remote} />
      {pip.window && isTalking
        ? createPortal(<div className={styles.ownWindow}>{talk(false)}</div>, pip.window.document.body)
        : null}
    </>
  );
}

/** Announces the state to screen readers: an incoming call at once, other states at the next pause. */
function Announcer({ isUrgent, children }: { isUrgent: boolean; children: ReactNode }) {
  return (
    <>
      <p className="visually-hidden" role="status">
        {isUrgent ? "" : children}
      </p>
      <p className="visually-hidden" role="alert">
        {isUrgent ? children : ""}
      </p>
    </>
  );
}

function WaitingLine({ name, onDecline }: { name: string; onDecline: () => void }) {
  const { t } = useTranslation("call");
  return (
    <div className={styles.waiting}>
      <p role="status">{t("call_waiting", { name })}</p>
      <button type="button" className={styles.textButton} onClick={onDecline}>
        {t("call_decline")}
      </button>
    </div>
  );
}
