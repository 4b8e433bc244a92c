import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type Answers,
  type Body,
  channel,
  golden,
  isSound,
  Refusal,
  visit,
} from "../../../test/visitorPages";

const nothing = () => ({});
const agent = { status: 2, adminNick: "Mia" };

/** The calls of a chat whose server holds every poll. */
function chat(over: Body = {}, started: Body = {}, answers: Answers = {}): Answers {
  return {
    channelInfo: () => channel({ leaveMsgMode: 0, ...over }),
    chatStart: () => ({ ...golden("visitor/chatStart"), ...started }),
    getHistoryMsg: () => ({ msgList: [], maxTime: 0 }),
    getAdminCard: () => golden("visitor/getAdminCard"),
    isEvaluate: () => ({ evaluated: false, enableEvaluate: false }),
    getEvaluateInfo: () => golden("visitor/getEvaluateInfo"),
    chatClose: nothing,
    evaluate: nothing,
    ...answers,
  };
}

// The first of these waits until the page's modules are loaded, which takes long on a busy machine.
const opened = () => screen.findByRole("textbox", { name: "Your message" });
const named = (name: string | RegExp) => screen.findByRole("button", { name });

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// [MS-08]
it("shows the robot's menu bar above the input, and sends the button's place in the flow", async () => {
  const items = [{ id: "b1", itemId: "1", name: "My orders", bingCode: "topic", bindValue: "orders" }];
  const { sessionId } = golden("visitor/chatStart") as { sessionId: string };
  const bar = {
    msgId: `${sessionId}.1`,
    sessionId,
    seq: 1,
    senderType: 3,
    msgType: 12,
    msgContent: "",
    msgTime: 1_790_000_000_001,
    answerType: 1,
    nodeId: "menu",
    menubar: JSON.stringify(items),
  };
  const answers = {
    getHistoryMsg: () => ({ msgList: [bar], maxTime: 0, more: false }),
    robotAsk: () => golden("visitor/robotAsk"),
  };
  const { user, bodies, container } = await visit("/index?channelId=demo", chat({}, { status: 1 }, answers));
  await opened();

  const menu = await screen.findByRole("navigation", { name: "Assistant menu" });
  await isSound(container);
  await user.click(within(menu).getByRole("button", { name: "My orders" }));

  await waitFor(() => expect(bodies("robotAsk")).toHaveLength(1));
  expect(bodies("robotAsk")[0]).toMatchObject({
    question: "My orders",
    nodeId: "menu",
    itemId: "1",
    button: { id: "b1", name: "My orders" },
  });
});

/** Simulates a phone: its user agent, and a narrow window. */
function onPhone() {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Mobile");
  vi.stubGlobal("innerWidth", 390);
}

