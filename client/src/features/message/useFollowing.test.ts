import { renderHook } from "@testing-library/react";
import type { VirtualizerHandle } from "virtua";
import { expect, it, vi } from "vitest";
import { message } from "../../../test/conversations";
import { entryOf } from "../../conversation/entries";
import { rowsOf } from "../../conversation/rows";
import { emptyConversation } from "../../conversation/types";
import { useFollowing } from "./useFollowing";

const rows = rowsOf({ ...emptyConversation, entries: [entryOf(message(1))] });

/** Whether a list so long in a window of 600 px asks for what is before it once it is measured. */
function isFilled(scrollSize: number): boolean {
  const onNearStart = vi.fn();
  const { result } = renderHook(() =>
    useFollowing(rows, { current: document.createElement("div") }, onNearStart),
  );
  const sizes = { scrollSize, viewportSize: 600, getItemOffset: () => 0, getItemSize: () => scrollSize };
  result.current.list.current = sizes as Partial<VirtualizerHandle> as VirtualizerHandle;
  result.current.onResize();
  return onNearStart.mock.calls.length > 0;
}

// [CH-05]
it("fills a window that its list is no longer than, or too little to be scrolled up", () => {
  expect([500, 600, 602, 603].map(isFilled)).toEqual([true, true, true, false]);
});
