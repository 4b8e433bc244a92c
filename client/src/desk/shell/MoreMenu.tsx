import { CircleUser, Keyboard, Languages, Lightbulb, LogOut, Search, Volume2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { ACCOUNT_PAGE, keptSound } from "../keeping";
import { LanguageOptions } from "../LanguageOptions";
import { signOutAtom } from "../state/account.atoms";
import { suggestsAtom, switchSuggestionsAtom } from "../state/suggestions.atoms";
import { useLanguage } from "../useLanguage";
import styles from "./MoreMenu.module.css";

/** Shows rare actions: commands, sound, language and sign-out. */
export function MoreMenu({ onPanel }: { onPanel: (panel: "commands" | "shortcuts") => void }) {
  const { t } = useTranslation("desk");
  const signOut = useSetAtom(signOutAtom);
  const [isSoundOn, setSoundOn] = useState(keptSound.read() !== "off");
  const suggests = useAtomValue(suggestsAtom);
  const suggest = useSetAtom(switchSuggestionsAtom);
  const { language, choose: speak } = useLanguage();
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
        <Lightbulb size={18} aria-hidden />
        <span>{t("suggested")}</span>
        <input type="checkbox" checked={suggests} onChange={(event) => suggest(event.target.checked)} />
      </label>
      <label className={styles.item}>
        <Languages size={18} aria-hidden />
        <span>{t("menu_language")}</span>
        <select value={language} onChange={(event) => speak(event.target.value)}>
          <LanguageOptions />
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
