import { useTranslation } from "react-i18next";
import { useField, useValues } from "../../../form/editor";
import { FieldFrame } from "../../../form/FieldFrame";
import { LazyEditor } from "../editor/LazyEditor";
import { directionOf } from "../languages";

/** The answer as rich text; the server sanitises it. */
export function AnswerField({ path }: { path: string }) {
  const { t } = useTranslation("admin");
  const { value, change, fault, blur } = useField(path);
  const lang = useValues("").lang;
  return (
    <FieldFrame label={t("kb_answer")} help={t("kb_answer_help")} fault={fault} isGroup>
      {() => (
        <LazyEditor
          label={t("kb_answer")}
          html={typeof value === "string" ? value : ""}
          direction={directionOf(typeof lang === "string" ? lang : "")}
          isWrong={fault !== undefined}
          onChange={change}
          onBlur={blur}
        />
      )}
    </FieldFrame>
  );
}
