import {
  ChartColumn,
  CircleUser,
  Keyboard,
  Languages,
  Lightbulb,
  LogOut,
  Monitor,
  Search,
  SunMoon,
  Volume2,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { ACCOUNT_PAGE } from "../keeping";
import { actionOf } from "../keys/actions";
import { KeyCaps } from "../keys/KeyCaps";
import { panelAtom } from "../keys/panel.atoms";
import { LanguageOptions } from "../LanguageOptions";
import { SHADES, shadeOf } from "../shade";
import { signOutAtom } from "../state/account.atoms";
import { supervisesAtom } from "../state/agent.atoms";
import { shadeAtom, showShadeAtom, soundAtom, switchSoundAtom } from "../state/habits.atoms";
import { suggestsAtom, switchSuggestionsAtom } from "../state/suggestions.atoms";
import { useLanguage } from "../useLanguage";
import styles from "./MoreMenu.module.css";

/** Shows rare actions: commands, sound, language, theme and sign-out. */
export function MoreMenu() {
  const { t } = useTranslation("desk");
  const supervises = useAtomValue(supervisesAtom);
  const signOut = useSetAtom(signOutAtom);
  const setPanel = useSetAtom(panelAtom);
  const hasSound = useAtomValue(soundAtom);
  const switchSound = useSetAtom(switchSoundAtom);
  const shade = useAtomValue(shadeAtom);
  const show = useSetAtom(showShadeAtom);
  const suggests = useAtomValue(suggestsAtom);
  const suggest = useSetAtom(switchSuggestionsAtom);
  const { language, choose: speak } = useLanguage();
  return (
    <>
      {supervises ? (
        <>
          <Link href="/wall" className={styles.item}>
            <Monitor size={18} aria-hidden />
            <span>{t("wall_title")}</span>
          </Link>
          <Link href="/reports" className={styles.item}>
            <ChartColumn size={18} aria-hidden />
            <span>{t("reports_title")}</span>
          </Link>
          <hr className={styles.line} />
        </>
      ) : null}
      <button type="button" className={styles.item} onClick={() => setPanel({ kind: "palette" })}>
        <Search size={18} aria-hidden />
        <span>{t("menu_commands")}</span>
        <KeyCaps keys={actionOf("palette").keys ?? []} />
      </button>
      <button type="button" className={styles.item} onClick={() => setPanel({ kind: "sheet" })}>
        <Keyboard size={18} aria-hidden />
        <span>{t("menu_shortcuts")}</span>
        <KeyCaps keys={actionOf("sheet").keys?.slice(0, 1) ?? []} />
      </button>
      <label className={styles.item}>
        <Volume2 size={18} aria-hidden />
        <span>{t("menu_sound")}</span>
        <input type="checkbox" checked={hasSound} onChange={(event) => switchSound(event.target.checked)} />
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
      <label className={styles.item}>
        <SunMoon size={18} aria-hidden />
        <span>{t("menu_theme")}</span>
        <select value={shade} onChange={(event) => show(shadeOf(event.target.value))}>
          {SHADES.map((one) => (
            <option key={one} value={one}>
              {t(`theme_${one}`)}
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
