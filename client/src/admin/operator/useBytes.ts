import { useTranslation } from "react-i18next";
import { languageTag } from "../../i18n/tags";

const UNITS = ["kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Writes a number of bytes in the page's language and a unit that suits it. */
export function useBytes(): (bytes: number) => string {
  const { i18n } = useTranslation();
  return (bytes) => {
    const power = bytes < 1000 ? 1 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length);
    const unit = UNITS[power - 1] ?? "kilobyte";
    const format = { style: "unit", unit, unitDisplay: "short", maximumSignificantDigits: 3 } as const;
    return new Intl.NumberFormat(languageTag(i18n.language), format).format(bytes / 1000 ** power);
  };
}
