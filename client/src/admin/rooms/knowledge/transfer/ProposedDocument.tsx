import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { plainText } from "../../../../lib/html";
import { Button } from "../../../../ui/Button";
import type { WebPage } from "../../../../wire/editing";
import { FieldFrame } from "../../../form/FieldFrame";
import { LineField } from "../../../form/LineField";
import { LazyEditor } from "../editor/LazyEditor";
import { directionOf } from "../languages";
import styles from "../lists.module.css";
import page from "./Transfer.module.css";

/** Words of two blocks must not run together in the excerpt. */
const BLOCK_ENDS = /<(\/(p|li|h\d|td|th|pre)|br)>/g;

type Proposal = WebPage["list"][number];

export type ProposedDocumentProps = {
  proposal: Proposal;
  lang: string;
  isBusy: boolean;
  onChange: (next: Proposal) => void;
  onRemove: () => void;
};

/** A document that is proposed for the import: its question and the beginning of its answer, or both to edit. */
export function ProposedDocument({ proposal, lang, isBusy, onChange, onRemove }: ProposedDocumentProps) {
  const { t } = useTranslation("admin");
  const [isOpen, setOpen] = useState(false);
  const { question, answer } = proposal;
  if (isOpen)
    return (
      <li className={page.proposal}>
        <LineField
          label={t("kb_question")}
          value={question}
          disabled={isBusy}
          onChange={(text) => onChange({ ...proposal, question: text })}
        />
        <FieldFrame label={t("kb_answer")} fault={undefined} isGroup>
          {() => (
            <LazyEditor
              label={t("kb_answer")}
              html={answer}
              direction={directionOf(lang)}
              isWrong={false}
              onChange={(html) => onChange({ ...proposal, answer: html })}
              onBlur={() => undefined}
            />
          )}
        </FieldFrame>
        <div className={styles.buttons}>
          <Button look="outline" onClick={() => setOpen(false)}>
            {t("kb_page_done")}
          </Button>
        </div>
      </li>
    );
  return (
    <li className={page.proposal}>
      <div className={page.proposalHead}>
        <span className={styles.name} dir="auto">
          {question}
        </span>
        <span className={page.proposalTools}>
          <Button
            look="quiet"
            icon={<Pencil size={16} />}
            aria-label={t("kb_page_edit", { question })}
            disabled={isBusy}
            onClick={() => setOpen(true)}
          />
          <Button
            look="quiet"
            icon={<Trash2 size={16} />}
            aria-label={t("kb_page_remove", { question })}
            disabled={isBusy}
            onClick={onRemove}
          />
        </span>
      </div>
      <p className={page.excerpt} dir="auto">
        {plainText(answer.replace(BLOCK_ENDS, " $&"))}
      </p>
    </li>
  );
}
