/** The host page's messages during the chat: the visitor's facts, a text for the composer, a language, a card. */
import type { i18n } from "i18next";
import { ApiError } from "../api/http";
import type { HostSays } from "../bridge/protocol";
import { localeOf } from "../i18n/choose";
import { changeLocale } from "../i18n/setup";
import { isBlank } from "../lib/text";
import { cardOf } from "../wire/card";
import { identifyAtom, showCardAtom, speakInAtom } from "./chat.atoms";
import { atom } from "./jotai";
import { draftAtom, pageAtom, setPageAtom } from "./page.atoms";

/** Handles a message of the host page. `open` and `hide` are handled by `usePresence`. */
export const obeyHostAtom = atom(null, async (get, set, said: HostSays, i18n: i18n) => {
  switch (said.kind) {
    case "identify":
      await set(identifyAtom, said.visitor);
      return;
    case "prefill":
      // A text that the visitor has typed stays.
      if (isBlank(get(draftAtom))) set(draftAtom, said.text);
      return;
    case "locale":
      await set(speakAtom, said.locale, i18n);
      return;
    case "card":
      set(showCardAtom, said.card && cardOf("product", said.card));
      return;
    case "init":
    case "open":
    case "hide":
      return;
    default:
      said satisfies never;
  }
});

/** Changes the language. The channel's own language precedes the host page's wish (Protocol, 'Languages'). */
const speakAtom = atom(null, async (get, set, wish: string, i18n: i18n) => {
  const page = get(pageAtom);
  const locale = localeOf(wish);
  if (page.kind !== "ready" || !locale || locale === i18n.language) return;
  const { api, query } = page;
  try {
    const channel = await api.channelInfo(query.channelId, locale);
    const spoken = localeOf(channel.language) ?? locale;
    await changeLocale(i18n, spoken);
    set(setPageAtom, { ...page, channel });
    await set(speakInAtom, spoken, channel);
  } catch (cause) {
    // The page keeps its current language.
    if (!(cause instanceof ApiError)) throw cause;
  }
});
