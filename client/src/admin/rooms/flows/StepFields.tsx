import { CopyPlus, Flag, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton";
import { Fields } from "../../form/Fields";
import { useFlow } from "./context";
import { idOf, type Step, sourceOf } from "./flow";
import { freeId } from "./flowEdit";
import { ID_WORDS } from "./kinds";
import styles from "./StepFields.module.css";
import { FLOW_FIELDS, FLOW_ID, FLOW_ID_FIXED, fieldsOf } from "./specs";
import { Ways } from "./Ways";

/** The fields of a step, and where it leads. */
export function StepFields({ step }: { step: Step }) {
  const { drawn } = useFlow();
  return (
    <div className={styles.fields}>
      <Fields fields={fieldsOf(step)} within={`nodes[${drawn.nodes.indexOf(step)}]`} />
      <Ways step={step} />
    </div>
  );
}

/** What can be done with a whole step. */
export function StepActions({ step }: { step: Step }) {
  const { t } = useTranslation("admin");
  const { drawn, apply, titleOf } = useFlow();
  const name = titleOf(step);
  return (
    <span className={styles.actions}>
      <IconButton
        label={t("flow_step_first", { name })}
        icon={<Flag size={16} />}
        disabled={drawn.start === idOf(step)}
        onClick={() => apply({ do: "start", id: idOf(step) })}
      />
      <IconButton
        label={t("flow_step_copy", { name })}
        icon={<CopyPlus size={16} />}
        onClick={() => apply({ do: "copy", id: idOf(step), as: freeId(drawn, ID_WORDS[sourceOf(step)]) })}
      />
      <IconButton
        label={t("flow_step_remove", { name })}
        icon={<Trash2 size={16} />}
        onClick={() => apply({ do: "remove", id: idOf(step) })}
      />
    </span>
  );
}

/** The fields of the flow itself. */
export function FlowFields({ isNew }: { isNew: boolean }) {
  return (
    <div className={styles.fields}>
      <Fields fields={[...FLOW_FIELDS, isNew ? FLOW_ID : FLOW_ID_FIXED]} />
    </div>
  );
}
