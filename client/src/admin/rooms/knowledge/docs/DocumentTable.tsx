import { Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { plainText } from "../../../../lib/html";
import { IconButton } from "../../../../ui/IconButton";
import type { Thing } from "../../../../wire/things";
import { keyOf, textOf } from "../../../things/kinds";
import { languageName } from "../languages";
import { pages } from "../paths";
import { useRobot } from "../robot";
import styles from "./DocumentTable.module.css";
import { useRemoveDocument } from "./useRemoveDocument";

/** Documents as rows; a row opens its document. */
export function DocumentTable({ docs }: { docs: readonly Thing[] }) {
  const { t } = useTranslation("admin");
  const { robotNo } = useRobot();
  const { ask, isAsking, question: asked } = useRemoveDocument();
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("kb_question")}</th>
            <th scope="col" className={styles.language}>
              {t("kb_language")}
            </th>
            <th scope="col" className={styles.similar}>
              {t("kb_similar_short")}
            </th>
            <th scope="col" className={styles.last}>
              <span className="visually-hidden">{t("kb_actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {docs.map((doc) => {
            const question = textOf(doc, "question");
            const lang = textOf(doc, "lang");
            return (
              <tr key={keyOf("docs", doc)}>
                <td>
                  <Link
                    href={pages.document(robotNo, textOf(doc, "docId"), lang)}
                    className={styles.open ?? ""}
                  >
                    <span className={styles.question} dir="auto">
                      {question}
                    </span>
                    <span className={styles.answer} dir="auto">
                      {plainText(
                        textOf(doc, "answer").replaceAll(/<(?:br|\/p|\/li|\/h\d|\/td)\b[^>]*>/gi, "$& "),
                      )}
                    </span>
                  </Link>
                </td>
                <td className={styles.language}>{languageName(lang, t("kb_every_language"))}</td>
                <td className={styles.similar}>{Array.isArray(doc.similar) ? doc.similar.length : 0}</td>
                <td className={styles.last}>
                  <span className={styles.remove}>
                    <IconButton
                      label={t("kb_delete", { name: question })}
                      icon={<Trash2 size={16} />}
                      disabled={isAsking}
                      onClick={() => ask(doc)}
                    />
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {asked}
    </>
  );
}
