import { useReactFlow } from "@xyflow/react";
import { Maximize, Minus, Network, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton";
import styles from "./Drawing.module.css";

/** Free space around the whole flow. At the bottom are these tools and the map. */
const ROOM = { x: "32px", top: "32px", bottom: "72px" } as const;

/** Zoom, the whole flow, and the automatic layout. */
export function DrawingTools({ onArrange }: { onArrange: () => void }) {
  const { t } = useTranslation("admin");
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <div role="toolbar" aria-label={t("flow_view")} className={styles.tools}>
      <IconButton label={t("flow_zoom_in")} icon={<Plus size={16} />} onClick={() => void zoomIn()} />
      <IconButton label={t("flow_zoom_out")} icon={<Minus size={16} />} onClick={() => void zoomOut()} />
      <IconButton
        label={t("flow_zoom_all")}
        icon={<Maximize size={16} />}
        onClick={() => void fitView({ maxZoom: 1, padding: ROOM, duration: 160 })}
      />
      <IconButton label={t("flow_arrange")} icon={<Network size={16} />} onClick={onArrange} />
    </div>
  );
}
