import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { renderInEnglish } from "../../../test/words";
import { Composer, type ComposerProps } from "./Composer";
import { EMOJI, EmojiPanel } from "./EmojiPanel";
import { FileTools } from "./FileTools";

afterEach(() => void vi.useRealTimers());

/** A composer with a parent that keeps its text. */
function Kept({ onSend, ...props }: Omit<ComposerProps, "text" | "onText">) {
  const [draft, setDraft] = useState("");
  const send = (text: string) => {
    onSend(text);
    setDraft("");
  };
  return <Composer {...props} text={draft} onText={setDraft} onSend={send} />;
}

async function composer(over: Partial<ComposerProps> = {}) {
  const acts = { onSend: vi.fn(), onPasteFiles: vi.fn(), onTyping: vi.fn() };
  await renderInEnglish(
    <Kept
      mood="ask"
      pauseMs={500}
      tools={null}
      tips={undefined}
      renderEmoji={(onChoose, onClose) => <EmojiPanel onChoose={onChoose} onClose={onClose} />}
      {...acts}
      {...over}
    />,
  );
  return { ...acts, field: screen.getByRole("textbox", { name: "Your message" }) };
}

// [CH-10] [CH-13]
it("Enter and the button send a text, but not a blank one", async () => {
  const { field, onSend } = await composer();
  const send = screen.getByRole("button", { name: "Send" });

  await userEvent.type(field, "   {Enter}");
  expect(send).toBeDisabled();
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.type(field, "Hello{Enter}");
  await userEvent.type(field, "again");
  await userEvent.click(send);

  expect(onSend.mock.calls).toEqual([["Hello"], ["again"]]);
  expect(field).toHaveValue("");
});

/** The document's first field, with the visitor's text in it. */
function firstField(text: string): HTMLTextAreaElement {
  document.body.insertAdjacentHTML("afterbegin", '<form id="first-field"><textarea></textarea></form>');
  const field = document.querySelector("textarea");
  if (!field) throw new Error("no field");
  field.focus();
  field.value = text;
  return field;
}

it("the composer takes over the text and the focus of the document's first field", async () => {
  const first = firstField("Do you sh");

  const { field, onSend } = await composer();

  expect(first).not.toBeInTheDocument();
  expect(field).toHaveValue("Do you sh");
  expect(field).toHaveFocus();
  await userEvent.type(field, "ip?{Enter}");
  expect(onSend.mock.calls).toEqual([["Do you ship?"]]);
});

it("the taken-over text survives a key press that comes before the parent knows it", async () => {
  firstField("Do you sh");
  const onSend = vi.fn();
  await renderInEnglish(
    <Composer
      text=""
      mood="ask"
      pauseMs={500}
      tools={null}
      tips={undefined}
      renderEmoji={() => null}
      onText={() => undefined}
      onSend={onSend}
      onPasteFiles={undefined}
      onTyping={() => undefined}
    />,
  );
  const field = screen.getByRole("textbox", { name: "Your message" });

  await userEvent.type(field, "ip?{Enter}");

  expect(onSend.mock.calls).toEqual([["Do you ship?"]]);
  expect(field).toHaveValue("");
});

it("a text finished with Enter in the first field is sent", async () => {
  firstField("Do you ship?\n");

  const { field, onSend } = await composer();

  expect(onSend.mock.calls).toEqual([["Do you ship?"]]);
  expect(field).toHaveValue("");
});

it("a blank text in the first field is not sent", async () => {
  firstField(" \n");

  const { field, onSend } = await composer();

  expect(onSend).not.toHaveBeenCalled();
  expect(field).toHaveValue("");
});

it("the composer takes over from an input method once its word is chosen", async () => {
  const first = firstField("ni");
  fireEvent.compositionStart(first);

  const { field } = await composer();
  expect(first).toHaveFocus();
  expect(field).toHaveValue("");
  first.value = "你";
  fireEvent.compositionEnd(first);

  expect(first).not.toBeInTheDocument();
  expect(field).toHaveFocus();
  expect(field).toHaveValue("你");
});

it("Shift+Enter starts a new line", async () => {
  const { field, onSend } = await composer();

  await userEvent.type(field, "one{Shift>}{Enter}{/Shift}two{Enter}");

  expect(onSend).toHaveBeenCalledWith("one\ntwo");
});

it("Enter does not send while an input method composes a word", async () => {
  const { field, onSend } = await composer();
  await userEvent.type(field, "ni");

  fireEvent.keyDown(field, { key: "Enter", isComposing: true });

  expect(onSend).not.toHaveBeenCalled();
});

// [CH-16]
it("typing is reported after a pause of half a second", async () => {
  vi.useFakeTimers();
  const { field, onTyping } = await composer();

  fireEvent.change(field, { target: { value: "Whe" } });
  vi.advanceTimersByTime(400);
  fireEvent.change(field, { target: { value: "Where" } });
  vi.advanceTimersByTime(499);
  expect(onTyping).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  fireEvent.change(field, { target: { value: "" } });
  vi.advanceTimersByTime(1000);

  expect(onTyping.mock.calls).toEqual([["Where"]]);
});

it("a pasted picture is taken as a file, and pasted text goes to the field", async () => {
  const { field, onPasteFiles } = await composer();
  const picture = new File(["x"], "image.png", { type: "image/png" });

  fireEvent.paste(field, { clipboardData: { files: [], getData: () => "words" } });
  expect(onPasteFiles).not.toHaveBeenCalled();
  fireEvent.paste(field, { clipboardData: { files: [picture] } });

  expect(onPasteFiles).toHaveBeenCalledWith([picture]);
});

// [CH-10]
it("only accepted kinds of file have a button", async () => {
  const onFiles = vi.fn();
  const picture = new File(["x"], "leaf.png", { type: "image/png" });
  await renderInEnglish(<FileTools takes={{ image: true, video: true, file: false }} onFiles={onFiles} />);

  expect(screen.getAllByRole("button").map((button) => button.title)).toEqual([
    "Send a picture",
    "Send a video",
  ]);
  await userEvent.upload(screen.getByLabelText("Send a picture", { selector: "input" }), picture);
  expect(onFiles).toHaveBeenCalledWith([picture]);
});

// [CH-10]
it("there are fifty emoji, and the chosen one goes in at the caret", async () => {
  const { field } = await composer();
  await userEvent.type(field, "ab", { initialSelectionStart: 0 });
  await userEvent.type(field, "{ArrowLeft}");

  await userEvent.click(screen.getByRole("button", { name: "Emoji" }));
  await userEvent.click(screen.getByRole("button", { name: "👍" }));

  expect(EMOJI).toHaveLength(50);
  expect(field).toHaveValue("a👍b");
});

it("the number of characters left is shown near the limit, and a longer text is not sent", async () => {
  const { field, onSend } = await composer();

  fireEvent.change(field, { target: { value: "x".repeat(3900) } });
  expect(screen.getByText("100 left")).toBeVisible();
  fireEvent.change(field, { target: { value: "x".repeat(4001) } });
  await userEvent.type(field, "{Enter}");

  expect(onSend).not.toHaveBeenCalled();
  expect(screen.getByText("A message can have at most 4000 characters")).toBeVisible();
});
