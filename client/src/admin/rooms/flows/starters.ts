/** One flow to begin with: where is my order? */
import { useTranslation } from "react-i18next";

export type Example = Readonly<Record<"name" | "triggers" | "start" | "nodes", unknown>>;

export function useExample(): Example {
  const { t } = useTranslation("admin");
  const item = (number: number, name: string, next: string) => ({
    id: `b${number}`,
    itemId: String(number),
    name,
    bingCode: "",
    bindValue: "",
    next,
  });
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
          item(1, t("flow_example_track"), "order"),
          item(2, t("flow_example_late"), "order"),
          item(3, t("flow_example_else"), "person"),
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
        itemList: [item(1, t("flow_example_yes"), "bye"), item(2, t("flow_example_no"), "person")],
      },
      { nodeId: "person", replySource: "AGENT_REPLY", answer: t("flow_example_person") },
      { nodeId: "bye", replySource: "END", answer: t("flow_example_bye") },
    ],
  };
}
