import * as v from "valibot";
import { expect, it } from "vitest";
import type { Card, CardLook } from "./card";
import type { Form } from "./form";
import { message } from "./message";
import { wireContent } from "./outgoing";

const CARD: Card = {
  look: "link",
  picture: "https://shop.example/fern.png",
  title: "Care of ferns",
  subtitle: "A page",
  description: "Water, light, patience",
  price: "12 €",
  label: "New",
  orderStatus: "sent",
  orderCode: "FF-1042",
  orderTime: "yesterday",
  url: "https://shop.example/ferns",
};

const FORM: Form = {
  title: "Your delivery",
  fields: [
    { id: "1", name: "Street", kind: "line", isRequired: true, options: [] },
    {
      id: "2",
      name: "Pot",
      kind: "radio",
      isRequired: false,
      options: [{ id: "Clay", name: "Clay", children: [] }],
    },
  ],
  answers: {},
  isFilled: false,
  target: undefined,
};

it.each<CardLook>(["product", "goods", "order", "link"])("a %s card reads back as it was written", (look) => {
  const { content } = v.parse(message, {
    ...wireContent({ kind: "card", card: { ...CARD, look } }),
    senderType: 2,
  });

  expect(content).toMatchObject({
    kind: "card",
    card: { look, title: CARD.title, picture: CARD.picture, url: CARD.url, description: CARD.description },
  });
});

it("a form reads back with its fields", () => {
  const { content } = v.parse(message, { ...wireContent({ kind: "form", form: FORM }), senderType: 2 });

  expect(content).toEqual({ kind: "form", form: FORM });
});

it("formatted text is rich text", () => {
  expect(wireContent({ kind: "richText", html: "<p><strong>Now</strong></p>" })).toEqual({
    msgType: 12,
    msgContent: "<p><strong>Now</strong></p>",
  });
});
