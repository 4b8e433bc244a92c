/** What an agent sends besides plain text and files, as the wire has it: Protocol, 'Kinds of content'. */
import type { Card, CardLook } from "./card";
import { MsgType } from "./codes";
import type { Field } from "./field";
import { FIELD_KINDS } from "./field";
import type { Form } from "./form";

export type WireContent = { msgType: number; msgContent: string };

/** The kinds of content that agents write. */
export type Written =
  | { kind: "richText"; html: string }
  | { kind: "card"; card: Card }
  | { kind: "form"; form: Form };

export function wireContent(content: Written): WireContent {
  switch (content.kind) {
    case "richText":
      return { msgType: MsgType.RichText, msgContent: content.html };
    case "card":
      return { msgType: CARD_TYPES[content.card.look], msgContent: JSON.stringify(wireCard(content.card)) };
    case "form":
      return { msgType: MsgType.Form, msgContent: JSON.stringify(wireForm(content.form)) };
    default:
      return content satisfies never;
  }
}

const CARD_TYPES: Readonly<Record<CardLook, number>> = {
  product: MsgType.Card,
  goods: MsgType.GoodsCard,
  order: MsgType.OrderCard,
  link: MsgType.LinkCard,
};

function wireCard(card: Card): Readonly<Record<string, string>> {
  const { look, title, picture, description, url } = card;
  switch (look) {
    case "product":
      return { title, picture, desc: description, price: card.price, url };
    case "goods":
      return { title, imgUrl: picture, describe: description, label: card.label, fromUrl: url };
    case "order":
      return {
        title,
        imgUrl: picture,
        describe: description,
        orderStatus: card.orderStatus,
        orderCode: card.orderCode,
        orderTime: card.orderTime,
        fromUrl: url,
      };
    case "link":
      return { title, imgUrl: picture, subTitle: card.subtitle, describe: description, linkUrl: url };
    default:
      return look satisfies never;
  }
}

function wireForm(form: Form): unknown {
  return { referGuide: form.title, fromFields: form.fields.map(wireField) };
}

function wireField({ id, name, kind, isRequired, options }: Field): unknown {
  return {
    fieldId: id,
    fieldName: name,
    fieldType: FIELD_KINDS.indexOf(kind) + 1,
    requiredStatus: isRequired ? 1 : 0,
    ...(options.length === 0
      ? {}
      : { fieldValue: options.map((option) => ({ id: option.id, name: option.name })) }),
  };
}
