import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Select } from "../../../../ui/Input";
import { RichText } from "../../../../ui/RichText";
import type { Thing } from "../../../../wire/things";
import common from "../../../common.module.css";
import { textOf } from "../../../things/kinds";
import { directionOf, languageName } from "../languages";
import lists from "../lists.module.css";
import { pages } from "../paths";
import { useRobot } from "../robot";
import styles from "./DocumentPage.module.css";

/** The document in another language, to read while this one is written. */
export function Beside({ lang, versions }: { lang: string; versions: readonly Thing[] }) {
  const { t } = useTranslation("admin");
  const { robotNo } = useRobot();
  const others = versions.filter((one) => textOf(one, "lang") !== lang);
  const [wanted, setWanted] = useState<string>();
  const shown = others.find((one) => textOf(one, "lang") === wanted) ?? others[0];
  if (!shown) return null;
  const code = textOf(shown, "lang");
  const similar = Array.isArray(shown.similar) ? shown.similar.map(String) : [];
  return (
    <aside aria-label={t("kb_beside")} className={styles.beside}>
      <div className={styles.head}>
        <span className={styles.choose}>
          <Select
            aria-label={t("kb_beside")}
            value={code}
            onChange={(event) => setWanted(event.target.value)}
          >
            {others.map((one) => (
              <option key={textOf(one, "lang")} value={textOf(one, "lang")}>
                {languageName(textOf(one, "lang"), t("kb_every_language"))}
              </option>
            ))}
          </Select>
        </span>
        <Link href={pages.document(robotNo, textOf(shown, "docId"), code)} className={lists.link ?? ""}>
          {t("kb_beside_edit")}
        </Link>
      </div>
      <div dir={directionOf(code)} className={styles.check}>
        <p className={styles.question}>{textOf(shown, "question")}</p>
        <RichText html={textOf(shown, "answer")} />
        {similar.length === 0 ? null : (
          <>
            <p className={common.note}>{t("kb_similar")}</p>
            <ul className={styles.similar}>
              {similar.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </aside>
  );
}
