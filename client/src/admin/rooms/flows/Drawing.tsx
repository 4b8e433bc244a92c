import "@xyflow/react/dist/base.css";
import {
  Background,
  type Edge,
  MarkerType,
  type Node,
  type NodeChange,
  type OnConnectEnd,
  Panel,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFlow } from "./context";
import styles from "./Drawing.module.css";
import { DrawingTools } from "./DrawingTools";
import { FlowMap } from "./FlowMap";
import { type Drawn, idOf, portsOf, type Step, stepOf } from "./flow";
import type { Places } from "./flowEdit";
import { FIRST_FIELD, focusSoon, isLoaded } from "./focus";
import { arranged, CARD_WIDTH, type Direction, heightOf, neighbourOf, placeBeside } from "./layout";
import { StepCard } from "./StepCard";
import { Way } from "./Way";

export type DrawingProps = {
  places: Places;
  onPlace: (places: Places) => void;
  /** Nobody has drawn anything yet. */
  isBlank: boolean;
};

const NODE_TYPES = { step: StepCard };
const EDGE_TYPES = { way: Way };
const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** The flow as cards and ways between them. */
export default function Drawing(props: DrawingProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ places: kept, onPlace, isBlank }: DrawingProps) {
  const { t, i18n } = useTranslation("admin");
  const scope = useFlow();
  const { drawn, chosen, choose, visited, apply, askToAdd, titleOf } = scope;
  const isMirrored = i18n.dir(i18n.language) === "rtl";
  const box = useRef<HTMLElement>(null);
  const [dragged, setDragged] = useState<Places>({});
  const [cutting, setCutting] = useState("");
  const placed = useMemo(() => placesOf(drawn, kept, isMirrored), [drawn, kept, isMirrored]);
  const places = useMemo(() => ({ ...placed, ...dragged }), [placed, dragged]);
  const focusOn = useShown(visited || chosen, drawn, places, box);

  useEffect(() => {
    if (drawn.nodes.some((step) => !kept[idOf(step)])) onPlace(placed);
  }, [drawn, kept, placed, onPlace]);

  const nodes = drawn.nodes.map((step) => ({
    ...cardOf(step, isMirrored),
    position: places[idOf(step)] ?? { x: 0, y: 0 },
    // The trial marks its own place.
    selected: visited === "" && idOf(step) === chosen,
    // One stop for the Tab key; arrows move on from there.
    focusable: idOf(step) === (chosen || drawn.start),
    ariaLabel: titleOf(step),
    domAttributes: { "aria-describedby": "flow-keys" },
  }));
  const move = (changes: NodeChange[]) => {
    for (const change of changes) {
      if (change.type !== "position" || !change.position) continue;
      const next = { [change.id]: roundedPlace(change.position) };
      if (change.dragging) setDragged(next);
      else {
        setDragged({});
        onPlace({ ...placed, ...next });
      }
    }
  };
  const drop: OnConnectEnd = (event, { fromNode, fromHandle, toNode, isValid }) => {
    if (isValid || toNode || !fromNode || fromHandle?.type !== "source") return;
    const from = { id: fromNode.id, port: fromHandle.id ?? "" };
    const to = cardAt(event);
    if (to === undefined) askToAdd(from);
    else if (to !== from.id) apply({ do: "connect", from, to });
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const at = event.target;
    const id = at instanceof HTMLElement && at.matches(".react-flow__node") ? (at.dataset.id ?? "") : "";
    if (id === "") return;
    const direction = DIRECTIONS[event.key];
    const near = direction && neighbourOf(places, id, direction);
    if (near) focusOn(near);
    else if (event.key === "Enter" || event.key === " ") enter(id, FIRST_FIELD);
    else if (event.key.toLowerCase() === "c" && !event.ctrlKey && !event.metaKey)
      enter(id, "[data-ways] select");
    else if (event.key === "Delete" || event.key === "Backspace") {
      const next = Object.values(DIRECTIONS).map((way) => neighbourOf(places, id, way));
      apply({ do: "remove", id });
      focusOn(next.find((one) => one !== undefined) ?? "");
    } else if (event.key === "Escape") choose("");
    else if (!direction) return;
    event.preventDefault();
  };
  const enter = (id: string, what: string) => {
    choose(id);
    const panel = () =>
      box.current?.parentElement?.querySelector(`[data-panel] [data-step="${CSS.escape(id)}"]`);
    focusSoon(
      () => panel()?.querySelector<HTMLElement>(what),
      () => isLoaded(panel()),
    );
  };
  return (
    <section
      ref={box}
      dir="ltr"
      aria-label={t("flow_view_drawing")}
      className={styles.drawing}
      onKeyDown={press}
    >
      <p id="flow-keys" hidden>
        {t("flow_keys")}
      </p>
      <ReactFlow
        nodes={nodes}
        edges={edgesOf(drawn, cutting, (from, to) => t("flow_way_label", { from, to }))}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodesChange={move}
        onNodeClick={(_event, node) => choose(node.id)}
        // A card is moved out of the way during a trial, which goes on.
        onNodeDragStart={(_event, node) => visited === "" && choose(node.id)}
        onEdgeClick={(_event, edge) => setCutting(edge.id)}
        onPaneClick={() => {
          setCutting("");
          choose("");
        }}
        onConnect={({ source, sourceHandle, target }) =>
          apply({ do: "connect", from: { id: source, port: sourceHandle ?? "" }, to: target })
        }
        onConnectEnd={drop}
        disableKeyboardA11y
        edgesFocusable={false}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        connectionRadius={32}
        minZoom={0.2}
        maxZoom={1.5}
        zoomOnDoubleClick={false}
      >
        <Background gap={20} color="var(--line)" />
        <FlowMap places={places} />
        {isBlank ? (
          <Panel position="top-left">
            <p dir={i18n.dir(i18n.language)} className={styles.hint}>
              {t("flow_hint")}
            </p>
          </Panel>
        ) : null}
        <Panel position="bottom-left">
          <DrawingTools onArrange={() => onPlace(arranged(drawn, isMirrored))} />
        </Panel>
      </ReactFlow>
    </section>
  );
}

