import { useTranslation } from "react-i18next";
import { Select } from "../../../ui/Input";
import { FieldFrame } from "../../form/FieldFrame";
import { stepsOf } from "../../things/paths";
import { useFlow } from "./context";
import { idOf, type Port, portsOf, type Step } from "./flow";
import styles from "./Ways.module.css";

/** The choice that makes a new step. No step has a space in its name. */
const NEW = " new";

/** Where a step leads: one list of steps for each way on. */
export function Ways({ step }: { step: Step }) {
  const { t } = useTranslation("admin");
  const { drawn, problems, portWords } = useFlow();
  const ports = portsOf(step);
  const at = drawn.nodes.indexOf(step);
  const faultAt = (port: Port) =>
    problems.find((one) => stepsOf(one.field).join(".") === stepsOf(`nodes[${at}].${port.path}`).join("."))
      ?.message;
  if (ports.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a heading stands above the lists, not a legend
    <div role="group" aria-label={t("flow_ways")} className={styles.ways} data-ways="">
      <p className={styles.title}>{t("flow_ways")}</p>
      {ports.map((port) => (
        <FieldFrame key={port.path} label={portWords(step, port)} fault={faultAt(port)}>
          {(control) => (
            <TargetSelect control={control} from={{ id: idOf(step), port: port.path }} target={port.target} />
          )}
        </FieldFrame>
      ))}
    </div>
  );
}

type TargetSelectProps = {
  control: object;
  from: { id: string; port: string };
  target: string;
};

function TargetSelect({ control, from, target }: TargetSelectProps) {
  const { t } = useTranslation("admin");
  const { drawn, apply, askToAdd, titleOf } = useFlow();
  const isKnown = target === "" || drawn.nodes.some((step) => idOf(step) === target);
  return (
    <Select
      {...control}
      value={target}
      onChange={(event) => {
        const to = event.target.value;
        if (to === NEW) askToAdd(from);
        else apply({ do: "connect", from, to });
      }}
    >
      <option value="">{t("flow_next_none")}</option>
      {isKnown ? null : <option value={target}>{target}</option>}
      {drawn.nodes.map((step) => (
        <option key={idOf(step)} value={idOf(step)}>
          {titleOf(step)}
        </option>
      ))}
      <option value={NEW}>{t("flow_next_new")}</option>
    </Select>
  );
}
