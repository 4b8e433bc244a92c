import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Skeleton } from "../../../../ui/Skeleton";
import { FieldFrame } from "../../../form/FieldFrame";
import { useLocalText } from "../../../form/fields/useLocalText";
import { ALL } from "../../../form/localText";
import type { AdminKey } from "../../../form/specs";
import { directionOf } from "../../knowledge/languages";

// The editor weighs more than the rest of the room.
const RichEditor = lazy(() => import("../../knowledge/editor/RichEditor"));

/** What a step says, as rich text in each language; the server sanitises it. */
export function RichTextField({ path, help }: { path: string; help: AdminKey }) {
  const { t } = useTranslation("admin");
  const label = t("flow_text");
  const { text, write, chosen, fault, blur, tabs } = useLocalText(path, label);
  return (
    <FieldFrame label={label} help={t(help)} fault={fault} aside={tabs} isGroup>
      {() => (
        <Suspense
          fallback={
            <span data-loading="">
              <Skeleton width="100%" height="160px" />
            </span>
          }
        >
          <RichEditor
            // Each language has an undo of its own.
            key={chosen}
            label={label}
            html={text}
            direction={chosen === ALL ? "auto" : directionOf(chosen)}
            isWrong={fault !== undefined}
            onChange={write}
            onBlur={blur}
          />
        </Suspense>
      )}
    </FieldFrame>
  );
}
