import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { isSound, Refusal, visit } from "../../../test/visitorPages";

// [LM-10]
it("is headed by the question, and opens what carries a link in a new window", async () => {
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
it("opens nothing that is no address", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const { user } = await visit("/question?docId=x", {
    getRobotDoc: () => ({ docQuestion: "Q", docAnswer: '<p><span link="javascript:bad()">Press</span></p>' }),
  });

  await user.click(await screen.findByText("Press"));

  expect(open).not.toHaveBeenCalled();
});

// [LM-10]
it("says the server's words where there is none", async () => {
  const { container } = await visit("/question?docId=x", {
    getRobotDoc: () => new Refusal(404, "no such document"),
  });

  expect(await screen.findByText("no such document")).toBeVisible();
  await isSound(container);
});

it("says in the reader's language alone that there is none, where the server has nothing more to say", async () => {
  const { container } = await visit("/question?docId=x", {
    getRobotDoc: () => new Refusal(404, "not found"),
  });

  expect(await screen.findByRole("heading", { name: "This article was not found" })).toBeVisible();
  expect(screen.queryByText("not found")).toBeNull();
  await isSound(container);
});

it("says when nobody was reached, and asks again when told to", async () => {
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
