import { Plus, Workflow } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useAtomValue } from "../../../state/jotai";
import { Button } from "../../../ui/Button";
import { Empty } from "../../../ui/Empty";
import { Pill } from "../../../ui/Pill";
import type { Thing } from "../../../wire/things";
import { Row } from "../../list/Rows";
import { SearchedRows } from "../../list/SearchedRows";
import { ownerAtom } from "../../session/session.atoms";
import { Page } from "../../shell/Page";
import { draftKey, readDraft } from "../../things/drafts";
import { pageOf, textOf } from "../../things/kinds";
import { useRemove } from "../../things/useRemove";
import { useThings } from "../../things/useThings";
import { wordsIn } from "../../things/words";
import { recordsOf } from "./flow";

/** Sentences shown of each flow. */
const TRIGGERS_SHOWN = 2;

/** The shop's flows. Without any, the page says what a flow is for. */
export function FlowList() {
  const { t, i18n } = useTranslation("admin");
  const [, goTo] = useLocation();
  const { things: robots = [] } = useThings("robots");
  const remove = useRemove("flows");

  const rowOf = (flow: Thing) => {
    const id = textOf(flow, "flowId");
    const name = wordsIn(flow.name, i18n.language) || id;
    const robot = robots.find((one) => textOf(one, "robotNo") === textOf(flow, "robotNo"));
    const triggers: unknown[] = Array.isArray(flow.triggers) ? flow.triggers : [];
    const said = triggers.slice(0, TRIGGERS_SHOWN).map((one) => wordsIn(one, i18n.language));
    const facts = [
      wordsIn(robot?.robotName, i18n.language) || textOf(flow, "robotNo"),
      t("flow_steps_count", { count: recordsOf(flow.nodes).length }),
      ...said,
    ];
    return (
      <Row
        key={id}
        to={pageOf("flows", id)}
        name={name}
        note={facts.join(" · ")}
        pill={<State flow={id} isStarted={triggers.length > 0} />}
        onRemove={() => remove(flow, name)}
      />
    );
  };
  const add = (
    <Button look="primary" icon={<Plus size={18} />} onClick={() => goTo("/flows/new")}>
      {t("flow_new")}
    </Button>
  );
  return (
    <Page title={t("room_flows")} text={t("flows_text")} action={add}>
      <SearchedRows
        kind="flows"
        label={t("room_flows")}
        empty={
          <Empty icon={<Workflow size={28} />} title={t("flows_empty_title")} text={t("flows_empty_text")}>
            <Button look="soft" onClick={() => goTo("/flows/new/order")}>
              {t("flows_empty_example")}
            </Button>
          </Empty>
        }
      >
        {rowOf}
      </SearchedRows>
    </Page>
  );
}

/** Whether visitors' words start the flow, or it has changes that are not saved. */
function State({ flow, isStarted }: { flow: string; isStarted: boolean }) {
  const { t } = useTranslation("admin");
  const owner = useAtomValue(ownerAtom);
  if (readDraft(draftKey(owner, "flows", flow))) return <Pill text={t("flow_state_draft")} tone="busy" />;
  if (isStarted) return <Pill text={t("flow_state_live")} tone="good" />;
  return <Pill text={t("flow_state_menu")} tone="over" />;
}
