import { CircleUser, Languages, LogOut, SunMoon } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { useTranslation } from "react-i18next";
import { ACCOUNT_PAGE } from "../../desk/keeping";
import { LanguageOptions } from "../../desk/LanguageOptions";
import { useLanguage } from "../../desk/useLanguage";
import { useSetAtom } from "../../state/jotai";
import { Avatar } from "../../ui/Avatar";
import type { SignedIn } from "../../wire/account";
import { signOutAtom } from "../session/session.atoms";
import styles from "./AccountMenu.module.css";
import { askBeforeAtom } from "./guard";
import { ShadeOptions, useShade } from "./ShadeOptions";

/** Language, theme, and signing out. */
export function AccountMenu({ agent }: { agent: SignedIn }) {
  const { t } = useTranslation("admin");
  const signOut = useSetAtom(signOutAtom);
  const askBefore = useSetAtom(askBeforeAtom);
  const { language, choose: speak } = useLanguage();
  const { shade, choose: show } = useShade();
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
            <select value={language} onChange={(event) => speak(event.target.value)}>
              <LanguageOptions />
            </select>
          </label>
          <label className={styles.item}>
            <SunMoon size={18} aria-hidden />
            <span>{t("account_theme")}</span>
            <select value={shade} onChange={(event) => show(event.target.value)}>
              <ShadeOptions />
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
