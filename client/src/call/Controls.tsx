import {
  AudioLines,
  Mic,
  MicOff,
  PhoneOff,
  PictureInPicture2,
  SwitchCamera,
  Video,
  VideoOff,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./CallPanel.module.css";
import type { Caller } from "./caller";
import type { Pip } from "./usePip";
import type { CallView } from "./view";

export type ControlsProps = { view: CallView; caller: Caller; pip: Pip };

/** Shows the buttons of a call. Before the call is answered, the caller can only hang up. */
export function Controls({ view, caller, pip }: ControlsProps) {
  const { t } = useTranslation("call");
  const isActive = view.phase === "active";
  return (
    <div className={styles.controls}>
      {isActive ? (
        <>
          <Control
            label={t(view.isMuted ? "call_unmute" : "call_mute")}
            icon={view.isMuted ? <MicOff size={20} /> : <Mic size={20} />}
            isOff={view.isMuted}
            onClick={caller.toggleMute}
          />
          {view.isVideo ? <PictureControls view={view} caller={caller} /> : null}
          <Control
            label={t(pip.isOn ? "call_pip_leave" : "call_pip")}
            icon={<PictureInPicture2 size={20} />}
            onClick={pip.toggle}
          />
        </>
      ) : null}
      <Control
        label={t("call_hang_up")}
        icon={<PhoneOff size={20} />}
        look="hangUp"
        onClick={caller.hangUp}
      />
    </div>
  );
}

function PictureControls({ view, caller }: Pick<ControlsProps, "view" | "caller">) {
  const { t } = useTranslation("call");
  return (
    <>
      <Control
        label={t(view.hasOwnPicture ? "call_camera_off" : "call_camera_on")}
        icon={view.hasOwnPicture ? <Video size={20} /> : <VideoOff size={20} />}
        isOff={!view.hasOwnPicture}
        onClick={caller.toggleCamera}
      />
      {view.canFlip && view.hasOwnPicture ? (
        <Control
          label={t("call_camera_flip")}
          icon={<SwitchCamera size={20} />}
          onClick={caller.flipCamera}
        />
      ) : null}
      <Control label={t("call_to_voice")} icon={<AudioLines size={20} />} onClick={caller.toVoice} />
    </>
  );
}

type ControlProps = {
  label: string;
  icon: ReactNode;
  /** The button represents something that is switched off. */
  isOff?: boolean;
  look?: "plain" | "hangUp";
  onClick: () => void;
};

function Control({ label, icon, isOff = false, look = "plain", onClick }: ControlProps) {
  return (
    <button
      type="button"
      className={styles.control}
      data-look={look}
      data-off={isOff}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
