/**
 * i18next over the files of `locales/`. Each file is its own chunk, fetched when its language is used.
 * The visitor pages are translated into every language and load only one. The desk and the administration are translated into en
 * and zh; other languages fall back to en.
 */
import i18next, { type BackendModule, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import index from "../../../locales/index.json";
import { languageTag } from "./tags";

/**
 * `chat`: the first screen. `form`: forms, left messages and work orders. `call`: calls and shared screens.
 * `system`: the server's sentences. `desk`: the agents' desk. `admin`: the
 * administration, which takes the sign-in's words from the desk.
 */
export type Namespace = "admin" | "chat" | "desk" | "system" | "form" | "call";

/** One of the product's 24 language codes: Protocol, 'Languages'. */
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
      // `true` asks i18next to retry: a page without its words is useless.
      (cause: unknown) => done(cause instanceof Error ? cause : new Error("locale not loaded"), true),
    );
  },
};

/**
 * Creates an i18next with `locale` and the wanted namespaces, and sets the document's lang and dir. Words in `there`
 * are not fetched.
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

/** Chooses plural forms by the language's tag. Intl reads `tw` as Twi, has no rules for it, and uses the browser's. */
function countAsTagged(instance: i18n): void {
  const { pluralResolver } = instance.services;
  const ruleOf = pluralResolver.getRule.bind(pluralResolver);
  pluralResolver.getRule = (code: string, options: unknown) => ruleOf(languageTag(code), options);
}

/**
 * Isolates the direction of an inserted value. Otherwise, the question mark of an English name would be on the wrong
 * side in Arabic. An Arabic date has no letters, only marks of direction, and an English sentence would mix its
 * numbers. The value is not escaped, because React does that.
 */
function isolated(words: string): string {
  const isMixed = document.documentElement.dir === "rtl" && /[\p{L}\u200F]/u.test(words);
  return isMixed ? `\u2068${words}\u2069` : words;
}

function speak(locale: Locale): void {
  document.documentElement.lang = languageTag(locale);
  document.documentElement.dir = index[locale].dir;
}
