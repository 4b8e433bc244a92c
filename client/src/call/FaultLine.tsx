import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import styles from "./CallPanel.module.css";
import type { DeviceFault } from "./devices";
import { faultWords } from "./words";

export type FaultLineProps = {
  fault: DeviceFault;
  /** The call continues, so a camera fault needs no remedy text. */
  goesOn?: boolean;
};

/** Says what is wrong with the microphone or the camera, and what follows from it. */
export function FaultLine({ fault, goesOn = false }: FaultLineProps) {
  const { t } = useTranslation("call");
  const isCamera = fault.endsWith("Camera");
  const { title, text } = faultWords(t, fault);
  return (
    <p className={styles.fault} role="alert">
      <TriangleAlert size={16} aria-hidden />
      <span>
        <strong>{title}</strong> {goesOn && isCamera ? t("call_without_camera") : text}
      </span>
    </p>
  );
}
