import { expect, it } from "vitest";
import { allowPictures, piecesOf, safeLink, safeSource, safeTarget, shownPicture } from "./links";

// [CH-13]
it("makes links only of http and https addresses", () => {
  expect(piecesOf("See https://shop.test/a?b=1, or http://x.test/(y). javascript:alert(1)")).toEqual([
    { kind: "text", text: "See " },
    { kind: "link", text: "https://shop.test/a?b=1", url: "https://shop.test/a?b=1" },
    { kind: "text", text: ", or " },
    { kind: "link", text: "http://x.test/(y)", url: "http://x.test/(y)" },
    { kind: "text", text: ". javascript:alert(1)" },
  ]);
});

it("ends an address before Chinese punctuation", () => {
  expect(piecesOf("请看https://shop.test/a。谢谢")[1]).toMatchObject({ text: "https://shop.test/a" });
});

it.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "\u0001javascript:alert(1)",
  "java\nscript:alert(1)",
  "//evil.test",
  "https://user@evil.test/",
  "",
])("refuses the link %j", (address) => {
  expect(safeLink(address)).toBeUndefined();
});

it("accepts pictures only from this server and from the web", () => {
  expect(safeSource("/api/files/a.png")).toBe("/api/files/a.png");
  expect(safeSource("//evil.test/a.png")).toBe("");
  expect(safeSource("javascript:alert(1)")).toBe("");
});

it.each(["/\t/evil.test/a.png", "/\n/evil.test", "/\r\\evil.test", "/\\evil.test", "//evil.test"])(
  "does not accept %j as a path of this server",
  (address) => {
    expect(safeSource(address)).toBe("");
    expect(shownPicture(address)).toBe("");
    expect(safeTarget(address)).toBeUndefined();
  },
);

it("is fast for a very long text", () => {
  const started = performance.now();
  piecesOf("https://".repeat(20_000));
  expect(performance.now() - started).toBeLessThan(200);
});

// [CH-23]
it("shows only pictures of this server and, over https, of the tenant's hosts", () => {
  const elsewhere = "https://pictures.shop.example/fern.png?w=64";
  expect(shownPicture("/demo/fern.svg")).toBe("/demo/fern.svg");
  expect(shownPicture(elsewhere)).toBe("");

  allowPictures(["pictures.shop.example"]);

  expect(shownPicture(elsewhere)).toBe(elsewhere);
  expect(
    [
      "http://pictures.shop.example/fern.png",
      "https://pictures.shop.example:8443/fern.png",
      "https://pictures.shop.example.evil.test/fern.png",
      "https://evil.test/fern.png",
      "javascript:alert(1)",
    ].map(shownPicture),
  ).toEqual(["", "", "", "", ""]);
  allowPictures([]);
});
