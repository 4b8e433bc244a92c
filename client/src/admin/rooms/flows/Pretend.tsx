import { PlugZap } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../../lib/record";
import { Input } from "../../../ui/Input";
import common from "../../common.module.css";
import { valueAt } from "../../things/paths";
import { useFlow } from "./context";
import { stepOf } from "./flow";
import styles from "./Pretend.module.css";

type Reply = Readonly<Record<string, string>> | undefined;

export type PretendProps = {
  /** The id of the step that asks its service. */
  step: string;
  /** What the service answers; it fails without it. */
  reply: Reply;
  onReply: (reply: Reply) => void;
};

/** Chooses what the service of a step pretends to answer. It is never called in a trial. */
export function Pretend({ step: id, reply, onReply }: PretendProps) {
  const { t } = useTranslation("admin");
  const { drawn, titleOf } = useFlow();
  const group = useId();
  const step = stepOf(drawn, id);
  const takes = step && valueAt(step, "request.takes");
  const fields = isRecord(takes) ? Object.keys(takes) : [];
  const blank = () => Object.fromEntries(fields.map((field) => [field, ""]));
  const choice = (isAnswer: boolean, text: string) => (
    <label className={styles.choice}>
      <input
        type="radio"
        name={group}
        checked={(reply !== undefined) === isAnswer}
        onChange={() => onReply(isAnswer ? blank() : undefined)}
      />
      {text}
    </label>
  );
  return (
    <fieldset className={styles.pretend}>
      <legend className={styles.title}>
        <PlugZap size={14} aria-hidden />
        <span dir="auto">{t("flow_try_request", { step: step ? titleOf(step) : id })}</span>
      </legend>
      <div className={styles.choices}>
        {choice(true, t("flow_pretend_answer"))}
        {choice(false, t("flow_pretend_failure"))}
      </div>
      {reply === undefined
        ? null
        : fields.map((field) => (
            <div key={field} className={styles.field}>
              <label htmlFor={`${group}-${field}`}>
                <code dir="ltr">{field}</code>
              </label>
              <Input
                id={`${group}-${field}`}
                value={reply[field] ?? ""}
                autoComplete="off"
                onChange={(event) => onReply({ ...reply, [field]: event.target.value })}
              />
            </div>
          ))}
      {reply !== undefined && fields.length === 0 ? (
        <p className={common.quiet}>{t("flow_pretend_no_fields")}</p>
      ) : null}
    </fieldset>
  );
}
