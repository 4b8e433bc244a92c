import { useState } from "react";
import { useTranslation } from "react-i18next";
import { applyShade, keptShade, SHADES, shadeOf } from "../../desk/shade";

/** The options of a select: as the device, light, dark. */
export function ShadeOptions() {
  const { t } = useTranslation("admin");
  return SHADES.map((shade) => (
    <option key={shade} value={shade}>
      {t(`theme_${shade}`)}
    </option>
  ));
}

/** The page's shade, and what changes it for this browser. */
export function useShade() {
  const [shade, setShade] = useState(keptShade);
  const choose = (value: string) => {
    const wanted = shadeOf(value);
    setShade(wanted);
    applyShade(wanted);
  };
  return { shade, choose };
}
