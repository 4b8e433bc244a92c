import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderInEnglish } from "../../../test/words";
import type { Tip } from "../../wire/page";
import { markedParts, questionOf } from "./markedParts";
import { TipsList } from "./TipsList";
import { useTips } from "./useTips";

const tips: Tip[] = [
  { html: "How fast do you <rhi>ship</rhi>?", docId: "shipping-time" },
  { html: "What does <rhi>ship</rhi>ping cost?", docId: "shipping-cost" },
];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type FieldProps = {
  ask: (text: string, signal: AbortSignal) => Promise<readonly Tip[]>;
  onPick: (tip: Tip) => void;
};

/** A field that requests tips at once; the composer waits for a pause. */
function Field({ ask, onPick }: FieldProps) {
  const list = useTips(ask, (tip) => {
    onPick(tip);
    list.clear();
  });
  return (
    <>
      <input
        aria-label="words"
        aria-activedescendant={list.active >= 0 ? list.optionId(list.active) : undefined}
        onChange={(event) => (event.target.value === "" ? list.clear() : list.look(event.target.value))}
        onKeyDown={list.onKeyDown}
      />
      {list.tips.length > 0 ? <TipsList tips={list} onPick={onPick} /> : null}
    </>
  );
}

async function field(ask: FieldProps["ask"] = async () => tips) {
  const asked = vi.fn(ask);
  const onPick = vi.fn();
  await renderInEnglish(<Field ask={asked} onPick={onPick} />);
  const input = screen.getByLabelText("words");
  const type = async (value: string) => {
    fireEvent.change(input, { target: { value } });
    await act(() => vi.advanceTimersByTimeAsync(0));
  };
  return { asked, onPick, input, type };
}

const shown = () => screen.queryAllByRole("option").map((option) => option.textContent);

// [CH-16] [RB-05]
it("a tip marks the typed part and shows everything as text", () => {
  expect(markedParts("a &lt;b&gt; <rhi>ship</rhi> &amp; go")).toEqual([
    { at: 0, text: "a <b> ", isMarked: false },
    { at: expect.any(Number), text: "ship", isMarked: true },
    { at: expect.any(Number), text: " & go", isMarked: false },
  ]);
  expect(questionOf("What does <rhi>ship</rhi>ping cost?")).toBe("What does shipping cost?");
});

// [CH-16]
it("the tips disappear after five seconds, and with the text", async () => {
  const { type } = await field();

  await type("ship");
  expect(shown()).toEqual(["How fast do you ship?", "What does shipping cost?"]);
  expect(document.querySelector("mark")).toHaveTextContent("ship");
  act(() => void vi.advanceTimersByTime(4999));
  expect(shown()).toHaveLength(2);
  act(() => void vi.advanceTimersByTime(1));
  expect(shown()).toEqual([]);

  await type("shi");
  expect(shown()).toHaveLength(2);
  await type("");
  expect(shown()).toEqual([]);
});

// [CH-16]
it("blanks do not request tips", async () => {
  const { asked, type } = await field();

  await type("   ");

  expect(asked).not.toHaveBeenCalled();
});

it("a late response to an earlier request is dropped", async () => {
  const answers: ((tips: readonly Tip[]) => void)[] = [];
  const { type } = await field(() => new Promise((resolve) => answers.push(resolve)));

  await type("sh");
  await type("ship");
  await act(async () => answers[1]?.(tips.slice(1)));
  await act(async () => answers[0]?.(tips));

  expect(shown()).toEqual(["What does shipping cost?"]);
});

it("the arrow keys move through the tips, Enter chooses one and Escape closes them", async () => {
  const { input, onPick, type } = await field();
  await type("ship");

  expect(fireEvent.keyDown(input, { key: "Enter" })).toBe(true);
  expect(onPick).not.toHaveBeenCalled();
  fireEvent.keyDown(input, { key: "ArrowUp" });
  const [first, last] = screen.getAllByRole("option");
  expect(last).toHaveAttribute("aria-selected", "true");
  expect(input).toHaveAttribute("aria-activedescendant", last?.id);
  fireEvent.keyDown(input, { key: "ArrowDown" });
  expect(first).toHaveAttribute("aria-selected", "true");
  fireEvent.keyDown(input, { key: "Enter" });
  expect(onPick).toHaveBeenCalledExactlyOnceWith(tips[0]);
  expect(shown()).toEqual([]);

  await type("ship");
  fireEvent.keyDown(input, { key: "Escape" });
  expect(shown()).toEqual([]);
});

it("a tap chooses a tip and leaves the focus in the field", async () => {
  const { onPick, type } = await field();
  await type("ship");
  const [first] = screen.getAllByRole("option");

  expect(first && fireEvent.pointerDown(first)).toBe(false);
  if (first) fireEvent.click(first);

  expect(onPick).toHaveBeenCalledExactlyOnceWith(tips[0]);
});

it("without tips from the server, the visitor can go on typing", async () => {
  const { type } = await field(async () => Promise.reject(new Error("429")));

  await type("ship");

  expect(shown()).toEqual([]);
});

it("tips for an earlier text disappear if the request for the new text fails", async () => {
  const ask = vi.fn<FieldProps["ask"]>(async () => tips);
  const { type } = await field(ask);
  await type("ship");

  ask.mockRejectedValueOnce(new Error("429"));
  await type("shipping");

  expect(shown()).toEqual([]);
});

it("new tips stay while the pointer is over the list, and disappear five seconds after it leaves", async () => {
  const { input, type } = await field();
  await type("ship");
  fireEvent.pointerEnter(screen.getByRole("listbox"));

  await type("shi");
  fireEvent.keyDown(input, { key: "ArrowDown" });
  act(() => void vi.advanceTimersByTime(6000));
  expect(shown()).toHaveLength(2);
  fireEvent.pointerLeave(screen.getByRole("listbox"));
  act(() => void vi.advanceTimersByTime(5000));

  expect(shown()).toEqual([]);
});
