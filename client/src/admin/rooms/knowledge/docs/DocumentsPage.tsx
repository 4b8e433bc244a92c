import { Plus, Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "../../../../ui/Button";
import { Empty } from "../../../../ui/Empty";
import { Filter, ListTools } from "../../../list/ListTools";
import { useThings } from "../../../things/useThings";
import { ListStates } from "../ListStates";
import { CODES, languageName } from "../languages";
import styles from "../lists.module.css";
import { EVERY, pages } from "../paths";
import { useRobot } from "../robot";
import { Section } from "../Section";
import { DocumentTable } from "./DocumentTable";
import { FirstDocuments } from "./FirstDocuments";

/** A robot's documents: search, a language, and page by page. */
export default function DocumentsPage() {
  const { t } = useTranslation("admin");
  const { robotNo } = useRobot();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const [language, setLanguage] = useState("");
  const search = useDeferredValue(typed.trim());
  const filters = { robotNo, search, lang: language };
  const query = useThings("docs", filters);
  const { things: docs, hasNextPage } = query;
  const every = t("kb_every_language");
  const languages = [
    { value: EVERY, name: every },
    ...CODES.map((code) => ({ value: code, name: languageName(code, every) })),
  ];
  const isFiltered = search !== "" || language !== "";
  const create = (
    <Button look="primary" icon={<Plus size={16} />} onClick={() => navigate(pages.newDocument(robotNo))}>
      {t("kb_doc_new")}
    </Button>
  );
  return (
    <Section text={t("kb_documents_text")} action={create}>
      {docs?.length === 0 && !isFiltered && !hasNextPage ? (
        <FirstDocuments />
      ) : (
        <div className={styles.stack}>
          <ListTools label={t("kb_search_example")} search={typed} onSearch={setTyped}>
            <Filter label={t("kb_language")} value={language} options={languages} onChange={setLanguage} />
          </ListTools>
          {docs && docs.length > 0 ? <DocumentTable docs={docs} /> : null}
          {docs?.length === 0 && !hasNextPage ? (
            <Empty icon={<Search size={28} />} title={t("kb_found_none")} text={t("kb_found_none_text")}>
              <Button
                look="outline"
                onClick={() => {
                  setTyped("");
                  setLanguage("");
                }}
              >
                {t("kb_search_clear")}
              </Button>
            </Empty>
          ) : null}
          <ListStates query={query} height="280px" shown={t("kb_shown", { count: docs?.length ?? 0 })} />
        </div>
      )}
    </Section>
  );
}
