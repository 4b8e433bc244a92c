import { screen, waitFor, within } from "@testing-library/react";
import * as v from "valibot";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible, ready, renderAdmin } from "../../../../test/admin";
import { ApiError } from "../../../api/http";
import type { Thing } from "../../../wire/admin";
import { recordsOf } from "./flow";

const robot: Thing = { version: 1, robotNo: "fern", robotName: "Fern" };
const order: Thing = {
  version: 3,
  flowId: "order",
  robotNo: "fern",
  name: { en: "My order", zh: "订单" },
  triggers: ["Where is it?"],
  start: "ask",
  nodes: [
    {
      nodeId: "ask",
      replySource: "BUTTONS",
      answer: "<p>Which one?</p>",
      itemList: [
        { id: "b1", itemId: "1", name: "Late", next: "sorry" },
        { id: "b2", itemId: "2", name: "Bye", next: "bye" },
      ],
    },
    { nodeId: "sorry", replySource: "TEXT_REPLY", answer: "So sorry", next: "bye" },
    { nodeId: "bye", replySource: "END", answer: "Good bye" },
  ],
};

const shelf = () => ({ robots: [robot], flows: [structuredClone(order)] });

async function openList(asked: Parameters<typeof renderAdmin>[0] = {}) {
  const view = await renderAdmin({ path: "/flows/order", shelf: shelf(), ...asked });
  await ready();
  await view.user.click(await screen.findByRole("button", { name: "List" }));
  return view;
}

const step = (name: RegExp) =>
  within(screen.getByRole("list", { name: "Steps" })).getByRole("button", { name });
const item = (name: RegExp) => step(name).closest("li") ?? document.body;

/** A server that goes through the flow `order`. */
async function openTrial() {
  const step = { replies: [], variables: {}, requests: [], expected: true };
  const itemList = [{ id: "b1", itemId: "1", name: "Late" }];
  const answers = JSON.stringify([
    { replySource: "BUTTONS", nodeId: "ask", answer: "<p>Which one?</p>", itemList },
  ]);
  const start = { ...step, replies: [{ answer: "", answers }], nodeId: "ask", awaits: "choice" };
  const walk = (said: readonly { text?: string }[]) =>
    said.map((act) =>
      act.text
        ? { ...step, nodeId: "sorry", awaits: "nothing", lostAt: "sorry" }
        : { ...step, nodeId: "bye", awaits: "nothing" },
    );
  const call = vi.fn(async (name: string, body: { said: [] }, shape: v.GenericSchema) =>
    v.parse(shape, name === "flows/try" ? { steps: [start, ...walk(body.said)] } : { problems: [] }),
  );
  const view = await openList({ api: { call: call as never } });
  await view.user.click(screen.getByRole("button", { name: "Try it" }));
  return { ...view, call };
}

