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

it("reads the document's block", () => {
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
])("is undefined for the block %s", (block) => {
  expect(readBootstrap(documentWith(block))).toBeUndefined();
});

it("is undefined without a block", () => {
  expect(readBootstrap(document.implementation.createHTMLDocument())).toBeUndefined();
});
