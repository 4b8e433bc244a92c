/** What a new flow begins with. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { isSame, type Values } from "../../things/paths";

export const STARTERS = ["order", "hours", "empty"] as const;
export type Starter = (typeof STARTERS)[number];

/** The fields of a flow that a starter fills. */
export type Filled = Readonly<Record<"name" | "triggers" | "start" | "nodes", unknown>>;

const EMPTY: Filled = {
  name: "",
  triggers: [],
  start: "text-1",
  nodes: [
    { nodeId: "text-1", replySource: "TEXT_REPLY", answer: "", next: "end-2" },
    { nodeId: "end-2", replySource: "END", answer: "" },
  ],
};

/** Whether nobody has written or drawn anything yet. */
export function isUntouched(flow: Values): boolean {
  return Object.entries(EMPTY).every(([field, value]) => isSame(flow[field], value));
}

export function starterOf(name: string): Starter | undefined {
  return STARTERS.find((starter) => starter === name);
}

/** The flow of a starter in the reader's language. An empty one is a message and an end, which say nothing yet. */
export function useStarter(starter: Starter): Filled {
  const { t } = useTranslation("admin");
  switch (starter) {
    case "order":
      return orderStatus(t);
    case "hours":
      return openingHours(t);
    case "empty":
      return EMPTY;
    default:
      return starter satisfies never;
  }
}

function button(number: number, name: string, next: string) {
  return { id: `b${number}`, itemId: String(number), name, bingCode: "", bindValue: "", next };
}

function orderStatus(t: TFunction<"admin">): Filled {
  return {
    name: t("flow_example_name"),
    triggers: [t("flow_example_name"), t("flow_example_trigger")],
    start: "topic",
    nodes: [
      {
        nodeId: "topic",
        replySource: "BUTTONS",
        answer: t("flow_example_topic"),
        itemList: [
          button(1, t("flow_example_track"), "order"),
          button(2, t("flow_example_late"), "order"),
          button(3, t("flow_example_else"), "person"),
        ],
      },
      {
        nodeId: "order",
        replySource: "FROM_REPLY",
        answer: {
          referGuide: t("flow_example_form"),
          fromFields: [
            { fieldId: "order", fieldName: t("flow_example_number"), fieldType: 1, requiredStatus: 1 },
          ],
        },
        next: "thanks",
      },
      {
        nodeId: "thanks",
        replySource: "TEXT_REPLY",
        answer: t("flow_example_thanks", { order: "{order}" }),
        next: "helped",
      },
      {
        nodeId: "helped",
        replySource: "BUTTONS",
        answer: t("flow_example_helped"),
        itemList: [button(1, t("flow_example_yes"), "bye"), button(2, t("flow_example_no"), "person")],
      },
      { nodeId: "person", replySource: "AGENT_REPLY", answer: t("flow_example_person") },
      { nodeId: "bye", replySource: "END", answer: t("flow_example_bye") },
    ],
  };
}

function openingHours(t: TFunction<"admin">): Filled {
  return {
    name: t("flow_hours_name"),
    triggers: [t("flow_hours_trigger"), t("flow_hours_name")],
    start: "hours",
    nodes: [
      { nodeId: "hours", replySource: "TEXT_REPLY", answer: t("flow_hours_text"), next: "more" },
      {
        nodeId: "more",
        replySource: "BUTTONS",
        answer: t("flow_hours_more"),
        itemList: [button(1, t("flow_example_no"), "person"), button(2, t("flow_hours_no"), "bye")],
      },
      { nodeId: "person", replySource: "AGENT_REPLY", answer: t("flow_example_person") },
      { nodeId: "bye", replySource: "END", answer: t("flow_example_bye") },
    ],
  };
}
