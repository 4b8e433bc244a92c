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
import { type Example, useExample } from "./example";
import { FlowEditor } from "./FlowEditor";
import { DRAWN_FIELDS, FLOW_FIELDS, FLOW_ID } from "./specs";

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

/** A flow that is not stored yet; it may begin as the example. */
export function NewFlowPage({ isExample = false }: { isExample?: boolean }) {
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
      <NewFlow robot={robot ? textOf(robot, "robotNo") : ""} isExample={isExample} />
    </Page>
  );
}

function NewFlow({ robot, isExample }: { robot: string; isExample: boolean }) {
  const example = useExample();
  const [blank] = useState(() => blankFlow(robot));
  const open = useOpenSaved("flows");
  return (
    <ThingForm isWide kind="flows" thing={blank} draftName="new" fields={FIELDS} onSaved={open}>
      {isExample ? <Begin with={example} /> : null}
      <FlowEditor flow="new" isNew />
    </ThingForm>
  );
}

/** Fills the form with the example, unless it holds a draft from before. */
function Begin({ with: example }: { with: Example }) {
  const { setValue, getValues } = useFormContext<FieldValues>();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    // The form takes the thing's values over first.
    queueMicrotask(() => {
      if (getValues("nodes").length > 2) return;
      for (const [field, value] of Object.entries(example)) setValue(field, value, { shouldDirty: true });
    });
  }, [example, getValues, setValue]);
  return null;
}

function blankFlow(robot: string): Thing {
  return {
    version: 0,
    flowId: `flow-${newId().slice(0, 6)}`,
    robotNo: robot,
    name: "",
    triggers: [],
    start: "text-1",
    nodes: [
      { nodeId: "text-1", replySource: "TEXT_REPLY", answer: "", next: "end-2" },
      { nodeId: "end-2", replySource: "END", answer: "" },
    ],
  };
}
