import { beforeEach, describe, expect, it, vi } from "vitest";
import { started, texts } from "../../test/conversations";
import { settled, visiting } from "../../test/visiting";

const handed = (said: unknown) => `#${encodeURIComponent(JSON.stringify(said))}`;

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  localStorage.clear();
});

describe("the host page's facts about its visitor", () => {
  // [ID-09]
  it("go with the first start if the address carries them", async () => {
    const said = {
      visitor: { userName: "Anna", params: { order: 4711, vip: true } },
      card: { title: "Olive" },
    };
    const { chat, api, now } = visiting({}, "?channelId=demo", handed(said));

    await chat.start();

    expect(api.chatStart.mock.calls[0]?.[0]).toMatchObject({
      userName: "Anna",
      params: '{"order":"4711","vip":"true"}',
    });
    expect(now().card?.title).toBe("Olive");
  });

  // [ID-09]
  it("name the group, the agent and the tenant's own ids, from the query or the host page", async () => {
    const asked = visiting({}, "?channelId=demo&pid=p-1&fiyBookCode=spring&groupId=a&adminId=mia");
    const told = visiting({}, "?channelId=demo&groupId=a", handed({ visitor: { pid: "p-2", groupId: "b" } }));

    await asked.chat.start();
    await told.chat.start();

    const query = { pid: "p-1", fiyBookCode: "spring", groupId: "a", adminId: "mia" };
    expect(asked.api.chatStart.mock.calls[0]?.[0]).toMatchObject(query);
    expect(told.api.chatStart.mock.calls[0]?.[0]).toMatchObject({ pid: "p-2", groupId: "b" });
  });

  // [RB-03]
  it("for the tenant's own service go with each question and never with the start", async () => {
    const said = { customerToken: "t-1", customerParameters: { order: 4711 } };
    const { chat, api } = visiting({}, "?channelId=demo&customerToken=forged", handed({ visitor: said }));
    await chat.start();

    chat.sendText("Where is it?");
    await settled();
    await chat.identify({ customerToken: "t-2" });
    chat.sendText("And now?");
    await settled();

    const given = api.askRobot.mock.calls.map((call: unknown[]) => call[5]);
    const customerParameters = '{"order":"4711"}';
    expect(given).toEqual([
      expect.objectContaining({ customerToken: "t-1", customerParameters }),
      expect.objectContaining({ customerToken: "t-2", customerParameters }),
    ]);
    expect(JSON.stringify(api.chatStart.mock.calls)).not.toContain("t-1");
    expect(api.resetInfo).not.toHaveBeenCalled();
  });

  it.each(["#", "#%", "#here", handed(7), handed({ visitor: "Anna", card: { title: "" } })])(
    "are empty if the address carries %s",
    async (hash) => {
      const { chat, api, now } = visiting({}, "?channelId=demo", hash);

      await chat.start();

      expect(api.chatStart.mock.calls[0]?.[0]).toMatchObject({ userName: "", params: "{}" });
      expect(now().card).toBeUndefined();
    },
  );

  it("are sent to the server once during the chat", async () => {
    const { chat, api } = visiting();
    await chat.start();

    const page = { title: "Fern", refer: "https://shop.test/fern", context: { Cart: "2 ferns" } };
    await chat.identify({ userName: "Anna", email: "anna@shop.test", ...page });
    await chat.identify({ userName: "Anna" });

    expect(api.resetInfo).toHaveBeenCalledOnce();
    expect(api.resetInfo).toHaveBeenCalledWith("v", "p", {
      userName: "Anna",
      email: "anna@shop.test",
      phone: "",
      params: "{}",
      title: "Fern",
      refer: "https://shop.test/fern",
      context: '{"Cart":"2 ferns"}',
    });
    expect(api.chatStart).toHaveBeenCalledOnce();
  });

  it("are sent after a start that was under way", async () => {
    const { chat, api } = visiting();

    const starting = chat.start();
    await chat.identify({ userName: "Anna" });
    await starting;
    await settled();

    expect(api.resetInfo).toHaveBeenCalledOnce();
  });

  it("change the language of this session once, and of the next start", async () => {
    const { chat, api, visit } = visiting();
    await chat.start();
    const spoken = { ...visit.channel, robotName: "Farn" };

    await chat.speak("de", spoken);
    await chat.speak("de", spoken);
    await chat.start();

    expect(api.resetInfo.mock.calls).toEqual([["v", "p", { locale: "de" }]]);
    expect(api.chatStart.mock.calls.map(([who]) => who)).toMatchObject([{ locale: "en" }, { locale: "de" }]);
    expect(visit.channel.robotName).toBe("Farn");
  });

  it("change the language right after a start that was under way", async () => {
    const { chat, api, visit } = visiting();

    const starting = chat.start();
    await chat.speak("de", visit.channel);
    await starting;
    await settled();

    expect(api.resetInfo.mock.calls).toEqual([["v", "p", { locale: "de" }]]);
  });

  it("may name another visitor, and the page then drops everything of the previous one", async () => {
    const { chat, api, now } = visiting();
    await chat.start();
    chat.sendText("mine alone");
    await settled();
    api.chatStart.mockResolvedValue(started({ userId: "shop-7" }));
    api.history.mockResolvedValue({ messages: [], before: 0, hasOlder: false });

    await chat.identify({ userId: "shop-7", userHash: "ab" });

    expect(api.chatStart.mock.calls[1]?.[0]).toMatchObject({ userId: "shop-7", userHash: "ab", token: "" });
    expect(texts(now().entries)).toEqual([]);
    expect(api.resetInfo).not.toHaveBeenCalled();
  });
});
