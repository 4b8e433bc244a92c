import { useTranslation } from "react-i18next";
import { languageTag } from "../../i18n/tags";
import type { Division, ReportRow } from "../../wire/report";
import { useSpan } from "../wall/useSpan";
import { kindOf, type Measure } from "./measures";

const NONE = "–";

/** Returns how numbers, shares, spans and rows are written in the agent's language. */
export function useFormats() {
  const { t, i18n } = useTranslation("desk");
  const language = languageTag(i18n.language);
  const span = useSpan();
  const whole = new Intl.NumberFormat(language);
  const tenths = new Intl.NumberFormat(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  const signed = new Intl.NumberFormat(language, {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay: "exceptZero",
  });
  const day = new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "short",
    weekday: "short",
    timeZone: "UTC",
  });
  return {
    count: (value: number) => whole.format(value),
    span: (value: number | undefined) => (value === undefined ? NONE : span(value)),
    stars: (value: number | undefined) => (value === undefined ? NONE : tenths.format(value)),
    share: (value: number | undefined) => (value === undefined ? NONE : percent.format(value)),
    change: (value: number | undefined) => (value === undefined ? "" : signed.format(value)),
    of: (measure: Measure, value: number | undefined) => {
      if (value === undefined) return NONE;
      const kind = kindOf(measure);
      if (kind === "span") return span(value);
      return kind === "stars" ? tenths.format(value) : whole.format(value);
    },
    row: (by: Division, row: Pick<ReportRow, "key" | "name">) => {
      if (by === "day") return day.format(Date.parse(row.key));
      if (by === "hour") return t("report_hour", { hour: row.key });
      return row.name || row.key || t(`report_none_${by}`);
    },
  };
}
