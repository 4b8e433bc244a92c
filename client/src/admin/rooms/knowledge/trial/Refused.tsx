import { useTranslation } from "react-i18next";
import { Alert } from "../../../shell/Alert";
import type { Refusal } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import { WorseDialog } from "./WorseDialog";

export type RefusedProps = { refusal: Refusal | undefined; onForce: () => void; onClose: () => void };

/** Why the robot did not take a change. One that makes test questions worse can be made nevertheless. */
export function Refused({ refusal, onForce, onClose }: RefusedProps) {
  const { t } = useTranslation("admin");
  if (!refusal) return null;
  if (refusal.kind === "worse")
    return <WorseDialog report={refusal.report} onForce={onForce} onClose={onClose} />;
  return <Alert text={troubleWords(t, refusal)} />;
}
