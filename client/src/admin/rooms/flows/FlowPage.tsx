import { useEffect, useRef, useState } from "react";
import { type FieldValues, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { newId } from "../../../lib/newId";
import type { Thing } from "../../../wire/things";
import { ThingForm } from "../../form/ThingForm";
import { Page } from "../../shell/Page";
import { PageSkeleton } from "../../shell/PageSkeleton";
import { textOf } from "../../things/kinds";
import { OneThing } from "../../things/OneThing";
import { useOpenSaved } from "../../things/useOpenSaved";
import { useThings } from "../../things/useThings";
import { wordsIn } from "../../things/words";
import { FlowEditor } from "./FlowEditor";
import { draftName } from "./StarterPage";
import { DRAWN_FIELDS, FLOW_FIELDS, FLOW_ID } from "./specs";
import { type Filled, type Starter, useStarter } from "./starters";

const FIELDS = [...FLOW_FIELDS, FLOW_ID, ...DRAWN_FIELDS];

/** A stored flow. */
export function FlowPage({ flow }: { flow: string }) {
  const { t, i18n } = useTranslation("admin");
  return (
    <OneThing kind="flows" name={{ flowId: flow }}>
      {(thing) => (
        <Page
          isWide
          title={wordsIn(thing.name, i18n.language) || flow}
          text={t("flow_page_text")}
          back={{ to: "/flows", name: t("room_flows") }}
        >
          <ThingForm isWide kind="flows" thing={thing} draftName={flow} fields={FIELDS}>
            <FlowEditor flow={flow} isNew={false} />
          </ThingForm>
        </Page>
      )}
    </OneThing>
  );
}

/** A flow that is not stored yet. */
export function NewFlowPage({ starter }: { starter: Starter }) {
  const { t } = useTranslation("admin");
  const robots = useThings("robots");
  if (robots.isPending) return <PageSkeleton />;
  const [robot] = robots.things ?? [];
  return (
    <Page
      isWide
      title={t("flow_new")}
      text={t("flow_page_text")}
      back={{ to: "/flows", name: t("room_flows") }}
    >
      <NewFlow robot={robot ? textOf(robot, "robotNo") : ""} starter={starter} />
    </Page>
  );
}

function NewFlow({ robot, starter }: { robot: string; starter: Starter }) {
  const filled = useStarter(starter);
  const empty = useStarter("empty");
  const [blank] = useState<Thing>(() => ({
    version: 0,
    flowId: `flow-${newId().slice(0, 6)}`,
    robotNo: robot,
    ...empty,
  }));
  const open = useOpenSaved("flows");
  const draft = draftName(starter);
  return (
    <ThingForm isWide kind="flows" thing={blank} draftName={draft} fields={FIELDS} onSaved={open}>
      {starter === "empty" ? null : <Begin with={filled} />}
      <FlowEditor flow={draft} isNew />
    </ThingForm>
  );
}

/** Fills the form as the starter does, unless it holds a draft from before. */
function Begin({ with: filled }: { with: Filled }) {
  const { setValue, getValues } = useFormContext<FieldValues>();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    // The form takes the thing's values over first.
    queueMicrotask(() => {
      if (getValues("nodes").length > 2) return;
      for (const [field, value] of Object.entries(filled)) setValue(field, value, { shouldDirty: true });
    });
  }, [filled, getValues, setValue]);
  return null;
}