/** The step whose card is under the pointer: the whole card takes a way, not only its port. */
function cardAt(event: MouseEvent | TouchEvent): string | undefined {
  const point = "changedTouches" in event ? event.changedTouches[0] : event;
  const at = point && document.elementFromPoint(point.clientX, point.clientY);
  return at?.closest<HTMLElement>(".react-flow__node")?.dataset.id;
}

/** The places of all steps: dragged, arranged, or beside the step that leads to a new one. */
function placesOf(drawn: Drawn, kept: Places, isMirrored: boolean): Places {
  const missing = drawn.nodes.filter((step) => !kept[idOf(step)]);
  if (missing.length === 0) return kept;
  if (missing.length > drawn.nodes.length / 2) return arranged(drawn, isMirrored);
  const places = { ...kept };
  for (const step of missing) {
    const before = drawn.nodes.find((other) => portsOf(other).some((port) => port.target === idOf(step)));
    const origin = idOf(before ?? drawn.nodes.at(-2) ?? step);
    places[idOf(step)] = placeBeside(drawn, places, origin, isMirrored);
  }
  return places;
}

function roundedPlace({ x, y }: { x: number; y: number }) {
  return { x: Math.round(x), y: Math.round(y) };
}

/** A card with its size and its ports, so that the ways are drawn before the page has measured it. */
function cardOf(step: Step, isMirrored: boolean): Omit<Node, "position"> {
  const size = { width: CARD_WIDTH, height: heightOf(step) };
  const [inwards, outwards] = isMirrored ? [Position.Right, Position.Left] : [Position.Left, Position.Right];
  const at = (side: Position, y: number) => ({
    position: side,
    x: side === Position.Left ? -6 : CARD_WIDTH - 6,
    y: y - 6,
    width: 12,
    height: 12,
  });
  return {
    id: idOf(step),
    type: "step",
    data: {},
    ...size,
    measured: size,
    handles: [
      { type: "target", ...at(inwards, 21) },
      ...portsOf(step).map((port, row) => ({
        type: "source" as const,
        id: port.path,
        ...at(outwards, 76 + 32 * row + 16),
      })),
    ],
  };
}

function edgesOf(drawn: Drawn, cutting: string, labelOf: (from: string, to: string) => string): Edge[] {
  return drawn.nodes.flatMap((step) =>
    portsOf(step)
      .filter((port) => stepOf(drawn, port.target))
      .map((port) => {
        const id = `${idOf(step)} ${port.path}`;
        return {
          id,
          type: "way",
          ariaLabel: labelOf(idOf(step), port.target),
          source: idOf(step),
          sourceHandle: port.path,
          target: port.target,
          selected: id === cutting,
          markerEnd: { type: MarkerType.ArrowClosed, color: "var(--line-strong)", width: 18, height: 18 },
        };
      }),
  );
}

/** Shows the start at first, and the step to see when it is outside. Returns what chooses and focuses a step. */
function useShown(seen: string, drawn: Drawn, places: Places, box: React.RefObject<HTMLElement | null>) {
  const { choose } = useFlow();
  const { i18n } = useTranslation();
  const { setViewport, setCenter, getViewport, viewportInitialized } = useReactFlow();
  const wanted = useRef("");
  const latest = useRef({ drawn, places });
  latest.current = { drawn, places };

  useEffect(() => {
    if (!viewportInitialized) return;
    const start = latest.current.places[latest.current.drawn.start] ?? { x: 0, y: 0 };
    const { clientWidth = 0, clientHeight = 0 } = box.current ?? {};
    const zoom = 0.8;
    const x =
      i18n.dir(i18n.language) === "rtl"
        ? clientWidth - (start.x + CARD_WIDTH) * zoom - 40
        : 40 - start.x * zoom;
    void setViewport({ x, y: clientHeight / 2 - (start.y + 60) * zoom, zoom });
  }, [viewportInitialized, setViewport, box, i18n]);

  useEffect(() => {
    const place = latest.current.places[seen];
    if (!place || !box.current) return;
    const { x, y, zoom } = getViewport();
    const left = place.x * zoom + x;
    const top = place.y * zoom + y;
    const isInside =
      left >= 0 &&
      top >= 0 &&
      left + CARD_WIDTH * zoom <= box.current.clientWidth &&
      top + 80 * zoom <= box.current.clientHeight;
    if (!isInside) void setCenter(place.x + CARD_WIDTH / 2, place.y + 60, { zoom, duration: 160 });
    if (wanted.current !== seen) return;
    wanted.current = "";
    box.current.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(seen)}"]`)?.focus();
  }, [seen, box, getViewport, setCenter]);

  return (id: string) => {
    wanted.current = id;
    choose(id);
  };
}
