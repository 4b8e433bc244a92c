import { CornerDownLeft, Languages, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import index from "../../../../locales/index.json";
import { isBlank } from "../../lib/text";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { IconButton } from "../../ui/IconButton";
import {
  draftLanguageAtom,
  dropDraftHelpAtom,
  openDraftHelpAtom,
  translateDraftAtom,
} from "../state/help.atoms";
import styles from "./DraftHelp.module.css";

export type DraftHelpProps = { draft: string; onUse: (text: string) => void };

/** Offers the draft in the visitor's language, while the conversation is translated. */
export function DraftHelp({ draft, onUse }: DraftHelpProps) {
  const { t } = useTranslation("desk");
  const language = useAtomValue(draftLanguageAtom);
  const help = useAtomValue(openDraftHelpAtom);
  const translate = useSetAtom(translateDraftAtom);
  const drop = useSetAtom(dropDraftHelpAtom);
  if (language === undefined || isBlank(draft)) return null;
  const name = index[language].name;
  // A translation of an older draft is none of this one.
  const helped = help?.of === draft ? help.helped : undefined;
  if (helped?.phase === "here")
    return (
      <section className={styles.help} aria-label={t("draft_in", { language: name })}>
        <p className={styles.words} dir="auto" lang={language}>
          {helped.text}
        </p>
        <Button
          look="soft"
          size="small"
          icon={<CornerDownLeft size={14} aria-hidden />}
          onClick={() => {
            drop();
            onUse(helped.text);
          }}
        >
          {t("draft_use")}
        </Button>
        <IconButton label={t("draft_drop")} icon={<X size={16} />} onClick={() => drop()} />
      </section>
    );
  return (
    <div className={styles.row}>
      <Button
        look="quiet"
        size="small"
        icon={<Languages size={14} aria-hidden />}
        isBusy={helped?.phase === "asking"}
        onClick={() => void translate(draft)}
      >
        {t("draft_in", { language: name })}
      </Button>
      {helped?.phase === "failed" ? <p role="alert">{t(`help_${helped.trouble}`)}</p> : null}
    </div>
  );
}