describe("the header", () => {
  // [CH-01]
  it("is shown only if the channel shows it", async () => {
    const { container } = await visit("/index?channelId=demo", chat({ navigationBarShowFlag: 0 }));

    await opened();

    expect(screen.queryByRole("banner")).toBeNull();
    await isSound(container);
  });

  // [CH-01]
  it("has a way back only if there is a referrer, and asks first", async () => {
    vi.spyOn(document, "referrer", "get").mockReturnValue("https://shop.example.com/");
    vi.spyOn(window.history, "length", "get").mockReturnValue(2);
    const back = vi.spyOn(window.history, "back").mockImplementation(() => undefined);
    const { user } = await visit("/index?channelId=demo", chat());
    await opened();

    await user.click(screen.getByRole("button", { name: "Back" }));
    const question = await screen.findByRole("dialog", { name: "Are you sure to leave?" });
    await user.click(within(question).getByRole("button", { name: "Stay" }));
    expect(back).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Back" }));
    await user.click(await named("Leave"));

    expect(back).toHaveBeenCalledOnce();
  });

  // [CH-01] [CH-03]
  it("in a host page's frame hides the frame, and has no way back", async () => {
    vi.spyOn(document, "referrer", "get").mockReturnValue("https://shop.example.com/");
    vi.spyOn(window.history, "length", "get").mockReturnValue(2);
    await visit("/index?channelId=demo&from=iframe", chat());
    await opened();

    expect(screen.getByRole("button", { name: "Hide chat" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
  });

  // [CH-03] [CH-24]
  it("has the sound toggle on a desktop, and keeps the choice", async () => {
    const { user } = await visit("/index?channelId=demo", chat());
    await opened();

    await user.click(screen.getByRole("button", { name: "Turn sound off" }));

    expect(screen.getByRole("button", { name: "Turn sound on" })).toBeVisible();
    expect(localStorage.getItem("frontdesk&sound")).toContain("false");
    await user.click(screen.getByRole("button", { name: "Turn sound on" }));
  });

  // [CH-03]
  it("has no sound toggle and no end button on a phone with the robot", async () => {
    onPhone();
    await visit("/index?channelId=demo", chat());
    await opened();

    expect(screen.queryByRole("button", { name: /sound/ })).toBeNull();
    expect(screen.queryByRole("button", { name: "End chat" })).toBeNull();
  });

  // [ID-08]
  it("has no end button if the address removes it", async () => {
    await visit("/index?channelId=demo&customize=true", chat({}, agent));
    await opened();

    expect(screen.queryByRole("button", { name: "End chat" })).toBeNull();
  });
});

it("a blocked visitor reads why, can hide the frame, and cannot write", async () => {
  const chatStart = () => new Refusal(403, "You cannot use this chat at the moment.");
  const { container } = await visit("/index?channelId=demo&from=iframe", chat({}, {}, { chatStart }));

  expect(await screen.findByRole("alert")).toHaveTextContent("You cannot use this chat at the moment.");
  expect(screen.getByRole("button", { name: "Hide chat" })).toBeVisible();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByRole("button", { name: "End chat" })).toBeNull();
  await isSound(container);
});

describe("the end", () => {
  // [CH-19]
  it("asks for confirmation, and closes the chat on the server once", async () => {
    const { user, bodies } = await visit("/index?channelId=demo", chat({}, agent));
    await opened();

    await user.click(await named("End chat"));
    const question = await screen.findByRole("dialog", { name: "End this chat?" });
    await user.click(within(question).getByRole("button", { name: "Stay" }));
    expect(bodies("chatClose")).toEqual([]);
    await user.click(await named("End chat"));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "End chat" }));

    expect(await screen.findByRole("region", { name: "This chat has ended" })).toBeVisible();
    expect(bodies("chatClose")).toHaveLength(1);
  });

  // [CH-19] [ID-08] [EV-02]
  it("comes after the rating if the address asks for one, and closes the window", async () => {
    const close = vi.spyOn(window, "close").mockImplementation(() => undefined);
    const calls: string[] = [];
    const noted = (call: string) => () => {
      calls.push(call);
      return {};
    };
    const { user, bodies } = await visit(
      "/index?channelId=demo&inviteEvaluate=1&close=1",
      chat({}, agent, { chatClose: noted("chatClose"), evaluate: noted("evaluate") }),
    );
    await opened();

    await user.click(await named("End chat"));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "End chat" }));
    const rating = await screen.findByRole("dialog", { name: "How did we do?" });
    expect(calls).toEqual([]);
    await user.click(within(rating).getByRole("checkbox", { name: "fast" }));
    await user.click(within(rating).getByRole("button", { name: "Submit" }));

    await waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(calls).toEqual(["chatClose", "evaluate"]);
    expect(bodies("evaluate")[0]).toMatchObject({
      evaluateAdminStar: 5,
      evaluateAdminMode: 3,
      evaluateAdminTag: "fast",
    });
  });

  // [CH-19]
  it("comes without a rating if the visitor declines it", async () => {
    const { user, bodies } = await visit("/index?channelId=demo&inviteEvaluate=1", chat({}, agent));
    await opened();

    await user.click(await named("End chat"));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "End chat" }));
    const rating = await screen.findByRole("dialog", { name: "How did we do?" });
    await user.click(within(rating).getByRole("button", { name: "Close" }));

    expect(await screen.findByRole("region", { name: "This chat has ended" })).toBeVisible();
    expect(bodies("evaluate")).toEqual([]);
  });

  // [CH-20]
  it("offers a new chat", async () => {
    const { user, bodies } = await visit(
      "/index?channelId=demo",
      chat(
        {},
        { status: 0, offline: 0 },
        {
          getOfflineMsg: () => ({ msgList: [] }),
        },
      ),
    );

    await user.click(await named("Start a new chat"));

    await waitFor(() => expect(bodies("chatStart")).toHaveLength(2));
  });

  // [CH-19]
  it.each([
    ["the robot", {}],
    ["an agent", agent],
  ])("of the page is confirmed by the browser during a conversation with %s", async (_who, started) => {
    await visit("/index?channelId=demo", chat({}, started));
    await opened();

    await waitFor(() => expect(isAsked()).toBe(true));
  });

  // [CH-19]
  it("of the page is not confirmed after the conversation has ended", async () => {
    const ended = chat({}, { status: 0, offline: 0 }, { getOfflineMsg: () => ({ msgList: [] }) });
    await visit("/index?channelId=demo", ended);
    await named("Start a new chat");

    expect(isAsked()).toBe(false);
  });

  // [CH-19]
  it("of a host page is confirmed only while there is an unsent text", async () => {
    await visit("/index?channelId=demo&from=iframe", chat({}, agent));
    const field = await opened();
    expect(isAsked()).toBe(false);

    fireEvent.change(field, { target: { value: "half a sentence" } });
    await waitFor(() => expect(isAsked()).toBe(true));
    fireEvent.change(field, { target: { value: "" } });
    await waitFor(() => expect(isAsked()).toBe(false));
  });
});

