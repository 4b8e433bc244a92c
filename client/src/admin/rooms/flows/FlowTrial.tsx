import { CornerDownLeft, RotateCcw, Undo2, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton";
import { Input } from "../../../ui/Input";
import { Skeleton } from "../../../ui/Skeleton";
import common from "../../common.module.css";
import { LanguageSelect } from "../../form/LanguageSelect";
import { Alert } from "../../shell/Alert";
import { Trouble } from "../../shell/Trouble";
import { refusalOf } from "../../things/refusals";
import { troubleWords } from "../../things/troubleWords";
import { useFlow } from "./context";
import styles from "./FlowTrial.module.css";
import { stepOf } from "./flow";
import { Pretend } from "./Pretend";
import panel from "./panel.module.css";
import { TrialAnswer } from "./TrialAnswer";
import type { TrialStep } from "./trialSteps";
import { type Act, useTrial } from "./useTrial";

/** Protocol, 'Sizes and times', flows/try. */
const WORDS_MAX = 400;

type FlowTrialProps = { onPlace: (id: string) => void; onClose: () => void };

/** A talk with the flow as it is drawn, saved or not. Nothing is stored, and no service is called. */
export function FlowTrial({ onPlace, onClose }: FlowTrialProps) {
  const { t, i18n } = useTranslation("admin");
  const { problems } = useFlow();
  const [lang, setLang] = useState(i18n.language);
  const { acts, steps, error, isFetching, retry, act, back, restart, replies, pretend } = useTrial(lang);
  const end = useRef<HTMLDivElement>(null);
  const last = steps.at(-1);
  const place = last ? last.lostAt || last.nodeId : "";

  useEffect(() => {
    onPlace(place);
  }, [place, onPlace]);
  useEffect(() => () => onPlace(""), [onPlace]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the talk has grown
  useEffect(() => {
    end.current?.scrollIntoView?.({ block: "nearest" });
  }, [steps.length]);

  return (
    <section aria-label={t("flow_try")} className={panel.panel}>
      <header className={panel.head}>
        <h2 className={panel.title}>{t("flow_try")}</h2>
        <IconButton
          label={t("flow_try_back")}
          icon={<Undo2 size={18} />}
          disabled={acts.length === 0}
          onClick={back}
        />
        <IconButton
          label={t("flow_try_restart")}
          icon={<RotateCcw size={18} />}
          disabled={acts.length === 0}
          onClick={restart}
        />
        <IconButton label={t("flow_try_close")} icon={<X size={18} />} onClick={onClose} />
      </header>
      <div className={styles.talk} role="log" aria-label={t("flow_try_talk")} aria-busy={isFetching}>
        <p className={common.note}>{t("flow_try_text")}</p>
        <LanguageSelect
          aria-label={t("kb_try_language")}
          value={lang}
          onChoose={setLang}
          first={t("kb_try_own_language")}
        />
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
          <Said key={at} text={acts[at - 1]?.text} step={step} isLast={at === acts.length} onAct={act}>
            {step.requests.map((id) => (
              <Pretend key={id} step={id} reply={replies[id]} onReply={(reply) => pretend(id, reply, at)} />
            ))}
          </Said>
        ))}
        {isFetching && steps.length === 0 ? <Skeleton width="100%" height="72px" /> : null}
        {error && problems.length > 0 ? <Alert text={t("flow_try_problems")} isSmall /> : null}
        {error && problems.length === 0 ? (
          <Trouble text={troubleWords(t, refusalOf(error))} onRetry={retry} />
        ) : null}
        <div ref={end} />
      </div>
      <Write isBlocked={!last || isFetching} onAct={act} />
    </section>
  );
}

type SaidProps = {
  text: string | undefined;
  step: TrialStep;
  isLast: boolean;
  onAct: (act: Act) => void;
  /** The services that would have been asked. */
  children: ReactNode;
};

/** What the visitor did, and what the robot said then. */
function Said({ text, step, isLast, onAct, children }: SaidProps) {
  const { t } = useTranslation("admin");
  const { drawn, titleOf } = useFlow();
  const nameOf = (id: string) => {
    const found = stepOf(drawn, id);
    return found ? titleOf(found) : id;
  };
  return (
    <div className={styles.said}>
      {text === undefined ? null : (
        <p className={styles.own} dir="auto">
          {text}
        </p>
      )}
      {children}
      {step.answers.map((answer, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: replies do not move
        <TrialAnswer key={at} answer={answer} nodeId={step.nodeId} isLast={isLast} onAct={onAct} />
      ))}
      {step.expected ? null : <p className={common.note}>{t("flow_try_left")}</p>}
      {step.lostAt ? <Alert text={t("flow_try_lost", { step: nameOf(step.lostAt) })} isSmall /> : null}
      {isLast && !step.lostAt && step.expected && step.awaits === "nothing" ? (
        <p className={common.note}>{t("flow_try_end")}</p>
      ) : null}
    </div>
  );
}

/** Where the visitor's text is typed. No `<form>`, because the flow's page is one, and forms cannot be nested. */
function Write({ isBlocked, onAct }: { isBlocked: boolean; onAct: (act: Act) => void }) {
  const { t } = useTranslation("admin");
  const [typed, setTyped] = useState("");
  const send = () => {
    const text = typed.trim();
    if (text === "" || isBlocked) return;
    onAct({ wire: { text }, text });
    setTyped("");
  };
  return (
    <div className={styles.write}>
      <Input
        aria-label={t("flow_try_words")}
        placeholder={t("flow_try_words")}
        autoComplete="off"
        maxLength={WORDS_MAX}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <IconButton
        label={t("flow_try_send")}
        icon={<CornerDownLeft size={18} className="mirrored" />}
        disabled={isBlocked || typed.trim() === ""}
        onClick={send}
      />
    </div>
  );
}
