import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { isSound, Refusal, visit } from "../../../test/visitorPages";

// [LM-10]
it("has the question as its heading, and opens elements with a link in a new window", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const { user, container } = await visit("/question?docId=shipping&channelId=demo", {
    getRobotDoc: () => ({
      docQuestion: "How fast do you ship?",
      docAnswer: '<p>In <b>a day</b>. <span link="https://shop.example/map">See where</span></p>',
    }),
  });

  expect(await screen.findByRole("heading", { name: "How fast do you ship?" })).toBeVisible();
  await waitFor(() => expect(document.title).toBe("How fast do you ship?"));
  expect((await screen.findByText("a day")).tagName).toBe("B");
  const link = await screen.findByRole("link", { name: "See where" });
  await isSound(container);
  await user.click(link);
  link.focus();
  await user.keyboard("{Enter}");

  expect(open.mock.calls).toEqual([
    ["https://shop.example/map", "_blank", "noopener,noreferrer"],
    ["https://shop.example/map", "_blank", "noopener,noreferrer"],
  ]);
});

// [LM-10]
it("does not open an invalid link", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const { user } = await visit("/question?docId=x", {
    getRobotDoc: () => ({ docQuestion: "Q", docAnswer: '<p><span link="javascript:bad()">Press</span></p>' }),
  });

  await user.click(await screen.findByText("Press"));

  expect(open).not.toHaveBeenCalled();
});

// [LM-10]
it("shows the server's message if there is no article", async () => {
  const { container } = await visit("/question?docId=x", {
    getRobotDoc: () => new Refusal(404, "no such document"),
  });

  expect(await screen.findByText("no such document")).toBeVisible();
  await isSound(container);
});

it("shows only the localized message if the server gives no details", async () => {
  const { container } = await visit("/question?docId=x", {
    getRobotDoc: () => new Refusal(404, "not found"),
  });

  expect(await screen.findByRole("heading", { name: "This article was not found" })).toBeVisible();
  expect(screen.queryByText("not found")).toBeNull();
  await isSound(container);
});

it("shows that the server was not reached, and retries on request", async () => {
  const article = { docQuestion: "How fast do you ship?", docAnswer: "In a day" };
  const answers = [
    () => Promise.reject(new TypeError("no network")),
    () => new Refusal(503, "full"),
    () => article,
  ];
  const { container, user } = await visit("/question?docId=shipping", {
    getRobotDoc: () => answers.shift()?.(),
  });

  expect(await screen.findByRole("alert")).toHaveTextContent("Network connection error");
  await isSound(container);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await user.click(await screen.findByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("heading", { name: "How fast do you ship?" })).toBeVisible();
});
