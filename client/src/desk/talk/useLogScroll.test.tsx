import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Entry } from "../../conversation/types";
import { useLogScroll } from "./useLogScroll";

const WINDOW_PX = 600;
const ENTRIES = [{ key: "1" }, { key: "2" }] as Entry[];

type LogProps = { onOlder: () => void; fills?: boolean; follows?: boolean; entries?: readonly Entry[] };

function Log({ onOlder, fills = true, follows = true, entries = ENTRIES }: LogProps) {
  const { ref, content, onScroll, newCount } = useLogScroll(entries, { onOlder, fills, follows });
  return (
    <>
      <div role="log" ref={ref} onScroll={onScroll}>
        <div ref={content} />
      </div>
      <output>{newCount}</output>
    </>
  );
}

let sizeChanges = () => {};

/** Renders a log of the given height and counts the requests for older messages. */
function shown(height: number, fills = true) {
  return watched(height, { fills }).onOlder;
}

function watched(height: number, props: Partial<LogProps>) {
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(height);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(WINDOW_PX);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(changed: () => void) {
        sizeChanges = changed;
      }
      observe() {}
      disconnect() {}
    },
  );
  const onOlder = vi.fn();
  const { rerender } = render(<Log onOlder={onOlder} {...props} />);
  const say = (sender: Entry["sender"]) =>
    rerender(<Log onOlder={onOlder} {...props} entries={[...ENTRIES, { key: "3", sender } as Entry]} />);
  return { onOlder, say };
}

function scrollsTo(top: number) {
  const log = screen.getByRole("log");
  log.scrollTop = top;
  fireEvent.scroll(log);
}

describe("older messages", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it("are requested at once if the log fits into the window, which cannot scroll", () => {
    expect(shown(WINDOW_PX - 100)).toHaveBeenCalledOnce();
  });

  it("are requested at once if the reader is at the end at every scroll position", () => {
    expect(shown(WINDOW_PX + 59)).toHaveBeenCalledOnce();
  });

  it("are requested when the window grows past the log", () => {
    const onOlder = shown(WINDOW_PX + 100);
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(WINDOW_PX + 200);

    sizeChanges();

    expect(onOlder).toHaveBeenCalledOnce();
  });

  it("are requested only by the agent after a failure, even if the size changes", () => {
    const onOlder = shown(WINDOW_PX - 100, false);

    sizeChanges();

    expect(onOlder).not.toHaveBeenCalled();
  });

  it("are not requested when the log scrolls to its end by itself near its beginning", () => {
    const onOlder = shown(WINDOW_PX + 100);

    scrollsTo(100);

    expect(onOlder).not.toHaveBeenCalled();
  });

  it("are requested when the reader scrolls up to the beginning", () => {
    const onOlder = shown(WINDOW_PX + 1_000);

    scrollsTo(200);

    expect(onOlder).toHaveBeenCalledOnce();
  });
});

describe("an agent's new message, while the reader is further up", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it("is the reader's own in their conversation, and scrolls to the end", () => {
    const { say } = watched(3_000, { follows: true });
    scrollsTo(1_000);

    say("agent");

    expect(screen.getByRole("log").scrollTop).toBe(3_000);
  });

  it("is a colleague's in another one: nothing moves, and it is counted", () => {
    const { say } = watched(3_000, { follows: false });
    scrollsTo(1_000);

    say("agent");

    expect(screen.getByRole("log").scrollTop).toBe(1_000);
    expect(screen.getByRole("status")).toHaveTextContent("1");
  });
});
