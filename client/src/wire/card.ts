/**
 * Cards: a product (msgType 3), goods (7), an order (8) and a link (9). Their wire fields differ only in name, so one
 * type holds them all. Protocol, 'Kinds of content'.
 *
 * imgUrl, picture → picture; describe, desc → description; fromUrl, linkUrl, url → url; subTitle → subtitle.
 */
import * as v from "valibot";
import { MsgType } from "./codes";
import { jsonText, text } from "./scalars";

export type CardLook = "product" | "goods" | "order" | "link";

const LOOKS: Readonly<Record<number, CardLook>> = {
  [MsgType.Card]: "product",
  [MsgType.GoodsCard]: "goods",
  [MsgType.OrderCard]: "order",
  [MsgType.LinkCard]: "link",
};

/** Absent fields are empty. */
export type Card = {
  look: CardLook;
  picture: string;
  title: string;
  subtitle: string;
  description: string;
  /** As the shop writes it, including the currency. */
  price: string;
  label: string;
  orderStatus: string;
  orderCode: string;
  orderTime: string;
  url: string;
};

const wireCard = v.object({
  picture: text,
  imgUrl: text,
  title: text,
  subTitle: text,
  desc: text,
  describe: text,
  price: text,
  label: text,
  orderStatus: text,
  orderCode: text,
  orderTime: text,
  url: text,
  fromUrl: text,
  linkUrl: text,
});

const wireText = jsonText<v.InferOutput<typeof wireCard> | undefined>(wireCard, undefined);

/** Reads the card in a message's text; undefined if there is none, or it has neither title nor picture. */
export function cardOf(look: CardLook, content: unknown): Card | undefined {
  const wire = v.parse(wireText, content);
  if (!wire || (wire.title === "" && wire.imgUrl + wire.picture === "")) return undefined;
  const { title, subTitle, price, label, orderStatus, orderCode, orderTime } = wire;
  return {
    look,
    picture: wire.imgUrl || wire.picture,
    title,
    subtitle: subTitle,
    description: wire.describe || wire.desc,
    price,
    label,
    orderStatus,
    orderCode,
    orderTime,
    url: wire.fromUrl || wire.linkUrl || wire.url,
  };
}

/** The kind of card for a message type, if it is a card. */
export function cardLook(msgType: number): CardLook | undefined {
  return LOOKS[msgType];
}

/** The wire text of a product card that a visitor sends. */
export function productText({ picture, title, description, price, url }: Card): string {
  return JSON.stringify({ title, desc: description, price, picture, url });
}
