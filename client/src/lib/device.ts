/** Protocol, 'Times of the pages': the mobile layout is for phones whose window is at most 800 px wide. */
const MOBILE_WIDTH_MAX = 800;

export type Variant = "mobile" | "desktop";

/** `mobile` requires both a phone's user agent and a narrow window. */
export function variantOf(userAgent: string, width: number): Variant {
  return isPhone(userAgent) && width <= MOBILE_WIDTH_MAX ? "mobile" : "desktop";
}

function isPhone(userAgent: string): boolean {
  return /iPhone|iPod|Windows Phone|Mobile.*Firefox|Android.*Mobile|HarmonyOS.*Mobile|BlackBerry|Opera Mini/i.test(
    userAgent,
  );
}
