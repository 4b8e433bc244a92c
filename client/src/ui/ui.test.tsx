import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { contrast, parseHex } from "../lib/colour";
import { Avatar } from "./Avatar";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { Toaster } from "./Toaster";
import { themeProperties } from "./theme";
import { hideErrors, showToast } from "./toast";

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

it("a dialog has its title as its name and closes by its button", async () => {
  const close = vi.fn();
  render(
    <Dialog isOpen onClose={close} title="Rate this chat" closeLabel="Close">
      text
    </Dialog>,
  );

  expect(screen.getByRole("dialog", { name: "Rate this chat" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));

  expect(close).toHaveBeenCalledOnce();
});

it("Escape closes only the topmost dialog, and a cancelled file picker closes none", () => {
  const closed: string[] = [];
  render(
    <Dialog isOpen onClose={() => closed.push("list")} title="My messages" closeLabel="Close">
      <input type="file" aria-label="Add picture" />
      <Dialog isOpen onClose={() => closed.push("drawer")} title="Details" closeLabel="Close">
        text
      </Dialog>
    </Dialog>,
  );

  fireEvent(screen.getByLabelText("Add picture"), new Event("cancel", { bubbles: true }));
  expect(closed).toEqual([]);
  fireEvent(screen.getByRole("dialog", { name: "Details" }), new Event("cancel", { cancelable: true }));

  expect(closed).toEqual(["drawer"]);
});

it("a busy button ignores clicks", async () => {
  const act = vi.fn();
  render(
    <Button isBusy onClick={act}>
      Send
    </Button>,
  );

  await userEvent.click(screen.getByRole("button", { name: "Send" }));

  expect(act).not.toHaveBeenCalled();
});

it("an avatar without a picture shows the first letter of the name", () => {
  const { container } = render(<Avatar src="" name="mia" />);

  expect(container).toHaveTextContent("M");
});

it("fixed errors disappear and success toasts stay", () => {
  render(<Toaster />);
  act(() => {
    showToast("error", "no name");
    showToast("success", "saved");
  });

  act(hideErrors);

  expect(screen.queryByText("no name")).toBeNull();
  expect(screen.getByText("saved")).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(3000));
});

// [CH-25]
it("shows an error for three seconds and a success for two", () => {
  render(<Toaster />);

  act(() => {
    showToast("error", "network");
    showToast("success", "saved");
  });
  expect(screen.getByText("network")).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(2000));
  expect(screen.queryByText("saved")).toBeNull();
  expect(screen.getByText("network")).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.queryByText("network")).toBeNull();
});

// [CH-23]
it("the tenant's colour is used, and the default if it is invalid", () => {
  expect(look({ mainColor: "#ffd400" })).toMatchObject({ "--accent": "#ffd400", "--on-accent": "#000000" });
  expect(look({ mainColor: "red;background:url(//evil)" })["--accent"]).toBe("#2563eb");
});

// [CH-23]
it("the visitor's bubbles use the tenant's colour with readable text", () => {
  expect(look({ cusColor: "#ffeeaa" })).toMatchObject({ "--own": "#ffeeaa", "--on-own": "#000000" });
  expect(look({ cusColor: "url(//evil)" })).not.toHaveProperty("--own");
});

// [CH-02] [CH-23]
it("the bar is readable from the accent to its end colour", () => {
  const { "--on-accent": ink = "", "--bar-end": end = "" } = look({
    mainColor: "#1f5d43",
    navigationBarColor: "#ffe9a8",
  });

  expect(ink).toBe("#ffffff");
  expect(contrast(rgb(end), rgb(ink))).toBeGreaterThanOrEqual(4.5);
  expect(look({ navigationBarColor: "#102030" })["--bar-end"]).toBe("#102030");
});

// [CH-23]
it("the quick menu uses the channel's colours with readable text", () => {
  expect(look({})["--kit"]).toBeUndefined();
  expect(look({ kitBgcolor: "#0b3d2e", kitTxcolor: "#ffe9a8" })).toMatchObject({
    "--kit": "#0b3d2e",
    "--on-kit": "#ffe9a8",
  });
  const faint = look({ kitBgcolor: "#ffe9a8", kitTxcolor: "#ffffff" });
  expect(faint["--on-kit"]).toBe("#000000");
  for (const ground of ["--kit", "--kit-hover", "--kit-pressed"]) {
    const [text, on] = ["#000000", faint[ground] ?? ""].map(parseHex);
    expect(text && on ? contrast(text, on) : 0, ground).toBeGreaterThan(4.5);
  }
  expect(look({ kitBgcolor: "red;x", kitTxcolor: "#fff" })["--kit"]).toBeUndefined();
});

function look(over: Partial<Parameters<typeof themeProperties>[0]>) {
  return themeProperties({
    mainColor: "",
    cusColor: "",
    navigationBarColor: "",
    kitBgcolor: "",
    kitTxcolor: "",
    ...over,
  });
}

function rgb(hex: string) {
  const colour = parseHex(hex);
  if (!colour) throw new Error(hex);
  return colour;
}
