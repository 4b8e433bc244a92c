import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { Select } from "../../../../ui/Input";
import type { Thing } from "../../../../wire/things";
import common from "../../../common.module.css";
import { textOf } from "../../../things/kinds";
import { CODES, languageName } from "../languages";
import { EVERY, pages } from "../paths";
import { useRobot } from "../robot";
import styles from "./DocumentPage.module.css";

export type DocumentLanguagesProps = { docId: string; lang: string; versions: readonly Thing[] };

/** The languages of a document, and another one to add. */
export function DocumentLanguages({ docId, lang, versions }: DocumentLanguagesProps) {
  const { t } = useTranslation("admin");
  const [, navigate] = useLocation();
  const { robotNo } = useRobot();
  const stored = versions.map((one) => textOf(one, "lang"));
  const shown = stored.includes(lang) ? stored : [...stored, lang];
  const missing = ["", ...CODES].filter((code) => !shown.includes(code));
  return (
    <nav aria-label={t("kb_doc_languages")} className={common.row}>
      {shown.map((code) => (
        <Link
          key={code}
          href={pages.document(robotNo, docId, code)}
          aria-current={code === lang ? "page" : undefined}
          className={styles.language ?? ""}
        >
          {languageName(code, t("kb_every_language"))}
        </Link>
      ))}
      <span className={styles.add}>
        <Select
          aria-label={t("language_add")}
          value=""
          onChange={(event) =>
            navigate(pages.document(robotNo, docId, event.target.value === EVERY ? "" : event.target.value))
          }
        >
          <option value="">{t("language_add")}</option>
          {missing.map((code) => (
            <option key={code} value={code || EVERY}>
              {languageName(code, t("kb_every_language"))}
            </option>
          ))}
        </Select>
      </span>
    </nav>
  );
}
