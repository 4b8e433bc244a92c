import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderInEnglish } from "../../../test/words";
import type { MenuAction } from "../../wire/channel";
import { ConnectionNotice } from "./ConnectionNotice";
import { EndedBar } from "./EndedBar";
import { Header, type HeaderProps } from "./Header";
import { Notice } from "./Notice";
import { noticeDirection, noticeSeconds } from "./noticeRun";
import { QuickMenu } from "./QuickMenu";
import type { MenuEntry } from "./quickMenu";

async function header(over: Partial<HeaderProps> = {}) {
  await renderInEnglish(
    <Header
      name="Mia"
      face="/demo/faces/mia.svg"
      line="Plants, pots and patience"
      isDesktop
      onBack={undefined}
      onHide={undefined}
      onCall={undefined}
      isOnCall={false}
      onEnd={undefined}
      sound={undefined}
      {...over}
    />,
  );
  return screen.getByRole("banner");
}

const buttons = (place: HTMLElement) =>
  within(place)
    .queryAllByRole("button")
    .map((button) => button.getAttribute("aria-label"));

// [CH-02]
it("shows who talks: their face, their name, and their signature or that they type", async () => {
  const place = await header();

  expect(place.querySelector("img")).toHaveAttribute("src", "/demo/faces/mia.svg");
  expect(within(place).getByRole("heading", { level: 1, name: "Mia" })).toBeVisible();
  expect(place).toHaveTextContent("Plants, pots and patience");
});

// [CH-01] [CH-03]
it("has a button only for what it can do", async () => {
  expect(buttons(await header())).toEqual([]);
});

it("begins no second call while one lasts, and keeps the buttons for the keyboard to come back to", async () => {
  const onCall = vi.fn();
  const video = within(await header({ onCall, isOnCall: true })).getByRole("button", { name: "Video call" });

  await userEvent.click(video);

  expect(onCall).not.toHaveBeenCalled();
  expect(video).toHaveAttribute("aria-disabled", "true");
  expect(video).toHaveFocus();
});

// [CH-03]
it("has sound, end and hide on a desktop, and each does it", async () => {
  const [onToggle, onEnd, onHide] = [vi.fn(), vi.fn(), vi.fn()];
  const place = await header({ sound: { isOn: true, onToggle }, onEnd, onHide });

  expect(buttons(place)).toEqual(["Turn sound off", "End chat", "Hide chat"]);
  for (const button of within(place).getAllByRole("button")) await userEvent.click(button);

  expect([onToggle, onEnd, onHide].map((act) => act.mock.calls.length)).toEqual([1, 1, 1]);
});

// [CH-04]
it("lets an announcement move for a ninth of a second a sign, and 15 seconds where that is under ten", () => {
  expect(noticeSeconds("x".repeat(180))).toBe(20);
  expect(noticeSeconds("x".repeat(90))).toBe(10);
  expect(noticeSeconds("x".repeat(89))).toBe(15);
  expect(noticeSeconds("👍".repeat(90))).toBe(10);
});

it("runs an announcement by its own direction, whatever the page's", async () => {
  expect(noticeDirection("Spring is here")).toBe("ltr");
  expect(noticeDirection("10 % خصم على النباتات")).toBe("rtl");
  expect(noticeDirection("！100 %")).toBe("ltr");
});

// [CH-04]
it("shows the announcement with its time, and stops it by its button", async () => {
  await renderInEnglish(<Notice text={`Read https://shop.example.com/ ${"x".repeat(149)}`} />);
  const place = screen.getByRole("region", { name: "Announcement" });
  const words = place.querySelector("p");

  expect(words?.style.getPropertyValue("--notice-seconds")).toBe("20s");
  expect(within(place).getByRole("link")).toHaveAttribute("target", "_blank");
  await userEvent.click(within(place).getByRole("button", { name: "Stop scrolling" }));
  expect(words).toHaveAttribute("data-paused", "true");
  await userEvent.click(within(place).getByRole("button", { name: "Start scrolling" }));
  expect(words).toHaveAttribute("data-paused", "false");
});

function entry(action: MenuAction, over: Partial<MenuEntry> = {}): MenuEntry {
  return { key: action.kind, name: "", background: "", colour: "", action, ...over };
}

// [CH-08]
it("names the buttons the switches add, and sizes all by their number", async () => {
  const entries = [entry({ kind: "transfer" }), entry({ kind: "evaluate" }), entry({ kind: "leaveMessage" })];
  await renderInEnglish(<QuickMenu entries={entries} isTransferring={false} onChoose={vi.fn()} />);
  const menu = screen.getByRole("navigation", { name: "Quick menu" });

  expect(
    within(menu)
      .getAllByRole("button")
      .map((button) => button.textContent),
  ).toEqual(["Talk to an agent", "Rate", "Leave a message"]);
  expect(within(menu).getByRole("list")).toHaveAttribute("data-size", "normal");
});

// [CH-09]
it("says what was chosen, and opens a link in a new tab by itself", async () => {
  const onChoose = vi.fn();
  const ask: MenuAction = { kind: "ask", words: "Where is my parcel?", docId: "track-order" };
  const entries = [
    entry(ask, { name: "My parcel" }),
    entry({ kind: "open", link: "https://shop.example.com/" }, { name: "Shop" }),
    entry({ kind: "open", link: "javascript:alert(1)" }, { name: "Trick", key: "trick" }),
  ];
  await renderInEnglish(<QuickMenu entries={entries} isTransferring={false} onChoose={onChoose} />);

  await userEvent.click(screen.getByRole("button", { name: "My parcel" }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(ask);
  expect(screen.getByRole("link", { name: "Shop" })).toHaveAttribute("href", "https://shop.example.com/");
  expect(screen.getByRole("link", { name: "Shop" })).toHaveAttribute("target", "_blank");
  expect(screen.queryByText("Trick")).toBeNull();
});

it("gives a button the tenant's ground, and words that read on it", async () => {
  const entries = [
    entry({ kind: "transfer" }, { name: "Agent", background: "#ffe066", colour: "#ffffff" }),
    entry({ kind: "close" }, { name: "End", background: "url(//evil)", colour: "red" }),
  ];
  await renderInEnglish(<QuickMenu entries={entries} isTransferring={false} onChoose={vi.fn()} />);

  expect(screen.getByRole("button", { name: "Agent" })).toHaveStyle({ color: "#000000" });
  expect(screen.getByRole("button", { name: "End" })).not.toHaveAttribute("style");
});

it("says that an agent is being looked for, and asks for none a second time", async () => {
  await renderInEnglish(
    <QuickMenu entries={[entry({ kind: "transfer" })]} isTransferring onChoose={vi.fn()} />,
  );

  expect(screen.getByRole("button", { name: "Looking for an agent…" })).toBeDisabled();
});

// [CH-20]
it("says that the chat has ended, and begins a new one", async () => {
  const onStartAgain = vi.fn();
  await renderInEnglish(<EndedBar rating={undefined} onRate={vi.fn()} onStartAgain={onStartAgain} />);

  expect(screen.getByRole("region", { name: "This chat has ended" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Start a new chat" }));

  expect(onStartAgain).toHaveBeenCalledOnce();
});

it("asks to keep the page open while the server takes no messages", async () => {
  await renderInEnglish(<ConnectionNotice connection="busy" />);

  expect(screen.getByRole("status")).toHaveTextContent(
    /^Messages cannot be sent right now\. Please keep this page open/,
  );
});
