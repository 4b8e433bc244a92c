import { useTranslation } from "react-i18next";
import { languageTag } from "../../i18n/tags";
import { useAtomValue } from "../../state/jotai";
import { PRIORITIES } from "../../wire/item";
import { type Choice, type Offer, useOffers } from "../keys/offers.atoms";
import { servicesAtom } from "../state/services";
import { dueTimes } from "./items";
import { dayAndTime, statusesOf } from "./itemWords";
import type { PlanningProps } from "./Planning";
import { useAssignees } from "./useAssignees";

/** `state` says whose plan it is: how many are chosen, or who left the open one. */
export type PlanOffersSetup = Omit<PlanningProps, "isDisabled"> & { state: string };

const DUE_WORDS = {
  today: "item_due_today",
  tomorrow: "item_due_tomorrow",
  inWeek: "item_due_in_week",
} as const;

/** Offers what the fields of a plan do: who does something, how urgent it is, by when, and its status. */
export function usePlanOffers(setup: PlanOffersSetup | undefined): void {
  const { t } = useTranslation("desk");
  const agents = useAssignees();
  const dueChoices = useDueChoices();
  const offer = (choices: (setup: PlanOffersSetup) => readonly Choice[]): Offer | undefined =>
    setup && { state: setup.state, choices: () => choices(setup) };
  useOffers({
    assign: offer(({ plan, onChange }) =>
      [...agents, { id: "", nick: "", name: t("item_nobody") }].map(({ id, nick, name }) => ({
        key: id || "nobody",
        name,
        isOff: plan?.agentId === id,
        run: () => onChange({ assignee: { id, name: nick } }),
      })),
    ),
    setPriority: offer(({ plan, onChange }) =>
      PRIORITIES.map((priority) => ({
        key: priority,
        name: t(`item_priority_${priority}`),
        isOff: plan?.priority === priority,
        run: () => onChange({ priority }),
      })),
    ),
    setDue: offer(dueChoices),
    setItemStatus: offer(({ plan, kind, onChange }) =>
      statusesOf(kind).map((status) => ({
        key: status,
        name: t(`item_status_${status}`),
        isOff: plan?.status === status,
        run: () => onChange({ status }),
      })),
    ),
  });
}

/** Times that are often meant, none, or the field for any other time. */
function useDueChoices() {
  const { t, i18n } = useTranslation("desk");
  const { clock } = useAtomValue(servicesAtom);
  return ({ plan, onChange }: PlanOffersSetup): readonly Choice[] => [
    ...dueTimes(clock.now()).map(({ when, at }) => ({
      key: when,
      name: t(DUE_WORDS[when]),
      note: dayAndTime(at, languageTag(i18n.language)),
      run: () => onChange({ due: at }),
    })),
    {
      key: "other",
      name: t("item_due_other"),
      run: () =>
        document.querySelector<HTMLElement>(`[data-plan="${plan ? "one" : "many"}"] [data-due]`)?.focus(),
    },
    { key: "none", name: t("item_due_remove"), isOff: plan?.due === 0, run: () => onChange({ due: 0 }) },
  ];
}
