import { CircleUser, Keyboard, Languages, LogOut, Search, Volume2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import index from "../../../../locales/index.json";
import { localeOf } from "../../i18n/choose";
import { changeLocale } from "../../i18n/setup";
import { useSetAtom } from "../../state/jotai";
import { ACCOUNT_PAGE, keptLocale, keptSound } from "../keeping";
import { signOutAtom } from "../state/account.atoms";
import styles from "./MoreMenu.module.css";

/** Shows rare actions: commands, sound, language and sign-out. */
export function MoreMenu({ onPanel }: { onPanel: (panel: "commands" | "shortcuts") => void }) {
  const { t, i18n } = useTranslation("desk");
  const signOut = useSetAtom(signOutAtom);
  const [isSoundOn, setSoundOn] = useState(keptSound.read() !== "off");
  const speak = (code: string) => {
    const locale = localeOf(code);
    if (!locale) return;
    keptLocale.write(locale);
    void changeLocale(i18n, locale);
  };
  return (
    <>
      <button type="button" className={styles.item} onClick={() => onPanel("commands")}>
        <Search size={18} aria-hidden />
        <span>{t("menu_commands")}</span>
        <kbd>{t("key_commands")}</kbd>
      </button>
      <button type="button" className={styles.item} onClick={() => onPanel("shortcuts")}>
        <Keyboard size={18} aria-hidden />
        <span>{t("menu_shortcuts")}</span>
        <kbd>?</kbd>
      </button>
      <label className={styles.item}>
        <Volume2 size={18} aria-hidden />
        <span>{t("menu_sound")}</span>
        <input
          type="checkbox"
          checked={isSoundOn}
          onChange={(event) => {
            setSoundOn(event.target.checked);
            keptSound.write(event.target.checked ? "" : "off");
          }}
        />
      </label>
      <label className={styles.item}>
        <Languages size={18} aria-hidden />
        <span>{t("menu_language")}</span>
        <select value={localeOf(i18n.language) ?? "en"} onChange={(event) => speak(event.target.value)}>
          {Object.entries(index).map(([code, { name }]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <hr className={styles.line} />
      <a href={ACCOUNT_PAGE} className={styles.item}>
        <CircleUser size={18} aria-hidden />
        <span>{t("menu_account")}</span>
      </a>
      <button type="button" className={styles.item} onClick={() => void signOut()}>
        <LogOut size={18} aria-hidden />
        <span>{t("menu_sign_out")}</span>
      </button>
    </>
  );
}
