import { clsx } from "clsx";
import { ArrowLeft, LogOut, Minus, Phone, Video, Volume2, VolumeX, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../ui/Avatar";
import { IconButton } from "../../ui/IconButton";
import styles from "./Header.module.css";

export type HeaderProps = {
  name: string;
  face: string;
  /** The line under the name: a signature, a state, or that somebody types. */
  line: string;
  /** Desktops have the tenant's second colour on the bar, and a button that puts the window down. */
  isDesktop: boolean;
  /** Each button stands only where it does something. */
  onBack: (() => void) | undefined;
  onHide: (() => void) | undefined;
  onEnd: (() => void) | undefined;
  /** Calls the agent: with a picture, or by voice alone. */
  onCall: ((isVideo: boolean) => void) | undefined;
  /** A call is under way: another cannot be begun, but the keyboard finds its way back here. */
  isOnCall: boolean;
  sound: { isOn: boolean; onToggle: () => void } | undefined;
};

/** Who the visitor talks to, on the tenant's colour. */
export function Header(props: HeaderProps) {
  const { name, face, line, isDesktop, onBack, onHide, onEnd, onCall, isOnCall, sound } = props;
  const { t } = useTranslation();
  return (
    <header className={clsx(styles.header, isDesktop && styles.wide)}>
      {onBack ? (
        <IconButton
          look="onAccent"
          label={t("header_back")}
          icon={<ArrowLeft size={22} className={styles.directed} />}
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
          icon={<LogOut size={20} className={styles.directed} />}
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