describe("the list of flows", () => {
  it("shows each flow with its robot, sentences and state", async () => {
    await renderAdmin({ path: "/flows", shelf: shelf() });

    const link = await screen.findByRole("link", { name: /My order/ });
    const row = link.closest("li");
    await waitFor(() => expect(row).toHaveTextContent("Fern · 3 steps"));
    expect(screen.getByText("Starts by itself")).toBeInTheDocument();
    await expectAccessible();
  });

  it("teaches when it is empty, and begins with an example that can be saved", async () => {
    const { user, api, history } = await renderAdmin({ path: "/flows", shelf: { robots: [robot] } });

    await user.click(await screen.findByRole("button", { name: "Begin with “Where is my order?”" }));
    await user.click(await screen.findByRole("button", { name: "Save" }));

    await waitFor(() => expect(history.at(-1)).toMatch(/\/flows\/flow-\w+$/));
    expect(api.put).toHaveBeenCalledWith(
      "flows",
      expect.objectContaining({ version: 0, robotNo: "fern", name: "Where is my order?", start: "topic" }),
    );
  });

  it("removes a flow, and brings it back", async () => {
    const { user } = await renderAdmin({ path: "/flows", shelf: shelf() });

    await user.click(await screen.findByRole("button", { name: "Actions for My order" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    expect(screen.queryByRole("link", { name: /My order/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Undo" }));

    expect(await screen.findByRole("link", { name: /My order/ })).toBeInTheDocument();
  });
});

describe("a flow", () => {
  it("is drawn with a card for each step", async () => {
    const { user } = await renderAdmin({ path: "/flows/order", shelf: shelf() });

    const card = await screen.findByLabelText("Buttons: Which one?");
    expect(within(card).getByText("Late")).toBeInTheDocument();
    expect(screen.getByLabelText("Message: So sorry")).toBeInTheDocument();
    card.focus();
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("region", { name: "Buttons" })).toBeInTheDocument();
    await expectAccessible();
  });

  it("arrows move between the steps, Enter edits, C connects and Delete removes", async () => {
    const { user } = await renderAdmin({ path: "/flows/order", shelf: shelf() });
    (await screen.findByLabelText("Buttons: Which one?")).focus();

    await user.keyboard("{ArrowRight}");
    await waitFor(() => expect(screen.getByLabelText("Message: So sorry")).toHaveFocus());
    await user.keyboard("c");
    await waitFor(() => expect(screen.getByRole("combobox", { name: "Then" })).toHaveFocus());
    screen.getByLabelText("Message: So sorry").focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Text" })).toHaveFocus());
    screen.getByLabelText("Message: So sorry").focus();
    await user.keyboard("{Delete}");

    expect(screen.queryByLabelText("Message: So sorry")).not.toBeInTheDocument();
    await user.keyboard("{Control>}z{/Control}");
    expect(await screen.findByLabelText("Message: So sorry")).toBeInTheDocument();
    await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    await waitFor(() => expect(screen.queryByLabelText("Message: So sorry")).not.toBeInTheDocument());
  });

  it("is a list of the same steps, where each way is a choice", async () => {
    const { user, api } = await openList();
    await expectAccessible();

    await user.selectOptions(
      within(item(/^Buttons.*Which one/)).getByRole("combobox", { name: "Late" }),
      "End: Good bye",
    );
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).not.toBeInTheDocument());
    expect(api.put).toHaveBeenCalledWith(
      "flows",
      expect.objectContaining({
        version: 3,
        nodes: expect.arrayContaining([
          expect.objectContaining({
            nodeId: "ask",
            itemList: [expect.objectContaining({ next: "bye" }), expect.anything()],
          }),
        ]),
      }),
    );
  });

  it("a new step is put into a way", async () => {
    const { user } = await openList();

    await user.selectOptions(
      within(item(/^Message.*So sorry/)).getByRole("combobox", { name: "Then" }),
      "A new step…",
    );
    await user.click(await screen.findByRole("button", { name: /^Hand over to an agent/ }));

    expect(within(item(/^Message.*So sorry/)).getByRole("combobox", { name: "Then" })).toHaveDisplayValue(
      /Hand over to an agent/,
    );
  });

  it("a step's fields change the flow, and undo takes the typing back", async () => {
    const { user } = await openList();

    await user.click(step(/^Message.*So sorry/));
    await user.type(screen.getByRole("textbox", { name: "Text" }), "!!");
    expect(step(/^Message.*So sorry!!/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Undo" }));

    expect(screen.getByRole("textbox", { name: "Text" })).toHaveTextContent(/^So sorry$/);
    expect(screen.queryByRole("button", { name: "Save" })).not.toBeInTheDocument();
  });

  it("a message has formats, and stays as it is when it is only opened", async () => {
    const { user, api } = await openList();
    await user.click(step(/^Message.*So sorry/));
    const tools = await screen.findByRole("toolbar", { name: /Text/ });
    expect(screen.queryByRole("button", { name: "Save" })).not.toBeInTheDocument();

    await user.click(within(tools).getByRole("button", { name: "Bullets" }));
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(api.put).toHaveBeenCalled());
    const [, flow] = vi.mocked(api.put).mock.calls[0] ?? [];
    expect(flow).toMatchObject({ nodes: [{}, { answer: "<ul><li><p>So sorry</p></li></ul>" }, {}] });
  });

  it("a step gets another name, and the ways follow", async () => {
    const { user } = await openList();

    await user.click(step(/^End.*Good bye/));
    await user.click(screen.getByRole("button", { name: "More" }));
    const name = screen.getByRole("textbox", { name: "Step's name" });
    await user.clear(name);
    await user.type(name, "ask{Enter}");
    expect(screen.getByText("Another step has this name.")).toBeInTheDocument();
    await user.clear(name);
    await user.type(name, "farewell{Enter}");

    expect(within(item(/^Message.*So sorry/)).getByRole("combobox", { name: "Then" })).toHaveValue(
      "farewell",
    );
  });

  it("shows what the server refuses at the step, and leads there", async () => {
    const faults = [
      { field: "nodes[1].answer", message: "is too long" },
      { field: "nodes[0].itemList[1].next", message: "leads nowhere" },
    ];
    const put = vi.fn().mockRejectedValue(new ApiError("invalid", "x", undefined, faults));
    const { user } = await openList({ api: { put } });
    await user.click(step(/^Message.*So sorry/));
    await user.type(screen.getByRole("textbox", { name: "Text" }), "!");

    await user.click(screen.getByRole("button", { name: "Save" }));
    await user.click(await screen.findByRole("button", { name: "2 problems to correct" }));
    expect(within(item(/^Buttons.*Which one/)).getByText("leads nowhere")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: /is too long/ }));

    await waitFor(() => expect(screen.getByRole("textbox", { name: "Text" })).toHaveFocus());
    await user.keyboard("x");
    expect(await screen.findByRole("button", { name: "1 problem to correct" })).toBeInTheDocument();
  });

  it("asks the server what is wrong while it is drawn", async () => {
    const call = vi.fn(async () => [{ field: "nodes[2].answer", message: "needs words" }]) as never;
    await openList({ api: { call } });

    expect(await screen.findByRole("button", { name: "1 problem to correct" })).toBeInTheDocument();
    expect(call).toHaveBeenCalledWith(
      "flows/check",
      { flow: expect.objectContaining({ flowId: "order" }) },
      expect.anything(),
      expect.anything(),
    );
  });

  it("says what is wrong in the reader's words, and names steps as they are drawn", async () => {
    const problems = [
      {
        field: "nodes[1].next",
        message: "'sorry' leads to ''",
        code: "leadsNowhere",
        about: { nodes: [""] },
      },
      {
        field: "nodes[0].next",
        message: "'ask' → 'sorry'",
        code: "loop",
        about: { nodes: ["ask", "sorry"] },
      },
      { field: "nodes[2].answer", message: "needs a hat", code: "hatless" },
    ];
    const call = vi.fn(async (_name: string, _body: unknown, shape: v.GenericSchema) =>
      v.parse(shape, { problems }),
    );
    const { user } = await openList({ api: { call: call as never } });

    await user.click(await screen.findByRole("button", { name: "3 problems to correct" }));
    const list = within(screen.getByRole("region", { name: "Problems" }));
    expect(list.getByRole("button", { name: /^Message: So sorry/ })).toHaveTextContent(
      "This way leads nowhere. Choose the step that comes next.",
    );
    expect(list.getByRole("button", { name: /^Buttons: Which one/ })).toHaveTextContent(
      "without asking: Buttons: Which one? → Message: So sorry.",
    );
    expect(list.getByRole("button", { name: /^End: Good bye/ })).toHaveTextContent("needs a hat");
  });

  it("a step without words is known by its kind and number, never by its id", async () => {
    const bare = structuredClone(order);
    bare.nodes = [
      ...recordsOf(order.nodes),
      { nodeId: "bare", replySource: "BUTTONS", answer: "", itemList: [] },
      { nodeId: "quiet", replySource: "END", answer: "" },
    ];
    const problems = [{ field: "nodes[3].itemList", message: "needs a button", code: "buttonless" }];
    const call = vi.fn(async (_name: string, _body: unknown, shape: v.GenericSchema) =>
      v.parse(shape, { problems }),
    );
    const { user } = await openList({
      shelf: { robots: [robot], flows: [bare] },
      api: { call: call as never },
    });

    expect(step(/^Buttons 2.*No text/)).toBeInTheDocument();
    expect(step(/^End 2.*No text/)).toBeInTheDocument();
    expect(step(/^Buttons.*Which one/)).not.toHaveTextContent("Buttons 1");
    expect(screen.queryByText(/bare|quiet/)).not.toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "1 problem to correct" }));
    const list = within(screen.getByRole("region", { name: "Problems" }));
    expect(list.getByRole("button", { name: /^Buttons 2/ })).toHaveTextContent("needs a button");
  });

  it("a new one is quiet until somebody works on it", async () => {
    const problem = { field: "name", message: "must not be empty", code: "empty" };
    const call = vi.fn(async (_name: string, _body: unknown, shape: v.GenericSchema) =>
      v.parse(shape, { problems: [problem] }),
    );
    const api = { call: call as never };
    const { user } = await renderAdmin({ path: "/flows/new", shelf: { robots: [robot] }, api });
    await expectAccessible();
    await user.click(await screen.findByRole("link", { name: /^Empty flow/ }));
    await user.click(await screen.findByRole("button", { name: "List" }));
    expect(call).not.toHaveBeenCalled();

    await user.click(screen.getByRole("button", { name: "Add a sentence" }));

    expect(await screen.findByRole("button", { name: "1 problem to correct" })).toBeInTheDocument();
  });

  it("a service of a step answers what the author chooses, and never is called", async () => {
    const asking = structuredClone(order);
    asking.nodes = [
      {
        nodeId: "look",
        replySource: "TEXT_REPLY",
        answer: "It is {state}",
        next: "bye",
        request: { url: "https://x.example.com", takes: { status: "state" }, failed: "bye" },
      },
      { nodeId: "bye", replySource: "END", answer: "Good bye" },
    ];
    const step = {
      replies: [],
      variables: {},
      requests: ["look"],
      expected: true,
      nodeId: "bye",
      awaits: "nothing",
    };
    const call = vi.fn(async (name: string, _body: unknown, shape: v.GenericSchema) =>
      v.parse(shape, name === "flows/try" ? { steps: [step] } : { problems: [] }),
    );
    const shelf = { robots: [robot], flows: [{ ...asking, start: "look" }] };
    const { user } = await openList({ shelf, api: { call: call as never } });
    await user.click(screen.getByRole("button", { name: "Try it" }));

    const choice = within(await screen.findByRole("group", { name: /asks your service/ }));
    expect(choice.getByRole("radio", { name: "It fails" })).toBeChecked();
    await user.click(choice.getByRole("radio", { name: "It answers" }));
    await user.type(choice.getByRole("textbox", { name: "status" }), "late");

    await waitFor(() =>
      expect(call).toHaveBeenCalledWith(
        "flows/try",
        expect.objectContaining({ pretend: { look: { status: "late" } } }),
        expect.anything(),
        expect.anything(),
      ),
    );
    await expectAccessible();
  });

  it("is tried as it is drawn: buttons, the place in the flow, and one step back", async () => {
    const { user, call } = await openTrial();
    expect(await screen.findByText("Which one?", { selector: "[role=log] *" })).toBeInTheDocument();
    expect(item(/^Buttons.*Which one/)).toHaveAttribute("data-visited");

    await user.click(screen.getByRole("button", { name: "Late" }));
    expect(await screen.findByText("The flow ends here.")).toBeInTheDocument();
    expect(item(/^End.*Good bye/)).toHaveAttribute("data-visited");
    const said = [{ nodeId: "ask", itemId: "1" }];
    expect(call).toHaveBeenCalledWith(
      "flows/try",
      expect.objectContaining({ said, flow: expect.objectContaining({ flowId: "order" }) }),
      expect.anything(),
      expect.anything(),
    );
    await expectAccessible();

    await user.click(screen.getByRole("button", { name: "One step back" }));
    await waitFor(() => expect(item(/^Buttons.*Which one/)).toHaveAttribute("data-visited"));
  });

  it("names the step without a way on while it is tried", async () => {
    const { user } = await openTrial();
    await user.type(await screen.findByRole("textbox", { name: "Write as a visitor" }), "Bye{Enter}");

    expect(await screen.findByRole("alert")).toHaveTextContent(/There is no way on from .*So sorry/);
    expect(item(/^Message.*So sorry/)).toHaveAttribute("data-visited");
  });

  it("a flow that does not exist says so", async () => {
    await renderAdmin({ path: "/flows/nothing", shelf: shelf() });
    expect(await screen.findByRole("heading", { name: "There is no such page" })).toBeInTheDocument();
  });
});
