import { expect, it, vi } from "vitest";
import { smallContext, withPage } from "./page";

it("the page's title and addresses go beside the visitor's facts, without queries", () => {
  document.title = "Fern · Fern & Field";
  vi.spyOn(document, "referrer", "get").mockReturnValue("https://search.example/?q=private#x");

  const facts = withPage({ userId: "4711" }, { Cart: "2 ferns" });

  expect(facts).toEqual({
    userId: "4711",
    title: "Fern · Fern & Field",
    refer: location.origin + location.pathname,
    previousUrl: "https://search.example/",
    context: { Cart: "2 ferns" },
  });
});

it("a context is cut to what the server takes", () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`n${at}`, at]));

  expect(Object.keys(smallContext(many) ?? {})).toHaveLength(20);
  expect(smallContext({ ["x".repeat(50)]: "y".repeat(300), list: [1], none: null, gift: true })).toEqual({
    ["x".repeat(40)]: "y".repeat(200),
    gift: "true",
  });
  expect(smallContext(undefined)).toEqual({});
  const heavy = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`n${at}`, "\u0001".repeat(200)]));
  expect(smallContext(heavy)).toBeUndefined();
});
