import { useQuery } from "@tanstack/react-query";
import { MessageCircleQuestion } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../../state/jotai";
import { Button } from "../../../../ui/Button";
import { Empty } from "../../../../ui/Empty";
import { Skeleton } from "../../../../ui/Skeleton";
import { explained } from "../../../../wire/admin";
import { FieldFrame } from "../../../form/FieldFrame";
import { LanguageSelect } from "../../../form/LanguageSelect";
import { LineField } from "../../../form/LineField";
import { submits } from "../../../form/submits";
import { useFaultWords } from "../../../form/useFaultWords";
import { adminApiAtom } from "../../../session/services";
import { Trouble } from "../../../shell/Trouble";
import { type Fault, refusalOf } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import styles from "../lists.module.css";
import { useRobot } from "../robot";
import { Section } from "../Section";
import { Explanation } from "./Explanation";
import page from "./Try.module.css";

/** Time between two looks while the robot learns. */
const LEARNING_MS = 1500;

const NO_FAULTS: readonly Fault[] = [];

/** Asks the robot as a visitor would, and explains the reply. Nothing is stored. */
export default function TryPage() {
  const { t, i18n } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const { robotNo } = useRobot();
  const [typed, setTyped] = useState("");
  const [lang, setLang] = useState(i18n.language);
  const [asked, setAsked] = useState({ question: "", lang: "", times: 0 });
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["ask", robotNo, asked],
    queryFn: ({ signal }) =>
      api.call("robot/ask", { robotNo, question: asked.question, lang: asked.lang }, explained, { signal }),
    enabled: asked.question !== "",
    refetchInterval: ({ state }) => (state.data && !state.data.learned ? LEARNING_MS : false),
    gcTime: 0,
  });
  const refusal = error && !data ? refusalOf(error) : undefined;
  const faults = useFaultWords(refusal?.kind === "faults" ? refusal.faults : NO_FAULTS);
  const fault = faults.find((one) => one.field === "question")?.message;
  return (
    <Section text={t("kb_try_text")}>
      <form
        className={styles.tools}
        onSubmit={submits(() => setAsked({ question: typed.trim(), lang, times: asked.times + 1 }))}
      >
        <div className={styles.search}>
          <LineField
            label={t("kb_try_question")}
            fault={fault}
            value={typed}
            maxLength={1000}
            placeholder={t("kb_try_example")}
            autoComplete="off"
            onChange={setTyped}
          />
        </div>
        <div className={styles.filter}>
          <FieldFrame label={t("kb_try_language")} fault={undefined}>
            {(control) => (
              <LanguageSelect {...control} value={lang} onChoose={setLang} first={t("kb_try_own_language")} />
            )}
          </FieldFrame>
        </div>
        <span className={page.ask}>
          <Button look="primary" type="submit" disabled={typed.trim() === ""} isBusy={isFetching && !data}>
            {t("kb_try_ask")}
          </Button>
        </span>
      </form>
      {asked.question === "" ? (
        <Empty
          icon={<MessageCircleQuestion size={28} />}
          title={t("kb_try_empty")}
          text={t("kb_try_empty_text")}
        />
      ) : null}
      <div aria-live="polite">
        {data ? <Explanation asked={asked} told={data} /> : null}
        {isFetching && !data ? <Skeleton width="100%" height="220px" /> : null}
      </div>
      {refusal && fault === undefined ? (
        <Trouble text={troubleWords(t, refusal)} onRetry={() => void refetch()} />
      ) : null}
    </Section>
  );
}
