/** Chooses a page's language: the channel's, else the query's, else the browser's, else zh. Protocol, 'Languages'. */
import index from "../../../locales/index.json";
import type { Locale } from "./setup";

export type Wishes = {
  /** The channel's `language`. */
  channel: string;
  /** The `locale` query parameter. */
  query: string;
  /** `navigator.languages`. */
  browser: readonly string[];
};

export function chooseLocale(wishes: Wishes): Locale {
  for (const wish of [wishes.channel, wishes.query, ...wishes.browser]) {
    const locale = localeOf(wish);
    if (locale) return locale;
  }
  return "zh";
}

/** Maps a tag to one of the 24 codes, or undefined: `en-GB` is en, `zh-Hant-HK` and `zh-TW` are tw, `tl` is fil. */
export function localeOf(wish: string): Locale | undefined {
  const tag = wish.toLowerCase().replaceAll("_", "-");
  if (/^zh-(tw|hk|mo|hant)\b/.test(tag)) return "tw";
  const language = tag.split("-")[0] ?? "";
  const code = language === "tl" ? "fil" : language;
  return isLocale(code) ? code : undefined;
}

function isLocale(code: string): code is Locale {
  return Object.hasOwn(index, code);
}
