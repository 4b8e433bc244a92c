import { lazy, Suspense } from "react";
import { Skeleton } from "../../../../ui/Skeleton";
import type { RichEditorProps } from "./RichEditor";

// The editor weighs more than the rest of the room.
const RichEditor = lazy(() => import("./RichEditor"));

/** The editor for rich text. It is loaded when it is first shown. */
export function LazyEditor(props: RichEditorProps) {
  const outline = (
    <span data-loading="">
      <Skeleton width="100%" height="220px" />
    </span>
  );
  return (
    <Suspense fallback={outline}>
      <RichEditor {...props} />
    </Suspense>
  );
}
