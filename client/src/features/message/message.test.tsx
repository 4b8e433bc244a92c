import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, it, vi } from "vitest";
import { answer, message } from "../../../test/conversations";
import { renderInEnglish } from "../../../test/words";
import { entryOf } from "../../conversation/entries";
import type { Entry } from "../../conversation/types";
import type { FaqEntry } from "../../wire/channel";
import { FaqMenu } from "./FaqMenu";
import { MessageRow } from "./MessageRow";
import { TipsCard } from "./TipsCard";

const actions = {
  onResend: vi.fn(),
  onDiscard: vi.fn(),
  onOpenImage: vi.fn(),
  onShowQuoted: vi.fn(),
  onAsk: vi.fn(),
  onTransfer: vi.fn(),
  onChoose: vi.fn(),
  onFillIn: vi.fn(),
  onRate: vi.fn(),
  articleHref: (docId: string) => `/question?docId=${docId}`,
};

function row(over: Partial<Entry>, isOpen = true) {
  return renderInEnglish(
    <MessageRow
      entry={{ ...entryOf(message(1)), ...over }}
      isFirstOfRun
      isLastOfRun
      isNewest
      isOpen={isOpen}
      canTransfer
      canRate
      actions={actions}
    />,
  );
}

// [CH-14] [ER-03]
it("a message that was not sent says so, and a tap sends it again", async () => {
  await row({ sender: "visitor", delivery: "failed" });

  await userEvent.click(screen.getByRole("button", { name: "Tap to send again" }));

  expect(screen.getByText("Not sent.")).toBeVisible();
  expect(actions.onResend).toHaveBeenCalledWith("v.1.1");
});

it("a file cannot be sent again after its chat has ended, because a robot accepts none", async () => {
  const content = { kind: "image", url: "blob:x", fileName: "pot.png" } as const;

  await row({ sender: "visitor", delivery: "failed", content }, false);

  expect(screen.getByText("Not sent.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Delete" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Tap to send again" })).toBeNull();
});

// [CH-15]
it("a message that the agent recalled says so and shows no content", async () => {
  await row({ isRecalled: true });

  expect(screen.getByText("The agent withdrew a message")).toBeVisible();
  expect(screen.queryByText("message 1")).toBeNull();
});

it("a visitor's message is shown as text, even if it looks like HTML", async () => {
  const text = '<img src=x onerror="alert(1)"> {{constructor}}';
  const { container } = await row({ sender: "visitor", content: { kind: "text", text } });

  expect(screen.getByText(text)).toBeVisible();
  expect(container.querySelector("img")).toBeNull();
});

// [MS-11] [ST-10]
it("an answer offers the questions the robot may have understood, and an agent if the answer says so", async () => {
  await row({
    sender: "robot",
    content: {
      kind: "answer",
      ...answer({
        answerKind: "unknown",
        suggestions: [{ question: "How do I return something?", docId: "returns" }],
        transferOffer: "button",
      }),
    },
  });

  await userEvent.click(await screen.findByRole("button", { name: "How do I return something?" }));
  await userEvent.click(screen.getByRole("button", { name: "Talk to an agent" }));

  expect(screen.getByText(/I don't know that yet/)).toBeVisible();
  expect(actions.onAsk).toHaveBeenCalledWith("How do I return something?", "returns");
  expect(actions.onTransfer).toHaveBeenCalledOnce();
});

// [MS-15]
it("an unknown kind of message is shown as a line", async () => {
  await row({ content: { kind: "unsupported" } });

  expect(screen.getByText("This message cannot be shown here")).toBeVisible();
});

const faq: FaqEntry = {
  id: "faq",
  name: "Popular questions",
  link: "javascript:alert(1)",
  image: "",
  groups: [
    {
      name: "Delivery",
      questions: [1, 2, 3, 4, 5, 6, 7].map((n) => ({ question: `Question ${n}`, docId: `d${n}` })),
    },
    { name: "Plants", questions: [{ question: "Which pot?", docId: "pot" }] },
  ],
};

// [CH-21]
it("frequent questions are shown five at a time and in a cycle, separately for each topic", async () => {
  const onAsk = vi.fn();
  const { container } = await renderInEnglish(<FaqMenu faq={faq} onAsk={onAsk} />);
  const shown = () => screen.getAllByRole("listitem").map((item) => item.textContent);
  const change = screen.getByRole("button", { name: "Show others" });

  expect(shown()).toEqual(["Question 1", "Question 2", "Question 3", "Question 4", "Question 5"]);
  await userEvent.click(change);
  expect(shown()).toEqual(["Question 6", "Question 7"]);
  await userEvent.click(change);
  expect(shown()[0]).toBe("Question 1");
  await userEvent.click(screen.getByRole("tab", { name: "Plants" }));
  await userEvent.click(screen.getByRole("button", { name: "Which pot?" }));

  expect(onAsk).toHaveBeenCalledWith("Which pot?", "pot");
  expect(screen.queryByRole("link")).toBeNull();
  expect((await axe.run(container, { rules: { region: { enabled: false } } })).violations).toEqual([]);
});

// [CH-21]
it("the menu's label is a link, and its picture is shown", async () => {
  const shown = { ...faq, link: "https://shop.example.com/help", image: "/demo/fern.svg" };
  const { container } = await renderInEnglish(<FaqMenu faq={shown} onAsk={vi.fn()} />);

  const link = screen.getByRole("link", { name: "Popular questions" });
  expect(link).toHaveAttribute("href", "https://shop.example.com/help");
  expect(container.querySelector("img")).toHaveAttribute("src", "/demo/fern.svg");
});

// [CH-22]
it("suggestions for a first message are shown, and a chosen one is sent", async () => {
  const onSay = vi.fn();
  const tips = [{ text: "What is it about?", btnList: ["My order", "My plants"] }];
  await renderInEnglish(<TipsCard tips={tips} onSay={onSay} />);

  expect(screen.getByText("What is it about?")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "My plants" }));

  expect(onSay).toHaveBeenCalledExactlyOnceWith("My plants");
});
