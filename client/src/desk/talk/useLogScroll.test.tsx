import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Entry } from "../../conversation/types";
import { useLogScroll } from "./useLogScroll";

const WINDOW_PX = 600;
const ENTRIES = [{ key: "1" }, { key: "2" }] as Entry[];

function Log({ onOlder }: { onOlder: () => void }) {
  const { ref, content, onScroll } = useLogScroll(ENTRIES, onOlder);
  return (
    <div role="log" ref={ref} onScroll={onScroll}>
      <div ref={content} />
    </div>
  );
}

/** A log of that height in its window; how often older messages were asked for. */
function shown(height: number) {
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(height);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(WINDOW_PX);
  const onOlder = vi.fn();
  render(<Log onOlder={onOlder} />);
  return onOlder;
}

function scrollsTo(top: number) {
  const log = screen.getByRole("log");
  log.scrollTop = top;
  fireEvent.scroll(log);
}

describe("older messages", () => {
  afterEach(() => vi.restoreAllMocks());

  it("are asked for at once where all there is fits into the window, which never scrolls", () => {
    expect(shown(WINDOW_PX - 100)).toHaveBeenCalledOnce();
  });

  it("are not asked for where the log goes to its end by itself, however near its beginning that is", () => {
    const onOlder = shown(WINDOW_PX + 100);

    scrollsTo(100);

    expect(onOlder).not.toHaveBeenCalled();
  });

  it("are asked for by whoever scrolls up to the beginning", () => {
    const onOlder = shown(WINDOW_PX + 1_000);

    scrollsTo(200);

    expect(onOlder).toHaveBeenCalledOnce();
  });
});
