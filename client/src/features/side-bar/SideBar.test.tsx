import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import * as v from "valibot";
import { expect, it, vi } from "vitest";
import { renderInEnglish } from "../../../test/words";
import { agentCard } from "../../wire/session";
import { sideBar } from "../../wire/sideBar";
import { Carousel } from "./Carousel";
import { SideBar } from "./SideBar";

const config = {
  quickFlag: 1,
  questionFlag: 1,
  adFlag: 1,
  quickList: [
    { name: "Shop", url: "/demo/pictures/monstera.svg", link: "/demo/" },
    { name: "Trick", url: "", link: "javascript:alert(1)" },
  ],
  questionList: [{ question: "Do you deliver on Saturdays?", answer: "Yes, in <b>larger</b> cities." }],
  adList: [
    { url: "/demo/pictures/pots.svg", link: "/demo/#pots" },
    { url: "/demo/pictures/olive.svg", link: "" },
  ],
};
const mia = v.parse(agentCard, {
  adminId: "mia",
  adminNick: "Mia",
  adminCardSign: "Plants, pots and patience",
  adminCardEmail: "mia@example.com",
  adminCardMobile: "13800138000",
  adminCardWechat: "mia-plants",
});
const bar = v.parse(sideBar, JSON.stringify(config));

// [CH-11]
it("the side bar shows quick links, common questions with answers, and the agent's business card", async () => {
  await renderInEnglish(<SideBar bar={bar} agent={mia} />);

  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
    "Quick links",
    "Common questions",
    "Your agent",
  ]);
  expect(within(screen.getByRole("tabpanel")).getAllByRole("link")).toHaveLength(1);
  expect(screen.getByRole("link", { name: "Shop" })).toHaveAttribute("target", "_blank");

  await userEvent.click(screen.getByRole("tab", { name: "Common questions" }));
  await userEvent.click(screen.getByText("Do you deliver on Saturdays?"));
  expect(await screen.findByText("larger")).toBeVisible();

  await userEvent.click(screen.getByRole("tab", { name: "Your agent" }));
  const card = screen.getByRole("region", { name: "Business card" });
  expect(card).toHaveTextContent("Mia");
  expect(card).toHaveTextContent("Plants, pots and patience");
  expect(within(card).getByRole("link", { name: "mia@example.com" })).toHaveAttribute(
    "href",
    "mailto:mia@example.com",
  );
  expect(card).toHaveTextContent("mia-plants");
});

it("without an agent the side bar says so, and it shows only tabs with content", async () => {
  await renderInEnglish(<SideBar bar={v.parse(sideBar, "{}")} agent={undefined} />);

  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(["Your agent"]);
  expect(screen.getByText("No agent is with you yet")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Offers" })).toBeNull();
});

// [CH-11]
it("the offers turn by themselves and by hand, and pause on hover", async () => {
  vi.useFakeTimers();
  await renderInEnglish(<Carousel slides={bar.advertisements} />);
  const offers = screen.getByRole("region", { name: "Offers" });
  const now = () => offers.querySelector<HTMLElement>("ul")?.style.getPropertyValue("--at");

  act(() => void vi.advanceTimersByTime(5000));
  expect(now()).toBe("1");
  fireEvent.pointerEnter(offers);
  act(() => void vi.advanceTimersByTime(20_000));
  expect(now()).toBe("1");
  fireEvent.click(screen.getByRole("button", { name: "Next offer" }));
  expect(now()).toBe("0");
  fireEvent.pointerLeave(offers);
  act(() => void vi.advanceTimersByTime(20_000));
  expect(now()).toBe("0");
  expect(screen.getByRole("link", { name: "1 of 2" })).toHaveAttribute("href", "/demo/#pots");
  vi.useRealTimers();
});

// [MS-15]
it("a broken configuration gives an empty side bar", () => {
  expect(v.parse(sideBar, "[{")).toEqual({ links: undefined, questions: undefined, advertisements: [] });
});
