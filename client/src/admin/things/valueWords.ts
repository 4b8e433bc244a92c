import { isRecord } from "../../lib/record";

/** A value as people can compare it: texts by language, anything else as it is written. */
export function valueWords(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "object") return String(value);
  if (isRecord(value) && Object.values(value).every((one) => typeof one === "string"))
    return Object.entries(value)
      .map(([code, text]) => `${code}: ${String(text)}`)
      .join("\n");
  return JSON.stringify(value, null, 1)
    .replaceAll(/["{}[\],]/g, "")
    .replaceAll(/\n\s*\n+/g, "\n")
    .trim();
}
