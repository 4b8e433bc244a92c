import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { ApiError } from "../../../../api/http";
import { newId } from "../../../../lib/newId";
import { isRecord } from "../../../../lib/record";
import { Button } from "../../../../ui/Button";
import { showToast } from "../../../../ui/toast";
import type { Thing } from "../../../../wire/things";
import { Fields } from "../../../form/Fields";
import { ThingForm } from "../../../form/ThingForm";
import { MissingPage } from "../../../shell/MissingPage";
import { Page } from "../../../shell/Page";
import { PageSkeleton } from "../../../shell/PageSkeleton";
import { Trouble } from "../../../shell/Trouble";
import { keyOf, textOf } from "../../../things/kinds";
import { useThing, useThings } from "../../../things/useThings";
import styles from "../lists.module.css";
import { pages } from "../paths";
import { useRobot } from "../robot";
import { WorseDialog } from "../trial/WorseDialog";
import { Beside } from "./Beside";
import { CheckChange } from "./CheckChange";
import { DocumentLanguages } from "./DocumentLanguages";
import page from "./DocumentPage.module.css";
import { DOCUMENT_FIELDS, NEW_DOCUMENT_FIELDS } from "./specs";
import { useRemoveDocument } from "./useRemoveDocument";
import { Versions } from "./Versions";

export type DocumentPageProps = {
  /** Empty for a new document. */
  docId: string;
  lang: string;
};

/** One document in one language, with its other languages beside it. */
export default function DocumentPage({ docId, lang }: DocumentPageProps) {
  const { t, i18n } = useTranslation("admin");
  const { robotNo, name } = useRobot();
  const isNew = docId === "";
  const { data, error, refetch } = useThing("docs", isNew ? undefined : { robotNo, docId, lang });
  const { things: versions } = useThings("docs", { robotNo, docId: docId || "-" });
  const others = isNew ? [] : (versions ?? []).filter((one) => textOf(one, "docId") === docId);
  const isMissing = error instanceof ApiError && error.kind === "notFound";
  const back = { to: pages.documents(robotNo), name: t("kb_documents_of", { name }) };

  if (isMissing && versions && others.length === 0) return <MissingPage />;
  // A document that exists in other languages gets this one by saving.
  const isTranslation = isMissing && others.length > 0;
  const doc = isNew || isTranslation ? undefined : data;
  if (!isNew && !isTranslation && !doc)
    return error && !isMissing ? (
      <Trouble text={t("trouble_unreachable")} onRetry={() => void refetch()} />
    ) : (
      <PageSkeleton />
    );
  return (
    <Page
      title={doc ? textOf(doc, "question") : isTranslation ? t("kb_doc_translate") : t("kb_doc_new")}
      back={back}
    >
      <div className={page.columns}>
        <div className={styles.stack}>
          {isNew ? null : <DocumentLanguages docId={docId} lang={lang} versions={others} />}
          <DocumentForm
            key={`${docId}/${lang}`}
            doc={doc ?? { ...blank(robotNo, i18n.language), ...(isNew ? {} : { docId, lang }) }}
            isNew={isNew}
          />
        </div>
        {others.some((one) => textOf(one, "lang") !== lang) ? (
          <Beside key={lang} lang={lang} versions={others} />
        ) : null}
      </div>
    </Page>
  );
}

function blank(robotNo: string, lang: string): Thing {
  const state: unknown = history.state;
  const question = isRecord(state) && typeof state.question === "string" ? state.question : "";
  return {
    version: 0,
    robotNo,
    docId: `doc-${newId().slice(0, 8)}`,
    lang,
    question,
    similar: [],
    answer: "",
  };
}

function DocumentForm({ doc, isNew }: { doc: Thing; isNew: boolean }) {
  const { t } = useTranslation("admin");
  const [, navigate] = useLocation();
  const { robotNo } = useRobot();
  const { ask, isAsking, question } = useRemoveDocument(() => navigate(pages.documents(robotNo)));
  const [start] = useState(doc);
  const [saved, setSaved] = useState<Thing>();

  // After the form has noticed that nothing is unsaved.
  useEffect(() => {
    if (!saved) return;
    showToast("success", t("saved"));
    const page = pages.document(robotNo, textOf(saved, "docId"), textOf(saved, "lang"));
    if (isNew) navigate(page, { replace: true });
  }, [saved, isNew, navigate, robotNo, t]);

  const isStored = doc.version > 0;
  const fields = isNew ? NEW_DOCUMENT_FIELDS : DOCUMENT_FIELDS;
  return (
    <ThingForm
      kind="docs"
      thing={isStored ? doc : start}
      draftName={isNew ? `${robotNo}/new` : keyOf("docs", doc)}
      fields={fields}
      onSaved={setSaved}
      whenWorse={(report, force, forget) => <WorseDialog report={report} onForce={force} onClose={forget} />}
    >
      <Fields fields={fields} />
      <div className={styles.buttons}>
        <CheckChange />
        {isStored ? <Versions doc={doc} /> : null}
        {isStored ? (
          <Button look="quiet" icon={<Trash2 size={16} />} isBusy={isAsking} onClick={() => ask(doc)}>
            {t("kb_doc_delete")}
          </Button>
        ) : null}
      </div>
      {question}
    </ThingForm>
  );
}
