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

const buttons = (element: HTMLElement) =>
  within(element)
    .queryAllByRole("button")
    .map((button) => button.getAttribute("aria-label"));

// [CH-02]
it("the header shows the partner's face, name and line", async () => {
  const element = await header();

  expect(element.querySelector("img")).toHaveAttribute("src", "/demo/faces/mia.svg");
  expect(within(element).getByRole("heading", { level: 1, name: "Mia" })).toBeVisible();
  expect(element).toHaveTextContent("Plants, pots and patience");
});

// [CH-01] [CH-03]
it("the header shows a button only for an available action", async () => {
  expect(buttons(await header())).toEqual([]);
});

it("during a call the call buttons keep the focus but start no second call", async () => {
  const onCall = vi.fn();
  const video = within(await header({ onCall, isOnCall: true })).getByRole("button", { name: "Video call" });

  await userEvent.click(video);

  expect(onCall).not.toHaveBeenCalled();
  expect(video).toHaveAttribute("aria-disabled", "true");
  expect(video).toHaveFocus();
});

// [CH-03]
it("on a desktop the header has buttons for sound, end and hide", async () => {
  const [onToggle, onEnd, onHide] = [vi.fn(), vi.fn(), vi.fn()];
  const element = await header({ sound: { isOn: true, onToggle }, onEnd, onHide });

  expect(buttons(element)).toEqual(["Turn sound off", "End chat", "Hide chat"]);
  for (const button of within(element).getAllByRole("button")) await userEvent.click(button);

  expect([onToggle, onEnd, onHide].map((act) => act.mock.calls.length)).toEqual([1, 1, 1]);
});

// [CH-04]
it("an announcement moves by nine characters a second, or for 15 seconds if that takes less than ten", () => {
  expect(noticeSeconds("x".repeat(180))).toBe(20);
  expect(noticeSeconds("x".repeat(90))).toBe(10);
  expect(noticeSeconds("x".repeat(89))).toBe(15);
  expect(noticeSeconds("👍".repeat(90))).toBe(10);
});

it("an announcement has its own direction, whatever the page's", async () => {
  expect(noticeDirection("Spring is here")).toBe("ltr");
  expect(noticeDirection("10 % خصم على النباتات")).toBe("rtl");
  expect(noticeDirection("！100 %")).toBe("ltr");
});

// [CH-04]
it("the announcement has its duration, and its button stops it", async () => {
  await renderInEnglish(<Notice text={`Read https://shop.example.com/ ${"x".repeat(149)}`} />);
  const region = screen.getByRole("region", { name: "Announcement" });
  const paragraph = region.querySelector("p");

  expect(paragraph?.style.getPropertyValue("--notice-seconds")).toBe("20s");
  expect(within(region).getByRole("link")).toHaveAttribute("target", "_blank");
  await userEvent.click(within(region).getByRole("button", { name: "Stop scrolling" }));
  expect(paragraph).toHaveAttribute("data-paused", "true");
  await userEvent.click(within(region).getByRole("button", { name: "Start scrolling" }));
  expect(paragraph).toHaveAttribute("data-paused", "false");
});

function entry(action: MenuAction, over: Partial<MenuEntry> = {}): MenuEntry {
  return { key: action.kind, name: "", background: "", colour: "", action, ...over };
}

// [CH-08]
it("buttons added by switches have the product's names, and the size depends on their number", async () => {
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
it("a button reports its action, and a link opens in a new tab", async () => {
  const onChoose = vi.fn();
  const ask: MenuAction = { kind: "ask", text: "Where is my parcel?", docId: "track-order" };
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

it("a button has the tenant's background with readable text", async () => {
  const entries = [
    entry({ kind: "transfer" }, { name: "Agent", background: "#ffe066", colour: "#ffffff" }),
    entry({ kind: "close" }, { name: "End", background: "url(//evil)", colour: "red" }),
  ];
  await renderInEnglish(<QuickMenu entries={entries} isTransferring={false} onChoose={vi.fn()} />);

  expect(screen.getByRole("button", { name: "Agent" })).toHaveStyle({ color: "#000000" });
  expect(screen.getByRole("button", { name: "End" })).not.toHaveAttribute("style");
});

it("the transfer button is disabled while an agent is being found", async () => {
  await renderInEnglish(
    <QuickMenu entries={[entry({ kind: "transfer" })]} isTransferring onChoose={vi.fn()} />,
  );

  expect(screen.getByRole("button", { name: "Looking for an agent…" })).toBeDisabled();
});

// [CH-20]
it("the ended bar says that the chat has ended and starts a new one", async () => {
  const onStartAgain = vi.fn();
  await renderInEnglish(<EndedBar rating={undefined} onRate={vi.fn()} onStartAgain={onStartAgain} />);

  expect(screen.getByRole("region", { name: "This chat has ended" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Start a new chat" }));

  expect(onStartAgain).toHaveBeenCalledOnce();
});

it("while the server refuses messages, the notice asks the visitor to keep the page open", async () => {
  await renderInEnglish(<ConnectionNotice connection="busy" />);

  expect(screen.getByRole("status")).toHaveTextContent(
    /^Messages cannot be sent right now\. Please keep this page open/,
  );
});
