import { Send, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { IconButton } from "../../ui/IconButton";
import type { Card } from "../../wire/card";
import { CardView } from "./CardView";
import styles from "./ProductOffer.module.css";

export type ProductOfferProps = {
  card: Card;
  /** The visitor waits for a transfer to an agent. */
  isBusy: boolean;
  onSend: () => void;
  onDismiss: () => void;
};

/**
 * Shows the product the visitor looks at in the shop, with a button that sends it to an agent. Protocol, 'Kinds of
 * content', 'card'.
 */
export function ProductOffer({ card, isBusy, onSend, onDismiss }: ProductOfferProps) {
  const { t } = useTranslation();
  return (
    <section className={`${styles.offer} rising`} aria-label={t("product_label")}>
      <header className={styles.header}>
        <span>{t("product_label")}</span>
        <IconButton label={t("page_close")} icon={<X size={16} />} onClick={onDismiss} />
      </header>
      <CardView card={card}>
        <Button
          look="primary"
          isWide
          isBusy={isBusy}
          icon={<Send size={16} aria-hidden className="mirrored" />}
          onClick={onSend}
        >
          {t("product_send")}
        </Button>
      </CardView>
    </section>
  );
}
