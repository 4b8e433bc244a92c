import { expect, it } from "vitest";
import { variantOf } from "./device";

const PHONE =
  "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/159.0.0.0 Mobile Safari/537.36";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";
const DESKTOP = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/159.0.0.0 Safari/537.36";

// [ID-07]
it("is mobile for a phone with a window of at most 800 px, else desktop", () => {
  expect(variantOf(PHONE, 390)).toBe("mobile");
  expect(variantOf(IPHONE, 800)).toBe("mobile");
  expect(variantOf(PHONE, 801)).toBe("desktop");
  expect(variantOf(DESKTOP, 390)).toBe("desktop");
});
