import { Workflow } from "lucide-react";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import type * as v from "valibot";
import { Link } from "wouter";
import { Pill } from "../../../../ui/Pill";
import { RichText } from "../../../../ui/RichText";
import type { explained } from "../../../../wire/admin";
import common from "../../../common.module.css";
import { pageOf } from "../../../things/kinds";
import { languageName } from "../languages";
import styles from "../lists.module.css";
import { pages } from "../paths";
import { useRobot } from "../robot";
import { Teach } from "./Teach";
import page from "./Try.module.css";

export type Told = v.InferOutput<typeof explained>;
export type Asked = { question: string; lang: string };

const TONES = { answer: "good", guide: "new", unknown: "urgent" } as const;

/** The reply that a visitor would get, and every document that was considered. */
export function Explanation({ asked, told }: { asked: Asked; told: Told }) {
  const { t } = useTranslation("admin");
  return (
    <div className={styles.stack}>
      <section className={styles.card} aria-label={t("kb_try_reply")}>
        <p className={styles.buttons}>
          <Pill text={t(`kb_kind_${told.kind}`)} tone={TONES[told.kind]} />
          <span className={styles.words}>
            {t(`kb_kind_${told.kind}_why`, {
              score: percent(told.score),
              answer: told.answerFrom,
              suggest: told.suggestFrom,
            })}
          </span>
        </p>
        {told.learned ? null : <p className={styles.words}>{t("kb_try_learning")}</p>}
        {told.flow === "" ? null : (
          <p className={page.flow}>
            <Workflow size={16} aria-hidden />
            <span>
              {t("kb_try_flow")}{" "}
              <Link href={pageOf("flows", told.flow)} className={styles.link ?? ""}>
                {told.flow}
              </Link>
            </span>
          </p>
        )}
        {told.answer === "" ? null : (
          <div className={page.bubble} dir="auto">
            <RichText html={told.answer} />
          </div>
        )}
        {told.suggestions.length === 0 ? null : (
          <>
            <p className={styles.words}>{t("kb_try_suggests")}</p>
            <ul className={common.wrap}>
              {told.suggestions.map((one) => (
                <li key={one.doc} className={page.suggestion} dir="auto">
                  {one.question}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <Considered asked={asked} told={told} />
    </div>
  );
}

function Considered({ asked, told }: { asked: Asked; told: Told }) {
  const { t } = useTranslation("admin");
  const { robotNo } = useRobot();
  if (told.considered.length === 0)
    return (
      <p className={styles.words}>
        {t("kb_considered_none")}{" "}
        <Link href={pages.newDocument(robotNo)} state={{ question: asked.question }}>
          {t("kb_considered_write")}
        </Link>
      </p>
    );
  return (
    <section className={styles.stack} aria-labelledby="kb-considered">
      <h2 id="kb-considered" className={styles.heading}>
        {t("kb_considered")}
      </h2>
      <p className={styles.words}>
        {t("kb_considered_text", { answer: told.answerFrom, suggest: told.suggestFrom })}
      </p>
      <ol className={styles.rows}>
        {told.considered.map((one) => (
          <li key={`${one.doc}/${one.language}`} className={page.considered}>
            <div className={page.what}>
              <Link href={pages.document(robotNo, one.doc, one.language)} className={page.link ?? ""}>
                <bdi>{one.question}</bdi>
              </Link>
              <span className={styles.words}>
                {languageName(one.language, t("kb_every_language"))} · {t(whyKey(one.why))}
              </span>
            </div>
            <div className={page.score}>
              <span className={page.bar} aria-hidden="true">
                <span
                  className={page.fill}
                  data-level={levelOf(one.score, told)}
                  style={{ "--share": `${percent(one.score)}%` } as CSSProperties}
                />
              </span>
              <span className={page.percent}>{t("kb_score", { score: percent(one.score) })}</span>
            </div>
            {told.kind === "answer" && one.doc === told.doc && one.why === "wordForWord" ? null : (
              <Teach question={asked.question} doc={one} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function percent(score: number): number {
  return Math.round(score * 100);
}

function levelOf(score: number, told: Told): "answer" | "guide" | "unknown" {
  if (percent(score) >= told.answerFrom) return "answer";
  return percent(score) >= told.suggestFrom ? "guide" : "unknown";
}

function whyKey(why: string) {
  switch (why) {
    case "clicked":
      return "kb_why_clicked" as const;
    case "wordForWord":
      return "kb_why_words" as const;
    case "otherLanguage":
      return "kb_why_other" as const;
    default:
      return "kb_why_alike" as const;
  }
}
