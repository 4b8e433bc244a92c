/**
 * i18next over the files of `locales/`: each file is its own chunk and is fetched when its language is spoken.
 * A visitor's page has every sentence in every language and loads one language alone; the desk speaks en and zh, and
 * en answers for it in the others.
 */
import i18next, { type BackendModule, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import index from "../../../locales/index.json";
import { languageTag } from "./tags";

/**
 * `chat` is the first screen, `form` everything that is filled in or left behind, `call` calls and screens shared,
 * `system` the server's sentences, `desk` the agents' own.
 */
export type Namespace = "chat" | "desk" | "system" | "form" | "call";

/** A language's code as this product writes it: one of the 24 of Protocol, 'Languages'. */
export type Locale = keyof typeof index;

const files = import.meta.glob<Record<string, string>>("../../../locales/*/*.json", { import: "default" });

const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read(language, namespace, done) {
    const load = files[`../../../locales/${language}/${namespace}.json`];
    if (!load) {
      done(null, {});
      return;
    }
    load().then(
      (words) => done(null, words),
      // `true` asks for another try: without its words a page says nothing.
      (cause: unknown) => done(cause instanceof Error ? cause : new Error("locale not loaded"), true),
    );
  },
};

/**
 * A ready i18next that speaks `locale` in the namespaces asked for; the document's lang and dir follow it. Words that
 * are there already are not fetched.
 */
export async function createI18n(
  locale: Locale,
  wanted: readonly Namespace[],
  there: Record<string, Record<string, string>> = {},
): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: locale,
      resources: { [locale]: there },
      partialBundledLanguages: true,
      fallbackLng: wanted.includes("desk") ? { tw: ["zh", "en"], default: ["en"] } : false,
      supportedLngs: Object.keys(index),
      load: "currentOnly",
      ns: [...wanted],
      defaultNS: wanted[0] ?? "chat",
      interpolation: { escape: isolated },
      returnNull: false,
    });
  countAsTagged(instance);
  speak(locale);
  return instance;
}

/** Changes the language of the whole page. */
export async function changeLocale(instance: i18n, locale: Locale): Promise<void> {
  if (instance.language !== locale) await instance.changeLanguage(locale);
  speak(locale);
}

/** Plural forms by the language's tag: to Intl `tw` is Twi, of which it knows nothing, and it would count as the browser. */
function countAsTagged(instance: i18n): void {
  const { pluralResolver } = instance.services;
  const ruleOf = pluralResolver.getRule.bind(pluralResolver);
  pluralResolver.getRule = (code: string, options: unknown) => ruleOf(languageTag(code), options);
}

/**
 * What a sentence is filled with keeps its own direction: without that, an English name's question mark would stand on
 * the wrong side of it in Arabic. React escapes what it shows by itself.
 */
function isolated(words: string): string {
  const isMixed = document.documentElement.dir === "rtl" && /\p{L}/u.test(words);
  return isMixed ? `\u2068${words}\u2069` : words;
}

function speak(locale: Locale): void {
  document.documentElement.lang = languageTag(locale);
  document.documentElement.dir = index[locale].dir;
}
