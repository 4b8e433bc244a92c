import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { Thing } from "../../../wire/things";
import type { FieldSpec } from "../../form/specs";
import { ThingForm } from "../../form/ThingForm";
import { Loaded } from "../../shell/Loaded";
import { Page } from "../../shell/Page";
import { pageOf, textOf } from "../../things/kinds";
import { useThing, useThings } from "../../things/useThings";

const FIELDS: readonly FieldSpec[] = [
  { path: "titleDesc", kind: "localText", label: "channel_titleDesc", help: "channel_titleDesc_help" },
  {
    path: "channelId",
    kind: "text",
    isCode: true,
    label: "channel_channelId",
    help: "channel_channelId_help",
  },
  {
    path: "robotNo",
    kind: "thing",
    of: "robots",
    title: "robotName",
    none: "robot_none",
    label: "channel_robotNo",
  },
];

/** A new channel: its name, its address, and its robot. The editor has the rest. */
export function NewChannelPage() {
  const { t } = useTranslation("admin");
  const [, goTo] = useLocation();
  const shop = useThing("tenant", {});
  const robots = useThings("robots");
  return (
    <Page
      title={t("channel_add")}
      text={t("channel_add_text")}
      back={{ to: "/channels", name: t("room_channels") }}
    >
      <Loaded query={{ ...robots, data: robots.things }}>
        {([robot]) => (
          <Loaded query={shop}>
            {(tenant) => (
              <ThingForm
                kind="channels"
                thing={newChannel(textOf(tenant, "tenantId"), robot)}
                draftName="new"
                fields={FIELDS}
                onSaved={(saved) => goTo(pageOf("channels", textOf(saved, "channelId")))}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

/** Off, empty or the product's own, except for what every shop wants. */
function newChannel(tenantId: string, robot: Thing | undefined): Thing {
  return {
    version: 0,
    tenantId,
    channelId: "",
    titleDesc: "",
    robotNo: robot ? textOf(robot, "robotNo") : "",
    receiveMode: robot ? 0 : 3,
    transferUserMode: 1,
    evaluateMode: 1,
    imageButtonFlag: 1,
    navigationBarShowFlag: 1,
    robotUnknownTransferUserMode: 1,
    faq: { showType: 0, showContent: [] },
    leaveMsgType: 1,
  };
}
