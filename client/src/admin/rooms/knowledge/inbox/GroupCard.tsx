import { MessageCircleQuestion, Plus, ThumbsDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../ui/Button";
import { When } from "../../../shell/When";
import { DocLink } from "../DocLink";
import { languageName } from "../languages";
import styles from "../lists.module.css";
import type { Titles } from "../useTitles";
import { AddToDocument } from "./AddToDocument";
import card from "./GroupCard.module.css";
import type { Group } from "./group";
import { useDismissal } from "./useDismissal";
import { WriteAnswer } from "./WriteAnswer";

/** One group of similar questions, with what can be done about it. */
export function GroupCard({ group, titles }: { group: Group; titles: Titles }) {
  const { t } = useTranslation("admin");
  const [open, setOpen] = useState<"write" | "add">();
  const { isDismissed, dismiss, undo } = useDismissal(group);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const taken = group.questions.filter((question) => !left.has(question));
  const lang = group.languages[0] ?? "";

  if (isDismissed) return <Dismissed name={group.question} onUndo={undo} />;
  return (
    <article className={styles.card} aria-label={group.question}>
      <div className={card.head}>
        <h2 className={card.question} dir="auto">
          {group.question}
        </h2>
        <p className={card.facts}>
          {group.unknown > 0 ? (
            <span className={card.fact}>
              <MessageCircleQuestion size={14} aria-hidden />
              {t("kb_inbox_unknown", { count: group.unknown })}
            </span>
          ) : null}
          {group.disliked > 0 ? (
            <span className={card.fact}>
              <ThumbsDown size={14} aria-hidden />
              {t("kb_inbox_disliked", { count: group.disliked })}
            </span>
          ) : null}
          <span>{group.languages.map((code) => languageName(code, t("kb_every_language"))).join(", ")}</span>
          <When at={group.newest} />
        </p>
      </div>
      {group.docs.length === 0 ? null : (
        <p className={styles.words}>
          {t("kb_inbox_not_helped")}{" "}
          {group.docs.map((doc) => (
            <span key={doc} className={card.doc}>
              <DocLink doc={doc} lang={lang} titles={titles} />
            </span>
          ))}
        </p>
      )}
      {group.questions.length < 2 ? null : (
        <fieldset className={card.wordings}>
          <legend className={styles.words}>{t("kb_inbox_wordings")}</legend>
          {group.questions.map((question) => (
            <label key={question} className={card.wording}>
              <input
                type="checkbox"
                checked={!left.has(question)}
                onChange={(event) => {
                  const next = new Set(left);
                  if (event.target.checked) next.delete(question);
                  else next.add(question);
                  setLeft(next);
                }}
              />
              <span dir="auto">{question}</span>
            </label>
          ))}
        </fieldset>
      )}
      {open === undefined ? (
        <div className={styles.buttons}>
          <Button look="soft" disabled={taken.length === 0} onClick={() => setOpen("write")}>
            {t("kb_inbox_write")}
          </Button>
          <Button
            look="outline"
            icon={<Plus size={16} />}
            disabled={taken.length === 0}
            onClick={() => setOpen("add")}
          >
            {t("kb_inbox_add")}
          </Button>
          <Button look="quiet" onClick={dismiss}>
            {t("kb_inbox_dismiss")}
          </Button>
        </div>
      ) : null}
      {open === "write" ? (
        <WriteAnswer group={group} questions={taken} onClose={() => setOpen(undefined)} />
      ) : null}
      {open === "add" ? (
        <AddToDocument group={group} questions={taken} onClose={() => setOpen(undefined)} />
      ) : null}
    </article>
  );
}

type DismissedProps = { name: string; onUndo: () => void };

function Dismissed({ name, onUndo }: DismissedProps) {
  const { t } = useTranslation("admin");
  return (
    <div className={card.dismissed} role="status">
      <span className={styles.words}>{t("kb_inbox_dismissed", { name })}</span>
      <Button look="quiet" size="small" autoFocus onClick={onUndo}>
        {t("undo")}
      </Button>
    </div>
  );
}