/** Whether the browser would ask before leaving the page. */
function isAsked(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

describe("the quick menu", () => {
  const menus = [
    { menuType: 0, menuName: "My parcel", msgText: "Where is my parcel?", docId: "track-order" },
    { menuType: 7, menuName: "Hours", menuNamed: "When are you open?", msgText: "From nine to six." },
    { menuType: 3, menuName: "Goodbye" },
  ];

  // [CH-09]
  it("asks the robot a button's question", async () => {
    const { user, bodies } = await visit("/index?channelId=demo", chat({ chatMenuConfigPlan: { menus } }));

    await user.click(await named("My parcel"));

    await waitFor(() => expect(bodies("robotAsk")).toHaveLength(1));
    expect(bodies("robotAsk")[0]).toMatchObject({
      question: "Where is my parcel?",
      docId: "track-order",
      click: 1,
    });
  });

  // [CH-09]
  it("shows a fixed answer without the server", async () => {
    const { user, bodies } = await visit("/index?channelId=demo", chat({ chatMenuConfigPlan: { menus } }));

    await user.click(await named("Hours"));

    expect(await screen.findByText("From nine to six.", { selector: "[role=status] p" })).toBeInTheDocument();
    expect([...bodies("robotAsk"), ...bodies("sendMsg")]).toEqual([]);
  });

  // [CH-09] [CH-19]
  it("asks before it ends the chat", async () => {
    const { user } = await visit("/index?channelId=demo", chat({ chatMenuConfigPlan: { menus } }));

    await user.click(await named("Goodbye"));

    expect(await screen.findByRole("dialog", { name: "End this chat?" })).toBeVisible();
  });

  // [EV-05]
  it("opens the rating only if the server allows it", async () => {
    const { user, bodies } = await visit("/index?channelId=demo", chat({ evaluateMode: 1 }));

    await user.click(await named("Rate"));

    await waitFor(() => expect(bodies("isEvaluate")).toHaveLength(1));
    await act(async () => undefined);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  // [CH-12] [ST-07]
  it("lets the visitor pick a group, and transfers them to it", async () => {
    const groupConfig = JSON.stringify([
      { groupId: "sales", groupName: "Sales" },
      { groupId: "support", groupName: "Support" },
    ]);
    const { user, bodies } = await visit(
      "/index?channelId=demo",
      chat(
        { groupMode: 1, groupConfig },
        {},
        {
          transferAgent: () => ({ adminId: "", status: 3, adminNick: "", waitIndex: 2 }),
        },
      ),
    );

    await user.click(await named("Talk to an agent"));
    const picker = await screen.findByRole("dialog", { name: "Who would you like to talk to?" });
    await user.click(within(picker).getByRole("button", { name: "Support" }));

    await waitFor(() => expect(bodies("transferAgent")[0]).toMatchObject({ groupId: "support" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Talk to an agent" })).toBeNull());
  });
});

describe("the form before the chat", () => {
  const field = (name: string, value: string, over: Body = {}) => ({
    name,
    value,
    require: 0,
    show: 1,
    fieldType: 1,
    options: [],
    ...over,
  });
  const form = {
    userFormMode: 1,
    userForm: {
      formTitle: "Before we start",
      formList: [
        field("Name", "userName", { require: 1 }),
        field("Phone", "phone"),
        field("E-mail", "email"),
        field("Order", "order"),
      ],
    },
  };

  // [CH-12] [FM-01]
  it("names missing fields, refuses a wrong phone number, and sends the answers", async () => {
    const { user, bodies, notices } = await visit(
      "/index?channelId=demo&email=ann@example.com",
      chat(form, {}, { submitUserForm: nothing }),
    );
    const dialog = await screen.findByRole("dialog", { name: "Before we start" });
    const start = within(dialog).getByRole("button", { name: "Start chat" });

    await user.click(start);
    expect(notices()).toContain("Please enter Name");
    expect(bodies("submitUserForm")).toEqual([]);
    await user.type(within(dialog).getByLabelText(/Name/), "Ann Lee");
    await user.type(within(dialog).getByLabelText("Phone"), "12345");
    await user.click(start);
    expect(notices().join()).toContain("Please enter a correct phone number");
    await user.clear(within(dialog).getByLabelText("Phone"));
    await user.type(within(dialog).getByLabelText("Order"), "FF-1042");
    await user.click(start);

    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(bodies("submitUserForm")).toEqual([
      {
        userId: "v_3f1c9a5e7b2d4c60",
        userName: "Ann Lee",
        phone: "",
        email: "ann@example.com",
        formParams: '{"order":"FF-1042"}',
      },
    ]);
  });

  it("cannot be skipped with a required field, stays after a refusal, and appears once a session", async () => {
    const first = await visit(
      "/index?channelId=demo",
      chat(form, {}, { submitUserForm: () => new Refusal(503, "later") }),
    );
    const dialog = await screen.findByRole("dialog", { name: "Before we start" });
    expect(within(dialog).queryByRole("button", { name: "Skip" })).toBeNull();
    await first.user.type(within(dialog).getByLabelText(/Name/), "Ann");
    await first.user.click(within(dialog).getByRole("button", { name: "Start chat" }));
    expect(await screen.findByText("That could not be submitted. Please try again.")).toBeInTheDocument();
    first.unmount();

    const second = await visit("/index?channelId=demo", chat(form, {}, { submitUserForm: nothing }));
    const again = await screen.findByRole("dialog", { name: "Before we start" });
    await second.user.type(within(again).getByLabelText(/Name/), "Ann");
    await second.user.click(within(again).getByRole("button", { name: "Start chat" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    second.unmount();

    await visit("/index?channelId=demo", chat(form));
    await opened();
    await act(async () => undefined);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  // [FM-01]
  it("comes before an immediate transfer, and may be skipped without required fields", async () => {
    const optional = { ...form.userForm, formList: [field("Name", "userName")] };
    const { user, bodies } = await visit(
      "/index?channelId=demo",
      chat(
        { ...form, userForm: optional, receiveMode: 1 },
        {},
        {
          transferAgent: () => ({ adminId: "", status: 3, adminNick: "", waitIndex: 1 }),
        },
      ),
    );
    await screen.findByRole("dialog", { name: "Before we start" });
    expect(bodies("transferAgent")).toEqual([]);

    await user.click(await named("Skip"));

    await waitFor(() => expect(bodies("transferAgent")).toHaveLength(1));
  });
});

describe("files", () => {
  const flags = { imageButtonFlag: 1, videoButtonFlag: 1, fileButtonFlag: 1 };
  const film = new File(["film"], "plant.mp4", { type: "video/mp4" });

  // [CH-10] [CH-12]
  it("go only to an agent, and are previewed before they are sent", async () => {
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:film");
    const { user } = await visit("/index?channelId=demo", chat(flags, agent));
    await named("Send a video");

    await user.upload(screen.getByLabelText("Send a video", { selector: "input" }), film);
    const question = await screen.findByRole("dialog", { name: "Send this video?" });

    expect(question.querySelector("video")).toHaveAttribute("src", "blob:film");
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  // [FM-02]
  it("that are too large or of a wrong kind are refused with a reason", async () => {
    const { user, notices } = await visit("/index?channelId=demo", chat(flags, agent));
    await named("Send a file");
    const input = screen.getByLabelText("Send a file", { selector: "input" });
    const large = new File(["x"], "all.pdf", { type: "application/pdf" });
    Object.defineProperty(large, "size", { value: 52_428_801 });

    await user.upload(input, large);
    await waitFor(() => expect(notices().join()).toContain("The file cannot be larger than 50M !"));
    fireEvent.change(input, { target: { files: [new File(["x"], "page.html", { type: "text/html" })] } });

    await waitFor(() => expect(notices().join()).toContain("Wrong file type, only pictures or movies"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("dropped anywhere are accepted with an agent and ignored with the robot", async () => {
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:film");
    await visit("/index?channelId=demo", chat(flags, agent));
    await named("Send a video");
    const dataTransfer = { types: ["Files"], files: [film], dropEffect: "none" };

    expect(fireEvent.dragOver(document.body, { dataTransfer })).toBe(false);
    expect(await screen.findByText("Drop the file here to send it")).toBeVisible();
    fireEvent.drop(document.body, { dataTransfer });

    expect(await screen.findByRole("dialog", { name: "Send this video?" })).toBeVisible();
  });
});
