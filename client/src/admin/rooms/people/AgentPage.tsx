import { useTranslation } from "react-i18next";
import type { Thing } from "../../../wire/things";
import { NewThingPage } from "../../form/NewThingPage";
import { ThingForm } from "../../form/ThingForm";
import { Card } from "../../shell/Card";
import { Page } from "../../shell/Page";
import { textOf } from "../../things/kinds";
import { OneThing } from "../../things/OneThing";
import { RemoveButton } from "../../things/RemoveButton";
import { Access } from "./Access";
import { AGENT, newAgent } from "./fields";

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
  return (
    <NewThingPage
      kind="agents"
      blank={newAgent}
      fields={AGENT}
      title={t("agent_new")}
      text={t("agent_new_text")}
      back={useBack()}
    />
  );
}

function KnownAgent({ agent }: { agent: Thing }) {
  const { t } = useTranslation("admin");
  const nick = textOf(agent, "adminNick") || textOf(agent, "account");
  // Someone who cannot sign in yet needs the link first.
  const isWaiting = agent.passwordSet !== true;
  const access = <Access agent={agent} nick={nick} />;
  return (
    <Page title={nick} back={useBack()}>
      {isWaiting ? access : null}
      <ThingForm kind="agents" thing={agent} draftName={textOf(agent, "adminId")} fields={AGENT} />
      {isWaiting ? null : access}
      <Card id="remove" title={t("agent_remove_title")} text={t("agent_remove_text")}>
        <RemoveButton kind="agents" thing={agent} name={nick} list="/people" />
      </Card>
    </Page>
  );
}
