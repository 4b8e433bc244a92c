import { expect, it } from "vitest";
import { readBootstrap } from "./bootstrap";

function documentWith(block: string): Document {
  const page = document.implementation.createHTMLDocument();
  const script = page.createElement("script");
  script.type = "application/json";
  script.id = "first";
  script.textContent = block;
  page.body.append(script);
  return page;
}

it("reads what the document brought along", () => {
  const first = { locale: "en", answer: { code: 200, data: {} }, words: { chat: { composer_send: "Send" } } };

  expect(readBootstrap(documentWith(JSON.stringify(first)))).toEqual(first);
});

it.each([
  "",
  "{",
  "7",
  '{"locale":"en"}',
  '{"locale":1,"answer":{},"words":{}}',
  '{"locale":"en","answer":{},"words":{"chat":"x"}}',
])("is nothing where the block says %s", (block) => {
  expect(readBootstrap(documentWith(block))).toBeUndefined();
});

it("is nothing where there is no block", () => {
  expect(readBootstrap(document.implementation.createHTMLDocument())).toBeUndefined();
});
