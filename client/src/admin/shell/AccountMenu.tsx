import { CircleUser, Languages, LogOut, SunMoon } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { useTranslation } from "react-i18next";
import index from "../../../../locales/index.json";
import { ACCOUNT_PAGE, keptLocale } from "../../desk/keeping";
import { localeOf } from "../../i18n/choose";
import { changeLocale } from "../../i18n/setup";
import { useSetAtom } from "../../state/jotai";
import { Avatar } from "../../ui/Avatar";
import type { SignedIn } from "../../wire/account";
import { signOutAtom } from "../session/session.atoms";
import styles from "./AccountMenu.module.css";
import { askBeforeAtom } from "./guard";
import { applyShade, keptShade, SHADES, type Shade, shadeOf } from "./shade";

/** Language, theme, and signing out. */
export function AccountMenu({ agent }: { agent: SignedIn }) {
  const { t, i18n } = useTranslation("admin");
  const signOut = useSetAtom(signOutAtom);
  const askBefore = useSetAtom(askBeforeAtom);
  const [shade, setShade] = useState<Shade>(keptShade());
  const speak = (code: string) => {
    const locale = localeOf(code);
    if (!locale) return;
    keptLocale.write(locale);
    void changeLocale(i18n, locale);
  };
  return (
    <DialogTrigger>
      <Button className={styles.button ?? ""} aria-label={t("account_menu", { name: agent.nick })}>
        <Avatar src={agent.face} name={agent.nick} size={32} />
      </Button>
      <Popover className={styles.popover ?? ""} placement="bottom end">
        <Dialog className={styles.panel ?? ""} aria-label={t("account_label")}>
          <p className={styles.name} dir="auto">
            {agent.nick}
          </p>
          <label className={styles.item}>
            <Languages size={18} aria-hidden />
            <span>{t("account_language")}</span>
            <select value={localeOf(i18n.language) ?? "en"} onChange={(event) => speak(event.target.value)}>
              {Object.entries(index).map(([code, { name }]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label className={styles.item}>
            <SunMoon size={18} aria-hidden />
            <span>{t("account_theme")}</span>
            <select
              value={shade}
              onChange={(event) => {
                const wanted = shadeOf(event.target.value);
                setShade(wanted);
                applyShade(wanted);
              }}
            >
              {SHADES.map((one) => (
                <option key={one} value={one}>
                  {t(`theme_${one}`)}
                </option>
              ))}
            </select>
          </label>
          <a href={`${ACCOUNT_PAGE}#next=/desk/admin/`} className={styles.item}>
            <CircleUser size={18} aria-hidden />
            <span>{t("own_title")}</span>
          </a>
          <button type="button" className={styles.item} onClick={() => askBefore(() => void signOut())}>
            <LogOut size={18} aria-hidden />
            <span>{t("account_sign_out")}</span>
          </button>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
