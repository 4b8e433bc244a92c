import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "../../../ui/Button";
import type { Thing } from "../../../wire/things";
import { Groups } from "../../form/Fields";
import { ThingForm } from "../../form/ThingForm";
import { Card } from "../../shell/Card";
import { Page } from "../../shell/Page";
import { textOf } from "../../things/kinds";
import { OneThing } from "../../things/OneThing";
import { useOpenSaved } from "../../things/useOpenSaved";
import { useRemove } from "../../things/useRemove";
import { Access } from "./Access";
import { AGENT, newAgent } from "./fields";

const FIELDS = AGENT.flatMap((group) => group.fields);

/** One agent; `new` is one who does not exist yet. */
export function AgentPage({ adminId }: { adminId: string }) {
  if (adminId === "new") return <NewAgent />;
  return (
    <OneThing kind="agents" name={{ adminId }}>
      {(agent) => <KnownAgent agent={agent} />}
    </OneThing>
  );
}

function useBack() {
  const { t } = useTranslation("admin");
  return { to: "/people", name: t("people_agents") };
}

function NewAgent() {
  const { t } = useTranslation("admin");
  const [blank] = useState(newAgent);
  const open = useOpenSaved("agents");
  return (
    <Page title={t("agent_new")} text={t("agent_new_text")} back={useBack()}>
      <ThingForm kind="agents" thing={blank} draftName="new" fields={FIELDS} onSaved={open}>
        <Groups groups={AGENT} />
      </ThingForm>
    </Page>
  );
}

function KnownAgent({ agent }: { agent: Thing }) {
  const { t } = useTranslation("admin");
  const [, navigate] = useLocation();
  const remove = useRemove("agents");
  const nick = textOf(agent, "adminNick") || textOf(agent, "account");
  // Someone who cannot sign in yet needs the link first.
  const isWaiting = agent.passwordSet !== true;
  const access = <Access agent={agent} nick={nick} />;
  return (
    <Page title={nick} back={useBack()}>
      {isWaiting ? access : null}
      <ThingForm kind="agents" thing={agent} draftName={textOf(agent, "adminId")} fields={FIELDS}>
        <Groups groups={AGENT} />
      </ThingForm>
      {isWaiting ? null : access}
      <Card id="remove" title={t("agent_remove_title")} text={t("agent_remove_text")}>
        <Button
          look="outline"
          onClick={() => {
            remove(agent, nick);
            navigate("/people");
          }}
        >
          {t("delete")}
        </Button>
      </Card>
    </Page>
  );
}
