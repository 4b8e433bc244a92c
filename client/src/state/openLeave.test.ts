import * as v from "valibot";
import { afterEach, expect, it, vi } from "vitest";
import { started } from "../../test/conversations";
import { englishWords } from "../../test/words";
import type { VisitorApi } from "../api/visitor";
import { readQuery } from "../lib/query";
import { channel as channelSchema } from "../wire/channel";
import { createStore } from "./jotai";
import { deskOf } from "./openLeave";

afterEach(() => void vi.unstubAllGlobals());

it("leaves a message from a chat in the page's current language", async () => {
  const chatStart = vi.fn(async (_who: unknown) => started());
  vi.stubGlobal("fetch", async () => Response.json({ code: 200, message: "SUCCESS", data: {} }));
  const i18n = await englishWords();
  await i18n.changeLanguage("de");
  const channel = v.parse(channelSchema, { tenantId: "demo", channelId: "demo", leaveMsgMode: 1 });
  const query = readQuery("?channelId=demo&locale=en");
  // The first message of a new visitor needs only chatStart.
  const api = { chatStart } as unknown as VisitorApi;

  const desk = deskOf(createStore(), i18n, {
    kind: "ready",
    channel,
    query,
    api,
    who: { userId: "", token: "" },
  });
  const contact = { name: "Ann", phone: "", email: "", content: "Where is my order?" };
  await desk.leave({ contact, answers: [], files: [] }, undefined);

  expect(chatStart.mock.calls).toMatchObject([[{ locale: "de" }]]);
});
