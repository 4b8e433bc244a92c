import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ItemChange } from "../../api/items";
import { IconButton } from "../../ui/IconButton";
import { Input } from "../../ui/Input";
import { type Item, PRIORITIES, STATUSES } from "../../wire/item";
import { Choice, Labelled } from "../search/Choice";
import { fieldOf, timeOf } from "./items";
import { statusesOf } from "./itemWords";
import styles from "./Planning.module.css";
import { useAssignees } from "./useAssignees";

export type PlanningProps = {
  /** What is planned; undefined for several items, whose plans differ. */
  plan: Pick<Item, "agentId" | "agentName" | "priority" | "due" | "status"> | undefined;
  kind: Item["kind"];
  isDisabled: boolean;
  onChange: (change: ItemChange) => void;
};

/** The value of a list that changes nothing. */
const SAME = "=";

/** Chooses who does something, how urgent it is, by when, and its status. */
export function Planning({ plan, kind, isDisabled, onChange }: PlanningProps) {
  const { t } = useTranslation("desk");
  const agents = useAssignees();
  // An agent who is not among them keeps the name.
  const isOther = plan && plan.agentId !== "" && !agents.some(({ id }) => id === plan.agentId);
  const assignees = isOther
    ? [...agents, { id: plan.agentId, nick: plan.agentName, name: plan.agentName }]
    : agents;
  const same = plan ? [] : ([[SAME, t("items_same")]] as const);
  const statuses = statusesOf(kind);
  const isOddStatus = plan && !statuses.some((it) => it === plan.status);
  return (
    <div className={styles.planning} data-plan={plan ? "one" : "many"}>
      <Choice
        label={t("item_assignee")}
        value={plan ? plan.agentId : SAME}
        isDisabled={isDisabled}
        onValue={(id) => {
          const name = assignees.find((it) => it.id === id)?.nick ?? "";
          if (id !== SAME) onChange({ assignee: { id, name } });
        }}
        options={[...same, ["", t("item_nobody")], ...assignees.map(({ id, name }) => [id, name] as const)]}
      />
      <Choice
        label={t("item_priority")}
        value={plan ? plan.priority : SAME}
        isDisabled={isDisabled}
        onValue={(text) => {
          const priority = PRIORITIES.find((it) => it === text);
          if (priority) onChange({ priority });
        }}
        options={[...same, ...PRIORITIES.map((it) => [it, t(`item_priority_${it}`)] as const)]}
      />
      <Choice
        label={t("item_status")}
        value={plan ? plan.status : SAME}
        isDisabled={isDisabled}
        onValue={(text) => {
          const status = STATUSES.find((it) => it === text);
          if (status) onChange({ status });
        }}
        options={[
          ...same,
          ...(isOddStatus ? [[plan.status, t(`item_status_${plan.status}`)] as const] : []),
          ...statuses.map((it) => [it, t(`item_status_${it}`)] as const),
        ]}
      />
      <DueField due={plan?.due ?? 0} isDisabled={isDisabled} onDue={(due) => onChange({ due })} />
    </div>
  );
}

type DueFieldProps = { due: number; isDisabled: boolean; onDue: (due: number) => void };

/** The platform's own field for day and time. It is applied when it is left, so that typing sends no half times. */
function DueField({ due, isDisabled, onDue }: DueFieldProps) {
  const { t } = useTranslation("desk");
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const apply = () => {
    const at = timeOf(typed ?? "");
    if (typed !== undefined && at !== due && (at !== 0 || typed === "")) onDue(at);
    setTyped(undefined);
  };
  return (
    <Labelled label={t("item_due")}>
      {(id) => (
        <span className={styles.due}>
          <Input
            id={id}
            type="datetime-local"
            data-due
            disabled={isDisabled}
            value={typed ?? fieldOf(due)}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={apply}
            onKeyDown={(event) => {
              if (event.key === "Enter") apply();
            }}
          />
          {due === 0 ? null : (
            <IconButton
              label={t("item_due_remove")}
              icon={<X size={16} />}
              onClick={() => {
                setTyped(undefined);
                onDue(0);
              }}
            />
          )}
        </span>
      )}
    </Labelled>
  );
}
