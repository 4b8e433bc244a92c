import * as v from "valibot";
import { expect, it } from "vitest";
import { channel } from "../../wire/channel";
import { menuSize, quickMenu } from "./quickMenu";

const read = (over: Record<string, unknown>) => v.parse(channel, over);
const kinds = (
  over: Record<string, unknown>,
  phase: "robot" | "manual" | "queued" = "robot",
  canEnd = true,
) => quickMenu(read(over), phase, canEnd).map((entry) => entry.action.kind);

const all = { transferUserMode: 1, evaluateMode: 1, leaveMsgMode: 1 };

// [CH-08]
it("the channel's switches add buttons to the tenant's", () => {
  const plan = {
    menus: [{ menuType: 0, menuName: "Sizes", msgText: "Which sizes are there?", docId: "sizes" }],
  };

  expect(kinds({ chatMenuConfigPlan: plan })).toEqual(["ask"]);
  expect(kinds({ chatMenuConfigPlan: plan, ...all })).toEqual([
    "ask",
    "transfer",
    "evaluate",
    "leaveMessage",
  ]);
});

// [CH-08] [ST-01]
it("only a visitor who talks to the robot is offered an agent", () => {
  expect(kinds(all, "robot")).toContain("transfer");
  expect(kinds(all, "queued")).not.toContain("transfer");
  expect(kinds(all, "manual")).toEqual(["evaluate", "leaveMessage"]);
});

it("a button is shown once, and only if its switch allows it", () => {
  const plan = { menus: [1, 3, 4, 5].map((menuType) => ({ menuType, menuName: `Type ${menuType}` })) };

  expect(kinds({ chatMenuConfigPlan: plan, ...all })).toEqual([
    "transfer",
    "close",
    "evaluate",
    "leaveMessage",
  ]);
  expect(kinds({ chatMenuConfigPlan: plan })).toEqual(["close"]);
  expect(kinds({ chatMenuConfigPlan: plan }, "robot", false)).toEqual([]);
});

// [CH-09]
it("every known type of button is read, and unknown ones are left out", () => {
  const menus = [
    { menuType: 0, menuName: "Ask", msgText: "Where is my order?" },
    { menuType: 6, menuName: "Shop", labelLink: "https://shop.example.com/" },
    { menuType: 7, menuName: "Hours", menuNamed: "When are you open?", msgText: "From nine to six." },
    { menuType: 2, menuName: "Nothing" },
    "nonsense",
  ];

  expect(read({ chatMenuConfigPlan: { menus } }).menus.map((item) => item.action)).toEqual([
    { kind: "ask", text: "Where is my order?", docId: "" },
    { kind: "open", link: "https://shop.example.com/" },
    { kind: "answer", question: "When are you open?", answer: "From nine to six." },
  ]);
  expect(read({ chatMenuConfigPlan: null }).menus).toEqual([]);
});

// [CH-08]
it("more buttons are smaller", () => {
  expect([1, 2, 3, 4, 5, 9].map(menuSize)).toEqual(["large", "large", "normal", "normal", "small", "small"]);
});
