import { useTranslation } from "react-i18next";
import { FieldFrame } from "../../../form/FieldFrame";
import { useLocalText } from "../../../form/fields/useLocalText";
import { ALL } from "../../../form/localText";
import type { AdminKey } from "../../../form/specs";
import { LazyEditor } from "../../knowledge/editor/LazyEditor";
import { directionOf } from "../../knowledge/languages";

/** What a step says, as rich text in each language; the server sanitises it. */
export function RichTextField({ path, help }: { path: string; help: AdminKey }) {
  const { t } = useTranslation("admin");
  const label = t("flow_text");
  const { text, write, chosen, fault, blur, tabs } = useLocalText(path, label);
  return (
    <FieldFrame label={label} help={t(help)} fault={fault} aside={tabs} isGroup>
      {() => (
        <LazyEditor
          // Each language has an undo of its own.
          key={chosen}
          label={label}
          html={text}
          direction={chosen === ALL ? "auto" : directionOf(chosen)}
          isWrong={fault !== undefined}
          onChange={write}
          onBlur={blur}
        />
      )}
    </FieldFrame>
  );
}
