/** What the user knows a step by. */
import { useTranslation } from "react-i18next";
import { isRich, plainText } from "../../../lib/html";
import { valueAt } from "../../things/paths";
import { wordsIn } from "../../things/words";
import { type Drawn, type Port, recordsOf, type Step, sourceOf, wordOf } from "./flow";

/** How a case compares a variable with its value. */
const TESTS = ["is", "isNot", "contains", "above", "below", "filled", "empty"] as const;

export function useStepWords(drawn: Drawn) {
  const { t, i18n } = useTranslation("admin");
  const plain = (value: unknown) => {
    const words = wordsIn(value, i18n.language);
    // Two paragraphs are two words apart.
    return isRich(words) ? plainText(words.replace(/<\/(p|li|h\d|div)>|<br\s*\/?>/g, "$& ")) : words;
  };

  /** The first words of a step. */
  const wordsOf = (step: Step): string => {
    const source = sourceOf(step);
    switch (source) {
      case "CARD":
        return plain(valueAt(step, "answer.title"));
      case "FROM_REPLY":
        return plain(valueAt(step, "answer.referGuide"));
      case "FAQ":
        return wordOf(step.answer);
      case "LARGE_MODEL_REPLY":
        return plain(step.answer) || t("flow_question_last");
      case "TEXT_REPLY": {
        const [first] = recordsOf(step.condition);
        if (first) return plain(step.answer) || t("flow_decides", { name: wordOf(first.bingCode) });
        return plain(step.answer);
      }
      case "BUTTONS":
      case "AGENT_REPLY":
      case "END":
        return plain(step.answer);
      default:
        return source satisfies never;
    }
  };

  /** The words at a port. */
  const portWords = (step: Step, port: Port): string => {
    switch (port.kind) {
      case "item":
        return plain(recordsOf(step.itemList)[port.at]?.name) || t("list_item", { number: port.at + 1 });
      case "case":
        return caseWords(recordsOf(step.condition)[port.at] ?? {});
      case "failed":
        return t("flow_failed");
      case "next":
        return recordsOf(step.condition).length > 0 ? t("flow_otherwise") : t("flow_next");
      default:
        return port.kind satisfies never;
    }
  };

  const caseWords = (one: Step): string => {
    const given = { name: wordOf(one.bingCode) || "…", value: wordOf(one.bindValue) };
    const test = TESTS.find((known) => known === one.test) ?? "is";
    return t(`flow_case_${test}`, given);
  };

  /** The kind of a step; numbered if the step has no words and others are of this kind. */
  const kindOf = (step: Step): string => {
    const source = sourceOf(step);
    const kind = t(`flow_kind_${source}`);
    const alike = drawn.nodes.filter((one) => sourceOf(one) === source);
    if (alike.length < 2 || wordsOf(step) !== "") return kind;
    return t("flow_kind_number", { kind, number: alike.indexOf(step) + 1 });
  };

  const titleOf = (step: Step): string => {
    const words = wordsOf(step);
    const kind = kindOf(step);
    return words === "" ? kind : t("flow_step_title", { kind, words: words.slice(0, 60) });
  };

  return { wordsOf, portWords, kindOf, titleOf };
}
