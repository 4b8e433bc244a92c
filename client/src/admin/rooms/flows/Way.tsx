import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from "@xyflow/react";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFlow } from "./context";
import styles from "./Drawing.module.css";

/** A way between two steps. The chosen one has a button to cut it. */
export function Way({ source, sourceHandleId, selected, markerEnd, ...line }: EdgeProps) {
  const { t } = useTranslation("admin");
  const { apply } = useFlow();
  const [path, x, y] = getBezierPath(line);
  return (
    <>
      <BaseEdge path={path} {...(markerEnd ? { markerEnd } : {})} interactionWidth={24} />
      {selected ? (
        <EdgeLabelRenderer>
          <button
            type="button"
            className={styles.cut}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
            aria-label={t("flow_way_cut")}
            title={t("flow_way_cut")}
            onClick={() => apply({ do: "connect", from: { id: source, port: sourceHandleId ?? "" }, to: "" })}
          >
            <X size={14} aria-hidden />
          </button>
        </EdgeLabelRenderer>
      ) : null}
    </>
  );
}
