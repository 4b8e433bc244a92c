/** What the page around the chat says during the chat: who the visitor is, words for the field, a language. */
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

/** Does what the page asks; whether its frame is open is the page's presence and not asked here. */
export const obeyHostAtom = atom(null, async (get, set, said: HostSays, words: i18n) => {
  switch (said.kind) {
    case "identify":
      await set(identifyAtom, said.visitor);
      return;
    case "prefill":
      // What the visitor has written themselves stands.
      if (isBlank(get(draftAtom))) set(draftAtom, said.text);
      return;
    case "locale":
      await set(speakAtom, said.locale, words);
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

/** The channel says which language it is: its own goes before what the page wishes (Protocol, 'Languages'). */
const speakAtom = atom(null, async (get, set, wish: string, words: i18n) => {
  const page = get(pageAtom);
  const locale = localeOf(wish);
  if (page.kind !== "ready" || !locale || locale === words.language) return;
  const { api, query } = page;
  try {
    const channel = await api.channelInfo(query.channelId, locale);
    const spoken = localeOf(channel.language) ?? locale;
    await changeLocale(words, spoken);
    set(setPageAtom, { ...page, channel });
    await set(speakInAtom, spoken, channel);
  } catch (cause) {
    // The page goes on in the language it has.
    if (!(cause instanceof ApiError)) throw cause;
  }
});
