import { useTranslation } from "react-i18next";
import styles from "./KeyCaps.module.css";
import { capsOf } from "./press";

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Shows the keys of an action as caps. Keys that are pressed one after the other stand apart. */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation("desk");
  const names = {
    mod: t("key_ctrl"),
    alt: t("key_alt"),
    shift: t("key_shift"),
    Enter: t("key_enter"),
    Escape: t("key_escape"),
  };
  return (
    <span className={styles.keys} dir="ltr">
      {keys.map((written, at) => (
        <span key={written} className={styles.way}>
          {at > 0 ? <span className={styles.or}>{t("key_or")}</span> : null}
          {capsOf(written, names, isApple).map((caps, step) => (
            <span key={caps.join()} className={styles.press}>
              {step > 0 ? <span className={styles.or}>{t("key_then")}</span> : null}
              {caps.map((cap) => (
                <kbd key={cap} className={styles.cap}>
                  {cap}
                </kbd>
              ))}
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}
