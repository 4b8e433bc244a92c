import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answer, message } from "../../../test/conversations";
import { renderInEnglish } from "../../../test/words";
import { entryOf } from "../../conversation/entries";
import type { Entry } from "../../conversation/types";
import { allowPictures } from "../../lib/links";
import type { Answer, FlowButton } from "../../wire/answer";
import type { Card } from "../../wire/card";
import type { Form } from "../../wire/form";
import type { Content } from "../../wire/message";
import { MessageRow, type MessageRowProps } from "./MessageRow";

const actions = {
  onResend: vi.fn(),
  onDiscard: vi.fn(),
  onOpenImage: vi.fn(),
  onShowQuoted: vi.fn(),
  onAsk: vi.fn(),
  onChoose: vi.fn(),
  onTransfer: vi.fn(),
  onFillIn: vi.fn(),
  onRate: vi.fn(),
  articleHref: (docId: string) => `/chat_online/question?docId=${docId}`,
};

beforeEach(() => {
  vi.clearAllMocks();
});

async function row(content: Content, over: Partial<Entry> = {}, props: Partial<MessageRowProps> = {}) {
  const found = await renderInEnglish(
    <MessageRow
      entry={{ ...entryOf(message(1)), content, ...over }}
      isFirstOfRun
      isLastOfRun
      isNewest
      isOpen
      canTransfer
      canRate
      actions={actions}
      {...props}
    />,
  );
  // Wait until the lazy views have loaded.
  const bubble = found.container.querySelector("[data-delivery]");
  await vi.waitFor(() => expect(bubble?.childElementCount).toBeGreaterThan(0));
  return found;
}

async function isSound(container: Element): Promise<void> {
  const rules = { region: { enabled: false }, "color-contrast": { enabled: false } };
  expect((await axe.run(container, { rules })).violations).toEqual([]);
}

function robotSays(over: Partial<Answer>, entry: Partial<Entry> = {}, props: Partial<MessageRowProps> = {}) {
  return row({ kind: "answer", ...answer(over) }, { sender: "robot", ...entry }, props);
}

function text(value: string, docId = ""): Answer["parts"][number] {
  return { kind: "text", text: value, docId };
}

describe("words", () => {
  // [CH-07] [CH-13]
  it("web addresses are links that open a new tab without access to this one", async () => {
    await row({ kind: "text", text: "See https://example.com/a, or javascript:alert(1)" });

    const link = screen.getByRole("link", { name: "https://example.com/a" });
    expect(link).toHaveAttribute("target", "_blank");
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
    expect(screen.getAllByRole("link")).toHaveLength(1);
  });

  // [CH-18]
  it("the last message of a run shows day and time to the second", async () => {
    const at = new Date(2026, 10, 9, 8, 7, 6).getTime();
    await row({ kind: "text", text: "Hello" }, { at });

    expect(screen.getByText("11-09 08:07:06")).toBeVisible();
  });

  // [CH-15]
  it("an answer shows its quote, and a recalled quote says so", async () => {
    const quote = { messageId: "v.1.1", sender: "visitor" as const, senderName: "", isRecalled: false };
    const content: Content = { kind: "text", text: "In a day." };
    await row(content, { quote: { ...quote, content: { kind: "text", text: "How fast?" } } });
    await row(content, { quote: { ...quote, isRecalled: true, content: { kind: "text", text: "" } } });

    expect(screen.getByText("How fast?")).toBeVisible();
    expect(screen.getByText("The agent withdrew a message")).toBeVisible();
    expect(screen.getAllByLabelText("In reply to You")).toHaveLength(2);
    // A recalled quote cannot be opened, and the visitor's own messages cannot be quoted or recalled.
    expect(screen.getAllByRole("button")).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "You How fast?" }));
    expect(actions.onShowQuoted).toHaveBeenCalledWith("v.1.1");
  });
});

