import { useState } from "react";
import { useTranslation } from "react-i18next";
import { keptSound } from "../../desk/keeping";
import { LanguageOptions } from "../../desk/LanguageOptions";
import { useLanguage } from "../../desk/useLanguage";
import { Select } from "../../ui/Input";
import { FieldFrame } from "../form/FieldFrame";
import { Card } from "../shell/Card";
import { ShadeOptions, useShade } from "../shell/ShadeOptions";
import styles from "./account.module.css";

/** Language, theme and sounds of this browser. */
export function Settings() {
  const { t } = useTranslation("admin");
  const { language, choose: speak } = useLanguage();
  const { shade, choose: show } = useShade();
  const [isSoundOn, setSoundOn] = useState(keptSound.read() !== "off");
  return (
    <Card id="settings" title={t("own_settings")} text={t("own_settings_text")}>
      <div className={styles.form}>
        <FieldFrame label={t("account_language")} fault={undefined}>
          {(frame) => (
            <Select {...frame} value={language} onChange={(event) => speak(event.target.value)}>
              <LanguageOptions />
            </Select>
          )}
        </FieldFrame>
        <FieldFrame label={t("account_theme")} fault={undefined}>
          {(frame) => (
            <Select {...frame} value={shade} onChange={(event) => show(event.target.value)}>
              <ShadeOptions />
            </Select>
          )}
        </FieldFrame>
        <label className={styles.setting}>
          <input
            type="checkbox"
            checked={isSoundOn}
            onChange={(event) => {
              setSoundOn(event.target.checked);
              keptSound.write(event.target.checked ? "" : "off");
            }}
          />
          {t("own_sound")}
        </label>
      </div>
    </Card>
  );
}
