import { fireEvent, render, screen } from "@testing-library/react";
import { I18nextProvider } from "react-i18next";
import { expect, it, vi } from "vitest";
import { message } from "../../../test/conversations";
import { englishWords, renderInEnglish } from "../../../test/words";
import { entryOf } from "../../conversation/entries";
import { rowsOf } from "../../conversation/rows";
import { emptyConversation, type Older } from "../../conversation/types";
import { MessageList } from "./MessageList";

async function list(older: Older) {
  const onNeedOlder = vi.fn();
  const rows = rowsOf({ ...emptyConversation, entries: [1, 2].map((at) => entryOf(message(at))) });
  await renderInEnglish(
    <MessageList rows={rows} older={older} renderRow={(row) => row.kind} onNeedOlder={onNeedOlder} />,
  );
  onNeedOlder.mockClear();
  const log = screen.getAllByRole("log").at(-1) ?? document.body;
  const finger = (kind: "touchstart" | "touchmove" | "touchend", y = 0) => {
    log.scrollTop = 0;
    const touches = kind === "touchend" ? [] : [{ clientY: y }];
    fireEvent(log, Object.assign(new Event(kind, { cancelable: true }), { touches }));
  };
  return { onNeedOlder, finger, log };
}

// [CH-05]
it("pulling the list down far enough and letting go loads older messages", async () => {
  const { onNeedOlder, finger } = await list("idle");

  finger("touchstart", 100);
  finger("touchmove", 140);
  expect(screen.getByText("Pull down for earlier messages")).toBeInTheDocument();
  finger("touchmove", 260);
  expect(screen.getByText("Release to load")).toBeInTheDocument();
  expect(onNeedOlder).not.toHaveBeenCalled();
  finger("touchend");

  expect(onNeedOlder).toHaveBeenCalledOnce();
  expect(screen.queryByText("Release to load")).toBeNull();
});

// [CH-05]
it("letting go too early or pushing up loads nothing", async () => {
  const { onNeedOlder, finger } = await list("idle");

  finger("touchstart", 100);
  finger("touchmove", 150);
  finger("touchend");
  finger("touchstart", 100);
  finger("touchmove", 20);
  finger("touchend");

  expect(onNeedOlder).not.toHaveBeenCalled();
});

// [CH-05]
it("the list says when older messages are loading and when there are none", async () => {
  const { onNeedOlder, finger } = await list("end");

  finger("touchstart", 100);
  finger("touchmove", 300);
  expect(screen.getByText("No more history")).toBeInTheDocument();
  finger("touchend");
  expect(onNeedOlder).not.toHaveBeenCalled();

  await list("loading");
  expect(screen.getByText("Loading earlier messages…")).toBeInTheDocument();
});

// [CH-05]
it("scrolling up to the beginning loads older messages, but the list's own way to its end does not", async () => {
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: false } as MediaQueryList);
  const { onNeedOlder, log } = await list("idle");

  fireEvent.scroll(log);
  expect(onNeedOlder).not.toHaveBeenCalled();
  log.scrollTop = 0;
  fireEvent.scroll(log);

  expect(onNeedOlder).toHaveBeenCalledOnce();
});

// [CH-09]
it("the list scrolls to its end on every request", async () => {
  const i18n = await englishWords();
  const rows = rowsOf({ ...emptyConversation, entries: [entryOf(message(1))] });
  const shown = (endSought: number) => (
    <I18nextProvider i18n={i18n}>
      <MessageList
        rows={rows}
        older="end"
        endSought={endSought}
        renderRow={(row) => row.kind}
        onNeedOlder={vi.fn()}
      />
    </I18nextProvider>
  );
  const { rerender } = render(shown(0));
  const moved = vi.spyOn(screen.getByRole("log"), "scrollTop", "set");

  rerender(shown(0));
  expect(moved).not.toHaveBeenCalled();
  rerender(shown(1));

  expect(moved).toHaveBeenCalledOnce();
});
