import { clsx } from "clsx";
import { ExternalLink, Link2, Package, ShoppingBag } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { safeLink, shownPicture } from "../../lib/links";
import type { Card } from "../../wire/card";
import styles from "./CardView.module.css";

const OPEN_WORDS = {
  product: "product_open",
  goods: "product_open",
  order: "product_order_open",
  link: "product_link_open",
} as const;

const ICONS = { product: ShoppingBag, goods: ShoppingBag, order: Package, link: Link2 } as const;

export type CardViewProps = {
  card: Card;
  /** Actions on the card. */
  children?: ReactNode;
};

/**
 * Shows one of the shop's items: a product, goods, an order or a link. Protocol, 'Kinds of content', msgType 3, 7, 8
 * and 9.
 */
export function CardView({ card, children }: CardViewProps) {
  const link = safeLink(card.url);
  const inside = <Inside card={card} link={link} />;
  return (
    <article className={styles.card}>
      {link ? (
        <a className={clsx(styles.body, styles.link)} href={link} target="_blank" rel="noopener noreferrer">
          {inside}
        </a>
      ) : (
        <div className={styles.body}>{inside}</div>
      )}
      {children ? <div className={styles.deeds}>{children}</div> : null}
    </article>
  );
}

function Inside({ card, link }: { card: Card; link: string | undefined }) {
  const { t } = useTranslation("chat");
  return (
    <>
      <span className={styles.main}>
        <CardPicture card={card} />
        <span className={styles.words}>
          <span className={clsx(styles.title, "two-lines")}>
            <bdi>{card.title}</bdi>
          </span>
          {[card.subtitle, card.description].map((text) =>
            text === "" ? null : (
              <span key={text} className={clsx(styles.text, "two-lines")}>
                <bdi>{text}</bdi>
              </span>
            ),
          )}
          {card.price === "" && card.label === "" ? null : (
            <span className={styles.facts}>
              {card.price === "" ? null : (
                <span className={styles.price}>
                  <span className="visually-hidden">{t("product_price")} </span>
                  <bdi>{card.price}</bdi>
                </span>
              )}
              {card.label === "" ? null : <bdi className={styles.label}>{card.label}</bdi>}
            </span>
          )}
        </span>
      </span>
      {card.look === "order" ? <OrderFacts card={card} /> : null}
      {link ? (
        <span className={styles.open}>
          {t(OPEN_WORDS[card.look])}
          <ExternalLink size={14} aria-hidden className="mirrored" />
        </span>
      ) : null}
    </>
  );
}

function CardPicture({ card }: { card: Card }) {
  const [failed, setFailed] = useState("");
  const source = shownPicture(card.picture);
  const Icon = ICONS[card.look];
  return (
    <span className={styles.picture}>
      {source === "" || failed === source ? (
        <Icon size={24} strokeWidth={1.5} aria-hidden />
      ) : (
        <img
          src={source}
          alt=""
          width={72}
          height={72}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(source)}
        />
      )}
    </span>
  );
}

function OrderFacts({ card }: { card: Card }) {
  const { t } = useTranslation("chat");
  const facts: [string, string][] = [
    [t("product_order_status"), card.orderStatus],
    [t("product_order_code"), card.orderCode],
    [t("product_order_time"), card.orderTime],
  ];
  const said = facts.filter(([, value]) => value !== "");
  if (said.length === 0) return null;
  return (
    <span className={styles.order}>
      {said.map(([name, value]) => (
        <span key={name} className={styles.fact}>
          <span>{name}</span>
          <bdi>{value}</bdi>
        </span>
      ))}
    </span>
  );
}
