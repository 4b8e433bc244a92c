import { expect, it } from "vitest";
import { allowPictures } from "../../lib/links";
import type { Card } from "../../wire/card";
import { cardFault } from "./CardDialog";
import { blankQuestion, formOfQuestions, questionFault } from "./formQuestions";

it("a question needs words, and one to choose from needs two options", () => {
  const asked = { ...blankQuestion(1), name: "Pot" };

  expect(questionFault(blankQuestion(1))).toBe("name");
  expect(questionFault(asked)).toBeUndefined();
  expect(questionFault({ ...asked, kind: "radio", options: "Clay\n\n Clay " })).toBe("options");
  expect(questionFault({ ...asked, kind: "radio", options: "Clay\nStone" })).toBeUndefined();
});

it("a form has each option once, and none where nothing is chosen", () => {
  const radio = { ...blankQuestion(1), name: " Pot ", kind: "radio" as const, options: "Clay\nStone\nClay" };
  const line = { ...blankQuestion(2), name: "Street", options: "left over" };

  const { title, fields } = formOfQuestions(" Delivery ", [radio, line]);

  expect(title).toBe("Delivery");
  expect(fields.map(({ id, name, options }) => [id, name, options.map((option) => option.name)])).toEqual([
    ["1", "Pot", ["Clay", "Stone"]],
    ["2", "Street", []],
  ]);
});

it("a card needs a title, a link card an address, and addresses must be usable", () => {
  const card = { look: "link", title: "Ferns", url: "https://shop.example", picture: "" } as Card;

  expect(cardFault(card, "title")).toBeUndefined();
  expect(cardFault({ ...card, title: " " }, "title")).toBe("missing");
  expect(cardFault({ ...card, url: "" }, "url")).toBe("missing");
  expect(cardFault({ ...card, look: "order", url: "" }, "url")).toBeUndefined();
  expect(cardFault({ ...card, url: "javascript:alert(1)" }, "url")).toBe("address");
  expect(cardFault({ ...card, picture: "http://shop.example/a.png" }, "picture")).toBe("picture");
  expect(cardFault({ ...card, picture: "//shop.example/a.png" }, "picture")).toBe("picture");
});

it("a card's picture must be at a host whose pictures the pages show", () => {
  const card = { look: "link", title: "Ferns", url: "https://shop.example", picture: "" } as Card;
  const elsewhere = { ...card, picture: "https://cdn.example/a.png" };

  expect(cardFault(elsewhere, "picture")).toBe("picture_host");
  expect(cardFault({ ...card, picture: "/api/files/a.png" }, "picture")).toBeUndefined();
  allowPictures(["cdn.example"]);
  expect(cardFault(elsewhere, "picture")).toBeUndefined();
  allowPictures([]);
});
