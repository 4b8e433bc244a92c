import { Handle, type NodeProps, Position } from "@xyflow/react";
import { CircleAlert, Flag } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFlow } from "./context";
import { portsOf, sourceOf, stepOf } from "./flow";
import { ICONS } from "./kinds";
import styles from "./StepCard.module.css";

/** A step on the drawing: its kind, its first words, and a port for each way on. */
export function StepCard({ id, selected }: NodeProps) {
  const { t, i18n } = useTranslation("admin");
  const { drawn, problems, kindOf, wordsOf, portWords, visited } = useFlow();
  const step = stepOf(drawn, id);
  if (!step) return null;
  const Icon = ICONS[sourceOf(step)];
  const isMirrored = i18n.dir(i18n.language) === "rtl";
  const [inwards, outwards] = isMirrored ? [Position.Right, Position.Left] : [Position.Left, Position.Right];
  const own = problems.filter((one) => one.step === id);
  return (
    <div
      dir={i18n.dir(i18n.language)}
      className={styles.card}
      data-chosen={selected ? "" : undefined}
      data-wrong={own.length > 0 ? "" : undefined}
      data-visited={visited === id ? "" : undefined}
      data-kind={sourceOf(step)}
    >
      <Handle type="target" position={inwards} className={styles.handle} />
      <div className={styles.head}>
        <span className={styles.icon}>
          <Icon size={16} aria-hidden />
        </span>
        <span className={styles.kind}>{kindOf(step)}</span>
        {drawn.start === id ? (
          <span className={styles.first}>
            <Flag size={12} aria-hidden />
            {t("flow_start")}
          </span>
        ) : null}
        {visited === id ? <span className="visually-hidden">{t("flow_try_here")}</span> : null}
        {own.length > 0 ? (
          <span className={styles.mark} title={own.map((one) => one.message).join("\n")}>
            <CircleAlert size={16} aria-hidden />
            <span className="visually-hidden">{t("flow_step_wrong")}</span>
          </span>
        ) : null}
      </div>
      <p className={styles.words} dir="auto">
        {wordsOf(step) || t("flow_no_words")}
      </p>
      {portsOf(step).map((port) => (
        <div key={port.path} className={styles.port} data-open={port.target === "" ? "" : undefined}>
          <span className={styles.portWords} dir="auto">
            {portWords(step, port)}
          </span>
          <Handle type="source" id={port.path} position={outwards} className={styles.handle} />
        </div>
      ))}
    </div>
  );
}
