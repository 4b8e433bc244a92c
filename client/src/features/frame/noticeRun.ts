/** Protocol, 'Times of the pages'. */
const SIGNS_A_SECOND = 9;
const SECONDS_SHORT = 10;
const SECONDS_OF_SHORT = 15;

/** How long an announcement takes through its line: a ninth of a second a sign, 15 s when that is under 10. */
export function noticeSeconds(text: string): number {
  const seconds = [...text].length / SIGNS_A_SECOND;
  return seconds < SECONDS_SHORT ? SECONDS_OF_SHORT : seconds;
}

/** Scripts that are read from the right. */
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** How an announcement is read, as `dir="auto"` finds it out: the first letter says it. A style cannot ask for that. */
export function noticeDirection(text: string): "ltr" | "rtl" {
  return FROM_RIGHT.test(/\p{L}/u.exec(text)?.[0] ?? "") ? "rtl" : "ltr";
}
