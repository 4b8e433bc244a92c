/** Protocol, 'Times of the pages'. */
const SIGNS_A_SECOND = 9;
const SECONDS_SHORT = 10;
const SECONDS_OF_SHORT = 15;

/** Returns how long an announcement moves: nine characters a second, or 15 s if that is under 10. */
export function noticeSeconds(text: string): number {
  const seconds = [...text].length / SIGNS_A_SECOND;
  return seconds < SECONDS_SHORT ? SECONDS_OF_SHORT : seconds;
}

/** Scripts written from right to left. */
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns an announcement's direction as `dir="auto"` would: the first letter decides. CSS cannot read that. */
export function noticeDirection(text: string): "ltr" | "rtl" {
  return FROM_RIGHT.test(/\p{L}/u.exec(text)?.[0] ?? "") ? "rtl" : "ltr";
}
