import { ChevronRight, CircleAlert, Flag, Settings2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFlow } from "./context";
import { idOf, type Step, sourceOf, walkOf } from "./flow";
import { ICONS } from "./kinds";
import { FlowFields, StepActions, StepFields } from "./StepFields";
import styles from "./StepList.module.css";
import { Ways } from "./Ways";

/** The same flow as headings and fields, in the order that a visitor meets the steps. */
export function StepList({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation("admin");
  const { drawn, problems } = useFlow();
  const [isOpen, setOpen] = useState(isNew);
  const isWrong = problems.some((one) => one.step === "");
  return (
    <div className={styles.list}>
      <section className={styles.item} data-step="">
        <Heading
          icon={<Settings2 size={18} aria-hidden />}
          isOpen={isOpen}
          isWrong={isWrong}
          onToggle={() => setOpen(!isOpen)}
        >
          <span className={styles.kind}>{t("flow_settings")}</span>
        </Heading>
        {isOpen ? <FlowFields isNew={isNew} /> : null}
      </section>
      <ol className={styles.list} aria-label={t("flow_steps")}>
        {walkOf(drawn).map((step) => (
          <Item key={idOf(step)} step={step} />
        ))}
      </ol>
    </div>
  );
}

function Item({ step }: { step: Step }) {
  const { t } = useTranslation("admin");
  const { drawn, problems, kindOf, wordsOf, chosen, choose, visited } = useFlow();
  const item = useRef<HTMLLIElement>(null);
  const id = idOf(step);
  const isOpen = chosen === id;
  const Icon = ICONS[sourceOf(step)];

  useEffect(() => {
    if (isOpen) item.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);

  return (
    <li ref={item} className={styles.item} data-step={id} data-visited={visited === id ? "" : undefined}>
      <Heading
        icon={<Icon size={18} aria-hidden />}
        isOpen={isOpen}
        isWrong={problems.some((one) => one.step === id)}
        onToggle={() => choose(isOpen ? "" : id)}
      >
        <span className={styles.kind}>
          {kindOf(step)}
          {drawn.start === id ? (
            <span className={styles.first}>
              <Flag size={12} aria-hidden />
              {t("flow_start")}
            </span>
          ) : null}
          {visited === id ? <span className="visually-hidden">{t("flow_try_here")}</span> : null}
        </span>
        <span className={styles.words} dir="auto">
          {wordsOf(step) || t("flow_no_words")}
        </span>
      </Heading>
      {isOpen ? (
        <>
          <StepActions step={step} />
          <StepFields step={step} />
        </>
      ) : (
        <Ways step={step} />
      )}
    </li>
  );
}

type HeadingProps = {
  icon: ReactNode;
  isOpen: boolean;
  isWrong: boolean;
  onToggle: () => void;
  children: ReactNode;
};

function Heading({ icon, isOpen, isWrong, onToggle, children }: HeadingProps) {
  const { t } = useTranslation("admin");
  return (
    <h2 className={styles.heading}>
      <button type="button" aria-expanded={isOpen} className={styles.head} onClick={onToggle}>
        {icon}
        <span className={styles.names}>{children}</span>
        {isWrong ? (
          <span className={styles.wrong}>
            <CircleAlert size={16} aria-hidden />
            <span className="visually-hidden">{t("flow_step_wrong")}</span>
          </span>
        ) : null}
        <ChevronRight size={16} aria-hidden className={styles.arrow} />
      </button>
    </h2>
  );
}
