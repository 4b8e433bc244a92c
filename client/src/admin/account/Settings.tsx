import { useState } from "react";
import { useTranslation } from "react-i18next";
import index from "../../../../locales/index.json";
import { keptLocale, keptSound } from "../../desk/keeping";
import { localeOf } from "../../i18n/choose";
import { changeLocale } from "../../i18n/setup";
import { Select } from "../../ui/Input";
import { FieldFrame } from "../form/FieldFrame";
import { Card } from "../shell/Card";
import { applyShade, keptShade, SHADES, shadeOf } from "../shell/shade";
import styles from "./account.module.css";

/** Language, theme and sounds of this browser. */
export function Settings() {
  const { t, i18n } = useTranslation("admin");
  const [shade, setShade] = useState(keptShade);
  const [isSoundOn, setSoundOn] = useState(keptSound.read() !== "off");
  return (
    <Card id="settings" title={t("own_settings")} text={t("own_settings_text")}>
      <div className={styles.form}>
        <FieldFrame label={t("account_language")} fault={undefined}>
          {(frame) => (
            <Select
              {...frame}
              value={localeOf(i18n.language) ?? "en"}
              onChange={(event) => {
                const locale = localeOf(event.target.value);
                if (!locale) return;
                keptLocale.write(locale);
                void changeLocale(i18n, locale);
              }}
            >
              {Object.entries(index).map(([code, { name }]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </FieldFrame>
        <FieldFrame label={t("account_theme")} fault={undefined}>
          {(frame) => (
            <Select
              {...frame}
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