describe("pictures, sound, film and files", () => {
  // [CH-06] [MS-02]
  it("a picture opens in full size, not as its thumbnail", async () => {
    await row({
      kind: "image",
      url: "/api/files/a.png",
      thumbnail: "/api/files/a-480.jpg",
      fileName: "a.png",
      width: 640,
      height: 480,
    });

    await userEvent.click(screen.getByRole("button", { name: "Open picture a.png" }));

    expect(screen.getByRole("img", { name: "Picture a.png" })).toHaveAttribute("src", "/api/files/a-480.jpg");
    expect(actions.onOpenImage).toHaveBeenCalledWith("/api/files/a.png");
  });

  // [CH-06]
  it.each([
    [50, false],
    [51, true],
  ])("on a desktop a picture of %i px is enlarged: %s", async (width, isEnlarged) => {
    await row({ kind: "image", url: "/api/files/a.png", fileName: "a.png", width, height: 20 });

    expect(screen.queryByRole("button", { name: "Open picture a.png" }) !== null).toBe(isEnlarged);
  });

  it("a picture from another host is not loaded", async () => {
    const { container } = await row({
      kind: "image",
      url: "https://elsewhere.example/a.png",
      fileName: "a.png",
    });

    expect(container.querySelector("img")).toBeNull();
    expect(screen.getByText("a.png")).toBeVisible();
  });

  it("a file shows its upload progress and can be cancelled", async () => {
    await row(
      { kind: "file", url: "", fileName: "a.docx", sizeBytes: 2000 },
      { sender: "visitor", delivery: "sending", progress: 0.5, key: "k" },
    );

    expect(screen.getByRole("progressbar", { name: "50 % sent" })).toHaveAttribute("value", "0.5");
    await userEvent.click(screen.getByRole("button", { name: "Cancel sending" }));
    expect(actions.onDiscard).toHaveBeenCalledWith("k");
  });

  // [CH-07]
  it("a PDF opens in a new tab", async () => {
    await row({ kind: "file", url: "/api/files/a.pdf", fileName: "terms.pdf" });

    const link = screen.getByRole("link", { name: "Open terms.pdf" });
    expect(link).toHaveAttribute("href", "/api/files/a.pdf");
    expect(link).toHaveAttribute("target", "_blank");
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
  });

  // [CH-07]
  it("any other file is fetched and saved under its name", async () => {
    const fetched = vi.fn(async () => new Response("rows", { headers: { "Content-Length": "4" } }));
    vi.stubGlobal("fetch", fetched);
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.href} as ${this.download}`);
    });
    await row({ kind: "file", url: "/api/files/a.xlsx", fileName: "list.xlsx", sizeBytes: 4 });

    await userEvent.click(screen.getByRole("button", { name: /^Download list.xlsx/ }));

    await vi.waitFor(() => expect(saved).toEqual(["blob:file as list.xlsx"]));
    expect(fetched).toHaveBeenCalledWith("/api/files/a.xlsx", expect.anything());
    expect(screen.getByRole("button", { name: /^Download list.xlsx/ })).toBeEnabled();
    vi.unstubAllGlobals();
  });

  // [MS-02]
  it("audio and video play in place", async () => {
    const { container } = await row({ kind: "audio", url: "/api/files/a.mp3", fileName: "a.mp3" });
    const film = await row({ kind: "video", url: "/api/files/a.mp4", fileName: "a.mp4" });

    expect(screen.getByRole("button", { name: "Play" })).toBeEnabled();
    expect(container.querySelector("audio")).toHaveAttribute("src", "/api/files/a.mp3");
    expect(film.container.querySelector("video")).toHaveAttribute("src", "/api/files/a.mp4");
    await isSound(container);
  });
});

const card: Card = {
  look: "goods",
  picture: "/demo/pictures/fern.svg",
  title: "Boston fern",
  subtitle: "",
  description: "In a pot",
  price: "12.50",
  label: "new",
  orderStatus: "",
  orderCode: "",
  orderTime: "",
  url: "https://example.com/ferns",
};

describe("cards", () => {
  // [MS-05] [MS-04]
  it("a card shows its content and opens in a new tab", async () => {
    const { container } = await row({ kind: "card", card });

    const link = screen.getByRole("link");
    expect(link).toHaveAttribute("href", "https://example.com/ferns");
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
    for (const text of ["Boston fern", "In a pot", "12.50", "new", "View product"]) {
      expect(within(link).getByText(text)).toBeVisible();
    }
    await isSound(container);
  });

  // [MS-05]
  it("an order shows its state, number and time", async () => {
    await row({
      kind: "card",
      card: { ...card, look: "order", orderStatus: "sent", orderCode: "FF-1", orderTime: "2026-11-20" },
    });

    expect(screen.getByText("Order number").nextSibling).toHaveTextContent("FF-1");
    expect(screen.getByText("Order status").nextSibling).toHaveTextContent("sent");
    expect(screen.getByText("Ordered on").nextSibling).toHaveTextContent("2026-11-20");
  });

  // [MS-04] [MS-05]
  it("a picture loads from this server or a listed host, and any other is an icon", async () => {
    const elsewhere = "https://pictures.shop.example/fern.png";
    const pictures = async (picture: string) => {
      const { container, unmount } = await row({ kind: "card", card: { ...card, picture } });
      const found = [...container.querySelectorAll("img")].map((image) => image.getAttribute("src"));
      unmount();
      return found;
    };

    expect(await pictures("/demo/fern.svg")).toEqual(["/demo/fern.svg"]);
    expect(await pictures(elsewhere)).toEqual([]);
    allowPictures(["pictures.shop.example"]);
    expect(await pictures(elsewhere)).toEqual([elsewhere]);
    allowPictures([]);
  });

  // [MS-05]
  it("a link card shows its second title and its target", async () => {
    await row({ kind: "card", card: { ...card, look: "link", subtitle: "Watering", price: "", label: "" } });

    expect(screen.getByText("Watering")).toBeVisible();
    expect(screen.getByRole("link")).toHaveAccessibleName(/Open link/);
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "//evil.example", "https://user@evil.example"])(
    "an unsafe card URL gives neither a link nor a picture: %s",
    async (url) => {
      await row({ kind: "card", card: { ...card, url, picture: url } });

      expect(screen.queryByRole("link")).toBeNull();
      expect(screen.queryByRole("img")).toBeNull();
      expect(screen.getByText("Boston fern")).toBeVisible();
    },
  );
});

const form: Form = {
  title: "When may we come?",
  fields: [
    { id: "f1", name: "Name", kind: "line", isRequired: true, options: [] },
    { id: "f2", name: "Tools", kind: "checkboxes", isRequired: false, options: [] },
  ],
  answers: {},
  isFilled: false,
  target: undefined,
};

describe("forms", () => {
  // [MS-06] [MS-07]
  it("a form shows its questions and a button, and later the answers", async () => {
    const { container } = await row({ kind: "form", form }, { id: "v.1.6" });
    await userEvent.click(await screen.findByRole("button", { name: "Fill in" }));
    expect(actions.onFillIn).toHaveBeenCalledWith("v.1.6");
    await isSound(container);

    const filled = { ...form, isFilled: true, answers: { f1: "Ann", f2: ["spade", "pot"] } };
    const done = await row({ kind: "form", form: filled });
    for (const text of ["Filled in", "Ann", "spade", "pot"]) {
      expect(within(done.container).getByText(text)).toBeVisible();
    }
    expect(within(done.container).queryByRole("button")).toBeNull();
  });

  it("a form of an ended chat cannot be filled in, and says so", async () => {
    await row({ kind: "form", form }, {}, { isOpen: false });

    expect(screen.getByText("This form is no longer available")).toBeVisible();
    expect(screen.queryByRole("button")).toBeNull();
  });
});

// [MS-08] [CH-21]
it("choosing a question from a menu asks it", async () => {
  const questions = [{ question: "How fast?", docId: "fast" }];
  const entry = { id: "1", name: "Delivery", link: "", image: "", groups: [{ name: "", questions }] };
  await row({ kind: "menu", title: "What is it about?", entries: [entry] }, { sender: "robot" });

  await userEvent.click(screen.getByRole("button", { name: "How fast?" }));

  expect(screen.getByText("What is it about?")).toBeVisible();
  expect(actions.onAsk).toHaveBeenCalledWith("How fast?", "fast");
});

const button: FlowButton = {
  nodeId: "n7",
  id: "yes",
  itemId: "1",
  name: "Yes",
  bindCode: "wants",
  bindValue: "1",
  link: "",
};

describe("the robot", () => {
  // [MS-10] [MS-11]
  it("an answer shows all its parts and attachments", async () => {
    const { container } = await robotSays({
      parts: [
        text("<p>Hello</p>"),
        { kind: "card", card },
        text("In a day.", "shipping-time"),
        { kind: "form", form },
        text("Bye"),
      ],
      handover: "I will get somebody.",
      references: [{ name: "terms.pdf", url: "/api/files/terms.pdf" }],
      suggestions: [{ question: "And returns?", docId: "" }],
      buttons: [button],
    });

    for (const text of [
      "Hello",
      "Boston fern",
      "In a day.",
      "When may we come?",
      "Bye",
      "I will get somebody.",
    ]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(screen.getByRole("link", { name: "Read the article" })).toHaveAttribute(
      "href",
      "/chat_online/question?docId=shipping-time",
    );
    await userEvent.click(screen.getByRole("button", { name: /^From/ }));
    expect(screen.getByRole("link", { name: "terms.pdf" })).toHaveAttribute("href", "/api/files/terms.pdf");
    await userEvent.click(screen.getByRole("button", { name: "And returns?" }));
    expect(actions.onAsk).toHaveBeenCalledWith("And returns?", "");
    await userEvent.click(screen.getByRole("button", { name: "Yes" }));
    expect(actions.onChoose).toHaveBeenCalledWith(button);
    await isSound(container);
  });

  it("an answer's buttons disappear once the chat continues or ends", async () => {
    const { container } = await robotSays(
      { parts: [text("Is it?")], buttons: [button] },
      {},
      { isNewest: false },
    );
    await robotSays({ parts: [text("Is it?")], buttons: [button] }, {}, { isOpen: false });

    expect(container).toHaveTextContent("Is it?");
    expect(screen.queryByRole("button", { name: "Yes" })).toBeNull();
  });

  it("a button with a URL is a link", async () => {
    await robotSays({ buttons: [{ ...button, link: "https://example.com/" }] });

    expect(screen.getByRole("link", { name: "Yes" })).toHaveAttribute("target", "_blank");
  });

  // [MS-12]
  it.each([
    [true, "up"],
    [false, "down"],
  ] as const)("the visitor can say whether an answer helped: %s", async (isUseful, thumb) => {
    await robotSays({ parts: [text("In a day.")], docId: "d" }, { id: "v.1.3" });

    await userEvent.click(screen.getByRole("button", { name: thumb === "up" ? "Helpful" : "Not helpful" }));

    expect(actions.onRate).toHaveBeenCalledWith("v.1.3", isUseful);
  });

  // [MS-12]
  it.each(["up", "down"] as const)("a rating cannot be changed: %s", async (feedback) => {
    await robotSays({ parts: [text("In a day.")], docId: "d" }, { feedback });

    const thumbs = screen.getAllByRole("button");
    expect(thumbs).toHaveLength(1);
    expect(thumbs[0]).toHaveAttribute("aria-pressed", "true");
    expect(thumbs[0]).toBeDisabled();
    expect(screen.getByText("Thank you for your feedback")).toBeVisible();
  });

  // [MS-12]
  it.each([
    ["2 hides the thumbs", { docId: "d" }, { feedback: "hidden" as const }, true],
    ["the channel does not ask", { docId: "d" }, {}, false],
    ["no document answered", {}, {}, true],
    ["it was no answer", { docId: "d", answerKind: "guide" as const }, {}, true],
  ])("the page does not ask whether an answer helped if %s", async (_, over, entry, canRate) => {
    await robotSays({ parts: [text("In a day.")], ...over }, entry, { canRate });

    expect(screen.queryByRole("button", { name: "Helpful" })).toBeNull();
  });

  it("an answer offers nothing while it is streaming", async () => {
    await robotSays({ parts: [text("In a")], docId: "d" }, { isGrowing: true });

    expect(screen.getByText("In a")).toBeVisible();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
