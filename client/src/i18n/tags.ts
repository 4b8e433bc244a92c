/** Standard language tags for the product's language codes. */

const TAGS: Readonly<Record<string, string>> = { tw: "zh-TW", zh: "zh-CN" };

/** The BCP 47 tag of a locale, for `lang` and Intl. The code `tw` is not used, as it means Twi there. */
export function languageTag(locale: string): string {
  return TAGS[locale] ?? locale;
}
