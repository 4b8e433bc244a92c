import { Settings2, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton";
import common from "../../common.module.css";
import { useFlow } from "./context";
import { sourceOf, stepOf } from "./flow";
import { ICONS } from "./kinds";
import panel from "./panel.module.css";
import { FlowFields, StepActions, StepFields } from "./StepFields";
import styles from "./StepPanel.module.css";

/** The chosen step's fields beside the drawing; without one, the flow's own. */
export function StepPanel({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation("admin");
  const { drawn, kindOf, chosen, choose } = useFlow();
  const step = stepOf(drawn, chosen);
  const Icon = step ? ICONS[sourceOf(step)] : Settings2;
  const title = step ? kindOf(step) : t("flow_settings");
  return (
    <section aria-label={title} className={panel.panel} data-panel="">
      <header className={panel.head}>
        <Icon size={18} aria-hidden />
        <h2 className={panel.title}>{title}</h2>
        {step ? (
          <>
            <StepActions step={step} />
            <IconButton label={t("flow_step_close")} icon={<X size={18} />} onClick={() => choose("")} />
          </>
        ) : null}
      </header>
      <div className={styles.body} key={chosen} data-step={chosen}>
        {step ? (
          <>
            <p className={common.quiet}>{t(`flow_kind_${sourceOf(step)}_help`)}</p>
            <StepFields step={step} />
          </>
        ) : (
          <FlowFields isNew={isNew} />
        )}
      </div>
    </section>
  );
}
