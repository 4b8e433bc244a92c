/** Puts a draft's settings into the visitor's page, as if a visitor had just opened it. */
import type { i18n } from "i18next";
import * as v from "valibot";
import { createVisitorApi } from "../api/visitor";
import { opening } from "../conversation/opening";
import { localeOf } from "../i18n/choose";
import { changeLocale } from "../i18n/setup";
import { allowPictures } from "../lib/links";
import { readQuery } from "../lib/query";
import { changeAtom, holdChatAtom } from "../state/chat.atoms";
import type { createStore } from "../state/jotai";
import { closeDialogAtom, openDialogAtom, setPageAtom } from "../state/page.atoms";
import { drawIn } from "../ui/shade";
import { applyTheme } from "../ui/theme";
import { type Channel, channel as channelSchema } from "../wire/channel";
import { preChatForm } from "../wire/preChat";
import { text } from "../wire/scalars";
import { historyPage, type Phase } from "../wire/session";
import type { PreviewShow, PreviewState } from "./protocol";
import { stillChat } from "./stillChat";

type Store = ReturnType<typeof createStore>;

const SESSION = "preview";
/** The waiting visitor's place. */
const PLACE = 2;
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile";

const api = createVisitorApi({ token: () => undefined, onUnauthorised: () => undefined });
const greetings = v.object({ robotWelcomeMsg: text });

const PHASES: Readonly<Record<PreviewState, Phase>> = {
  chat: "robot",
  preChat: "robot",
  waiting: "queued",
  leave: "robot",
  rating: "robot",
};

export async function show(store: Store, i18n: i18n, said: PreviewShow): Promise<void> {
  const channel = v.parse(channelSchema, said.channel);
  const { robotWelcomeMsg } = v.parse(greetings, said.channel);
  await changeLocale(i18n, localeOf(channel.language) ?? localeOf(said.locale) ?? "en");
  const root = document.documentElement;
  if (said.isRightToLeft) root.dir = "rtl";
  drawIn(said.isDark ? "dark" : "light");
  pretendDevice(said.isPhone);
  allowPictures(channel.pictureHosts);
  applyTheme(root, channel);

  const hasRobot = channel.receivesBy === "robotFirst" || channel.receivesBy === "robotOnly";
  begin(store, channel, PHASES[said.state], hasRobot ? robotWelcomeMsg : "");
  store.set(setPageAtom, {
    kind: "ready",
    channel,
    query: { ...readQuery(""), channelId: channel.channelId },
    api,
    who: { userId: SESSION, token: "" },
  });
  openDialog(store, said);
}

/** The chat as it is just after its start. */
function begin(store: Store, channel: Channel, phase: Phase, greeting: string): void {
  const place = phase === "queued" ? PLACE : 0;
  store.set(holdChatAtom, undefined);
  store.set(holdChatAtom, stillChat);
  store.set(changeAtom, {
    kind: "started",
    isOtherVisitor: false,
    started: {
      userId: SESSION,
      sessionId: SESSION,
      pollId: "",
      serverTime: 0,
      token: "",
      epoch: "",
      offline: 0,
      enableEvaluate: channel.evaluateMode,
      evaluated: false,
      phase,
      position: place,
      agentNick: "",
    },
  });
  store.set(changeAtom, { kind: "historyLoaded", joins: false, page: greetingPage(channel, greeting) });
  store.set(changeAtom, { kind: "connection", connection: "online" });
  const first = opening(channel, phase, true);
  if (first.showsTips && channel.autoTip.length > 0) store.set(changeAtom, { kind: "tipsShown" });
  if (first.showsFaq && channel.faq.length > 0) store.set(changeAtom, { kind: "faqShown" });
}

function greetingPage(channel: Channel, greeting: string) {
  const line = {
    msgId: `${SESSION}.1`,
    sessionId: SESSION,
    seq: 1,
    senderType: 3,
    senderName: channel.robotName,
    faceUrl: channel.robotIcon,
    msgType: 1,
    msgContent: greeting,
    msgTime: openedAt,
  };
  const msgList = greeting.trim() === "" ? [] : [line];
  return v.parse(historyPage, { msgList, maxTime: 0, more: false });
}

const openedAt = Date.now();
let shown: PreviewState = "chat";

function openDialog(store: Store, { state, channel }: PreviewShow): void {
  const isNew = state !== shown;
  shown = state;
  if (state === "preChat") {
    // Its questions may have changed.
    const form = v.parse(preChatForm, channel.userForm);
    store.set(openDialogAtom, { kind: "preChat", form, answer: () => undefined });
  } else if (state === "leave" && isNew) store.set(openDialogAtom, { kind: "leave", tab: "submit" });
  else if (state === "rating" && isNew)
    store.set(openDialogAtom, { kind: "evaluation", stars: 0, occasion: "ByVisitor" });
  else if (isNew) store.set(closeDialogAtom);
}

/** The page takes its layout from the browser's name and the window. */
function pretendDevice(isPhone: boolean): void {
  Object.defineProperty(navigator, "userAgent", {
    configurable: true,
    get: () => (isPhone ? PHONE : "Mozilla/5.0"),
  });
  window.dispatchEvent(new Event("resize"));
}
