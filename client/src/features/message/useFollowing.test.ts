import { act, renderHook } from "@testing-library/react";
import type { VirtualizerHandle } from "virtua";
import { expect, it, vi } from "vitest";
import { message } from "../../../test/conversations";
import { entryOf } from "../../conversation/entries";
import { rowsOf } from "../../conversation/rows";
import { emptyConversation } from "../../conversation/types";
import { useFollowing } from "./useFollowing";

const rows = rowsOf({ ...emptyConversation, entries: [entryOf(message(1))] });

/** Whether a list of this length in a window of 600 px requests older messages once it is measured. */
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
it("a list that is hardly longer than its window requests older messages", () => {
  expect([500, 600, 602, 603].map(isFilled)).toEqual([true, true, true, false]);
});

/** A list of 1,100 px, scrolled to its end in a window of 600 px that the virtualizer knows. */
function atEnd() {
  const element = document.createElement("div");
  const page = { scrollHeight: 1100, clientHeight: 600 };
  for (const name of ["scrollHeight", "clientHeight"] as const)
    Object.defineProperty(element, name, { get: () => page[name] });
  const sizes = {
    scrollSize: 1100,
    viewportSize: 600,
    getItemOffset: () => 0,
    getItemSize: () => sizes.scrollSize,
  };
  const { result } = renderHook(() => useFollowing(rows, { current: element }, () => {}));
  result.current.list.current = sizes as Partial<VirtualizerHandle> as VirtualizerHandle;
  result.current.onResize();
  expect(element.scrollTop).toBe(500);
  /** Returns the scroll position after the list has grown by a message. */
  const afterMore = () => {
    [page.scrollHeight, sizes.scrollSize, sizes.viewportSize] = [1200, 1200, page.clientHeight];
    result.current.onResize();
    return element.scrollTop;
  };
  return {
    element,
    page,
    onScroll: () => act(() => result.current.onScroll()),
    toEnd: () => act(() => result.current.toEnd()),
    afterMore,
  };
}

// [CH-05]
it("the list still follows when the window grows and the browser scrolls it to its end", () => {
  const { element, page, onScroll, afterMore } = atEnd();
  // A notice above the list disappeared: the browser scrolls before the virtualizer knows.
  [page.clientHeight, element.scrollTop] = [634, 466];

  onScroll();

  expect(afterMore()).toBe(1200 - 634);
});

// [CH-09]
it("the list goes to its end on request, even after the reader scrolled up", () => {
  const { element, onScroll, toEnd, afterMore } = atEnd();
  element.scrollTop = 100;
  onScroll();

  toEnd();

  expect(element.scrollTop).toBe(500);
  expect(afterMore()).toBe(600);
});

it("the list stays where the reader scrolled, even by a few pixels", () => {
  const { element, onScroll, afterMore } = atEnd();
  element.scrollTop = 490;

  onScroll();

  expect(afterMore()).toBe(490);
});
