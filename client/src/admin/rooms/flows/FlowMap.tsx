import { MiniMap, useStore } from "@xyflow/react";
import { clsx } from "clsx";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFlow } from "./context";
import styles from "./Drawing.module.css";
import { idOf } from "./flow";
import type { Places } from "./flowEdit";
import { CARD_WIDTH, heightOf } from "./layout";

/** The map's size, and its distance from the corner. */
const SIZE = { width: 140, height: 96 } as const;
const MARGIN = 15;

const CORNERS = ["bottom-right", "top-right"] as const;
type Corner = (typeof CORNERS)[number];

/**
 * The map of a flow that is larger than the view. It gives way to cards: it moves to a free corner. Without one, it
 * fades and lets the pointer through.
 */
export function FlowMap({ places }: { places: Places }) {
  const { t } = useTranslation("admin");
  const { drawn } = useFlow();
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
  const covers = (corner: Corner) => {
    const left = width - MARGIN - SIZE.width;
    const top = corner === "top-right" ? MARGIN : height - MARGIN - SIZE.height;
    return boxes.some(
      (box) =>
        box.right > left && box.left < left + SIZE.width && box.bottom > top && box.top < top + SIZE.height,
    );
  };
  // It stays where it is as long as it can.
  const corner = useRef<Corner>("bottom-right");
  const free = [corner.current, ...CORNERS].find((one) => !covers(one));
  corner.current = free ?? corner.current;
  if (isWhole) return null;
  return (
    <MiniMap
      pannable
      zoomable
      ariaLabel={t("flow_map")}
      className={clsx(styles.map, free === undefined && styles.faded)}
      position={corner.current}
      style={SIZE}
    />
  );
}
