/** What the world calls the product's languages. */

const TAGS: Readonly<Record<string, string>> = { tw: "zh-TW", zh: "zh-CN" };

/** The BCP 47 tag of a locale, for `lang` and for Intl: `tw` would be Twi. */
export function languageTag(locale: string): string {
  return TAGS[locale] ?? locale;
}
