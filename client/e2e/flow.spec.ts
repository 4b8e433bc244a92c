import { Administration } from "./administration";
import { type Orders, openOrders } from "./endpoint";
import { test as base, expect } from "./fixtures";
import { startServer } from "./server";

/** Replaces the flow in the demo's menu: buttons and a form that set variables, and a service call. */
function flow(orders: string) {
  const button = (itemId: string, name: string, bindValue: string, next: string) => ({
    id: `b${itemId}`,
    itemId,
    name,
    bingCode: "topic",
    bindValue,
    next,
  });
  return {
    flowId: "where-is-my-order",
    version: 1,
    robotNo: "fern",
    name: "Repair my tool",
    triggers: ["Repair my tool"],
    start: "topic",
    nodes: [
      {
        nodeId: "topic",
        replySource: "BUTTONS",
        answer: "What is broken?",
        itemList: [
          button("1", "The shears", "shears", "number"),
          button("2", "The trowel", "trowel", "number"),
        ],
      },
      {
        nodeId: "number",
        replySource: "FROM_REPLY",
        answer: {
          referGuide: "Which repair is it?",
          fromFields: [{ fieldId: "ticket", fieldName: "Ticket", fieldType: 1, requiredStatus: 1 }],
        },
        next: "look",
      },
      {
        nodeId: "look",
        replySource: "TEXT_REPLY",
        answer: "Your {topic} with ticket {ticket}: {status}.",
        request: {
          url: `http://${orders}/repairs`,
          method: "POST",
          bodyType: "json",
          values: { ticket: "{ticket}", tool: "{topic}" },
          takes: { status: "status" },
          failed: "failed",
        },
        next: "more",
      },
      { nodeId: "failed", replySource: "TEXT_REPLY", answer: "The workshop does not answer.", next: "more" },
      {
        nodeId: "more",
        replySource: "BUTTONS",
        answer: "Anything else?",
        itemList: [button("1", "Another tool", "another", "topic"), button("2", "That is all", "all", "bye")],
      },
      { nodeId: "bye", replySource: "END", answer: "Happy gardening!" },
    ],
  };
}

/** A menu bar above the input: a menu whose buttons have no text above them. */
const MENU = {
  flowId: "menu",
  robotNo: "fern",
  name: "Menu",
  triggers: ["Show me the menu"],
  start: "hello",
  nodes: [
    { nodeId: "hello", replySource: "TEXT_REPLY", answer: "Choose below.", next: "bar" },
    {
      nodeId: "bar",
      replySource: "BUTTONS",
      itemList: [
        { id: "hours", itemId: "1", name: "Opening hours", next: "hours" },
        { id: "bye", itemId: "2", name: "Goodbye", next: "bye" },
      ],
    },
    { nodeId: "hours", replySource: "TEXT_REPLY", answer: "We are there from nine to six.", next: "bar" },
    { nodeId: "bye", replySource: "END", answer: "See you among the ferns." },
  ],
};

const test = base.extend<{ orders: Orders }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  orders: async ({}, use) => {
    const orders = await openOrders();
    await use(orders);
    await orders.close();
  },

  server: async ({ orders }, use) => {
    const server = await startServer([orders.host]);
    const administration = await Administration.of(server.url);
    await administration.call("flows/put", flow(orders.host));
    await administration.call("flows/put", MENU);
    await use(server);
    await server.remove();
  },
});

test("[RB-03] a flow runs through buttons, a form and a service to its end, over a killed server @phone", async ({
  server,
  visitor,
  orders,
}) => {
  const anna = await visitor();
  /** Presses by keyboard: a new message still scrolls into view, and a click could miss it. */
  const press = async (name: string) => {
    const button = anna.chat.getByRole("button", { name, exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    await button.press("Enter");
  };
  await press("Where is my order?");
  await anna.sees("What is broken?");
  await press("The shears");
  await press("Fill in");
  const form = anna.chat.getByRole("dialog");
  const ticket = form.getByRole("textbox", { name: /^Ticket/ });
  await expect(ticket).toBeVisible();

  await server.kill();
  await server.restart();
  await ticket.fill("R-17");
  await form.getByRole("button", { name: "Submit" }).click();
  await expect.poll(orders.wasAsked).toHaveLength(1);
  expect(JSON.parse(orders.wasAsked()[0] ?? "{}")).toEqual({ ticket: "R-17", tool: "shears" });
  orders.tells("sharpened");
  await anna.sees("Your shears with ticket R-17: sharpened.");

  await server.kill();
  await server.restart();
  await press("That is all");
  await anna.sees("Happy gardening!");
  await anna.page.reload();

  await expect(anna.log).toBeVisible();
  await anna.sees("Happy gardening!");
  await anna.sees("Your shears with ticket R-17: sharpened.");
});

test("[RB-03] a question during a flow is answered from the documents, and the form stays", async ({
  visitor,
}) => {
  const anna = await visitor();
  await anna.write("repair my tool");
  await anna.chat.getByRole("button", { name: "The trowel", exact: true }).click();
  await anna.sees("Which repair is it?");

  await anna.write("How fast do you ship?");

  await anna.sees(/within one working day/);
  await expect(anna.chat.getByRole("button", { name: "Fill in" })).toBeVisible();
});

test("[MS-08] buttons without a text are a bar above the input, which stays during the conversation @phone", async ({
  visitor,
  agent,
}) => {
  const mia = await agent("mia", 1);
  const anna = await visitor();
  const bar = anna.chat.getByRole("navigation", { name: "Assistant menu" });
  await expect(bar).toBeHidden();
  await anna.write("Show me the menu");
  await anna.sees("Choose below.");
  await expect(bar.getByRole("button")).toHaveText(["Opening hours", "Goodbye"]);
  await expect(anna.log.getByRole("button", { name: "Opening hours" })).toHaveCount(0);

  await bar.getByRole("button", { name: "Opening hours" }).press("Enter");
  await anna.sees("We are there from nine to six.");
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);
  await anna.page.reload();
  await bar.getByRole("button", { name: "Goodbye" }).press("Enter");
  await anna.sees("See you among the ferns.");

  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await expect(bar).toBeHidden();
  await mia.open();
});
