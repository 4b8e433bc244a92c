import { useTranslation } from "react-i18next";
import type { FieldSpec } from "./specs";

/** A field's label and help in the reader's language. */
export function useSpecWords(spec: Pick<FieldSpec, "label" | "help">): {
  label: string;
  help: string | undefined;
} {
  const { t } = useTranslation("admin");
  return { label: t(spec.label), help: spec.help ? t(spec.help) : undefined };
}
