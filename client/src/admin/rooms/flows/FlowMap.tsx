import { MiniMap, useStore } from "@xyflow/react";
import { clsx } from "clsx";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { FlowContext } from "./context";
import styles from "./Drawing.module.css";
import { idOf } from "./flow";
import type { Places } from "./flowEdit";
import { CARD_WIDTH, heightOf } from "./layout";

/** The map's size, and its distance from the corner. */
const SIZE = { width: 140, height: 96 } as const;
const MARGIN = 15;

/**
 * The map of a flow that is larger than the view. It gives way to a card: it fades and lets the pointer through.
 */
export function FlowMap({ places }: { places: Places }) {
  const { t } = useTranslation("admin");
  const { drawn } = useContext(FlowContext);
  const [x, y, zoom] = useStore((state) => state.transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const boxes = drawn.nodes.map((step) => {
    const place = places[idOf(step)] ?? { x: 0, y: 0 };
    const left = place.x * zoom + x;
    const top = place.y * zoom + y;
    return { left, top, right: left + CARD_WIDTH * zoom, bottom: top + heightOf(step) * zoom };
  });
  const isWhole = boxes.every(
    (box) => box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height,
  );
  if (isWhole) return null;
  const isCovering = boxes.some(
    (box) =>
      box.right > width - MARGIN - SIZE.width &&
      box.left < width - MARGIN &&
      box.bottom > height - MARGIN - SIZE.height &&
      box.top < height - MARGIN,
  );
  return (
    <MiniMap
      pannable
      zoomable
      ariaLabel={t("flow_map")}
      className={clsx(styles.map, isCovering && styles.faded)}
      position="bottom-right"
      style={SIZE}
    />
  );
}
