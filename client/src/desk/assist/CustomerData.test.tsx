import { screen, within } from "@testing-library/react";
import axe from "axe-core";
import { describe, expect, it, vi } from "vitest";
import { openTalk, VISITOR } from "../../../test/desk";
import { ApiError } from "../../api/http";
import { allowPictures } from "../../lib/links";
import type { CustomerContext } from "../../wire/customer";

const NOTHING: CustomerContext = {
  state: "known",
  fields: [],
  links: [],
  pictures: [],
  askedAt: Date.UTC(2026, 5, 1, 10, 30),
  problem: "status",
};

const panel = () => within(screen.getByRole("region", { name: "From the shop's system" }));

describe("what the shop's system knows", () => {
  it("is shown beside the visitor, and asked again on request", async () => {
    const known: CustomerContext = {
      ...NOTHING,
      fields: [
        { label: "Orders", value: "12" },
        { label: "Orders", value: "of them open: 1" },
      ],
      links: [
        { label: "In the shop", url: "https://shop.example.com/4711" },
        { label: "A script", url: "javascript:alert(1)" },
      ],
    };
    const customer = vi.fn().mockResolvedValue(known);
    const { user } = await openTalk({ customer });

    expect(await screen.findByText("of them open: 1")).toBeInTheDocument();
    const link = panel().getByRole("link", { name: "In the shop" });
    expect(link).toHaveAttribute("href", "https://shop.example.com/4711");
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
    expect(panel().getByText("A script").closest("a")).not.toHaveAttribute("href");
    expect((await axe.run(document.body)).violations).toEqual([]);
    expect(customer).toHaveBeenLastCalledWith(VISITOR, false);

    await user.click(panel().getByRole("button", { name: "Ask again" }));

    expect(customer).toHaveBeenLastCalledWith(VISITOR, true);
  });

  it("a picture of the shop's hosts is loaded late and without a referrer; others are links", async () => {
    const me = async () => ({
      agent: { id: "mia", nick: "Mia", face: "", role: "agent", groupIds: [], capacity: 2 },
      status: "offline" as const,
      groups: [],
      pictureHosts: ["pictures.example.com"],
      sendsMail: false,
      shopName: "",
      hasModel: false,
    });
    const pictures = [
      { label: "Fern", url: "https://pictures.example.com/fern.jpg" },
      { label: "Moss", url: "https://elsewhere.example.com/moss.jpg" },
    ];
    await openTalk({ me, customer: async () => ({ ...NOTHING, pictures }) });

    const picture = await screen.findByRole("img", { name: "Fern" });
    expect(picture).toHaveAttribute("loading", "lazy");
    expect(picture).toHaveAttribute("referrerpolicy", "no-referrer");
    expect(screen.queryByRole("img", { name: "Moss" })).not.toBeInTheDocument();
    expect(panel().getByRole("link", { name: "Moss" })).toHaveAttribute("href", pictures[1]?.url);
    allowPictures([]);
  });

  it("an answer that did not come is said, and can be tried again", async () => {
    const customer = vi
      .fn()
      .mockResolvedValueOnce({ ...NOTHING, state: "failed", problem: "tooSlow" })
      .mockResolvedValueOnce(NOTHING);
    const { user } = await openTalk({ customer });

    const words = await screen.findByText("The shop's system did not answer within 2 s.");
    expect(words.closest("[role=alert]")).not.toBeNull();
    await user.click(panel().getByRole("button", { name: "Try again" }));

    expect(await screen.findByText("The shop's system has nothing to show.")).toBeInTheDocument();
  });

  it.each([
    ["anonymous", "The shop did not identify this visitor."],
    ["unknown", "The shop's system does not know this customer."],
  ] as const)("%s is said in words", async (state, words) => {
    await openTalk({ customer: async () => ({ ...NOTHING, state }) });

    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it("asking too often and a server without an answer are said apart", async () => {
    const customer = vi
      .fn()
      .mockRejectedValueOnce(new ApiError("unreachable", ""))
      .mockRejectedValueOnce(new ApiError("tooMany", ""));
    const { user } = await openTalk({ customer });

    await user.click(await screen.findByRole("button", { name: "Try again" }));

    expect(await screen.findByText("You asked too often. Wait a minute.")).toBeInTheDocument();
  });

  it("a shop without such a system has no such section", async () => {
    await openTalk();

    expect(screen.queryByText("From the shop's system")).not.toBeInTheDocument();
  });
});
