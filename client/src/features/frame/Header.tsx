import { clsx } from "clsx";
import { ArrowLeft, LogOut, Minus, Phone, Video, Volume2, VolumeX, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../ui/Avatar";
import { IconButton } from "../../ui/IconButton";
import styles from "./Header.module.css";

export type HeaderProps = {
  name: string;
  face: string;
  /** The line below the name: a signature, a state, or that somebody is typing. */
  line: string;
  /** Desktops show the tenant's second colour on the bar, and a button that hides the window. */
  isDesktop: boolean;
  /** Each button is shown only if its action is set. */
  onBack: (() => void) | undefined;
  onHide: (() => void) | undefined;
  onEnd: (() => void) | undefined;
  /** Calls the agent, with video or voice only. */
  onCall: ((isVideo: boolean) => void) | undefined;
  /** A call is active: no other can start, but the buttons stay so that the focus can return to them. */
  isOnCall: boolean;
  sound: { isOn: boolean; onToggle: () => void } | undefined;
};

/** Shows the visitor's partner on the tenant's colour. */
export function Header(props: HeaderProps) {
  const { name, face, line, isDesktop, onBack, onHide, onEnd, onCall, isOnCall, sound } = props;
  const { t } = useTranslation();
  return (
    <header className={clsx(styles.header, isDesktop && styles.wide)}>
      {onBack ? (
        <IconButton
          look="onAccent"
          label={t("header_back")}
          icon={<ArrowLeft size={22} className="mirrored" />}
          onClick={onBack}
        />
      ) : null}
      <Avatar src={face} name={name} size={40} />
      <div className={styles.who}>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <p key={line}>
          <bdi>{line}</bdi>
        </p>
      </div>
      {onCall ? (
        <>
          <IconButton
            look="onAccent"
            label={t("composer_voice_call")}
            icon={<Phone size={20} />}
            aria-disabled={isOnCall || undefined}
            onClick={() => isOnCall || onCall(false)}
          />
          <IconButton
            look="onAccent"
            label={t("composer_video_call")}
            icon={<Video size={21} />}
            aria-disabled={isOnCall || undefined}
            onClick={() => isOnCall || onCall(true)}
          />
        </>
      ) : null}
      {sound ? (
        <IconButton
          look="onAccent"
          label={t(sound.isOn ? "header_sound_off" : "header_sound_on")}
          icon={sound.isOn ? <Volume2 size={20} /> : <VolumeX size={20} />}
          onClick={sound.onToggle}
        />
      ) : null}
      {onEnd ? (
        <IconButton
          look="onAccent"
          label={t("header_end")}
          icon={<LogOut size={20} className="mirrored" />}
          onClick={onEnd}
        />
      ) : null}
      {onHide ? (
        <IconButton
          look="onAccent"
          label={t("header_hide")}
          icon={isDesktop ? <Minus size={22} /> : <X size={22} />}
          onClick={onHide}
        />
      ) : null}
    </header>
  );
}
