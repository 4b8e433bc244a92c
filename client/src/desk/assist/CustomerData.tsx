import { ExternalLink, RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { safeLink, shownPicture } from "../../lib/links";
import { clockTime } from "../../lib/time";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Facts } from "../../ui/Facts";
import { IconButton } from "../../ui/IconButton";
import { Skeleton } from "../../ui/Skeleton";
import type { CustomerContext } from "../../wire/customer";
import { useOffers } from "../keys/offers.atoms";
import { askCustomerAtom, type Customer, openCustomerAtom } from "../state/customer.atoms";
import styles from "./CustomerData.module.css";
import { Section } from "./Section";
import panel from "./VisitorPanel.module.css";

/** Shows what the shop's own system knows of the visitor. A shop without such a system has no such section. */
export function CustomerData({ userId }: { userId: string }) {
  const { t } = useTranslation("desk");
  const customer = useAtomValue(openCustomerAtom);
  const ask = useSetAtom(askCustomerAtom);
  const refresh = () => void ask({ userId, isRefresh: true });
  const isHere =
    customer !== undefined && (customer.phase !== "answered" || customer.context.state !== "off");
  const isBusy =
    customer?.phase === "asking" || (customer?.phase === "answered" && customer.isAskingAgain) === true;
  const canAsk = isHere && (customer.phase !== "answered" || customer.context.state !== "anonymous");
  useOffers({ askCustomer: canAsk && !isBusy ? { run: refresh } : undefined });
  if (!isHere) return null;
  return (
    <Section
      id="customer"
      title={t("customer_title")}
      isBusy={isBusy}
      tools={
        canAsk ? (
          <IconButton
            label={t("customer_refresh")}
            icon={<RefreshCw size={16} className={isBusy ? styles.turning : undefined} />}
            disabled={isBusy}
            onClick={refresh}
          />
        ) : null
      }
    >
      <Told customer={customer} onRetry={refresh} />
    </Section>
  );
}

function Told({ customer, onRetry }: { customer: Customer; onRetry: () => void }) {
  const { t } = useTranslation("desk");
  if (customer.phase === "asking")
    return (
      <div role="status" aria-label={t("customer_asking")}>
        <Skeleton width="70%" height="40px" shape="bubble" />
      </div>
    );
  if (customer.phase !== "answered")
    return <Problem words={t(`customer_${customer.phase}`)} onRetry={onRetry} />;
  const { context } = customer;
  switch (context.state) {
    case "off":
      return null;
    case "anonymous":
      return <p className={styles.quiet}>{t("customer_anonymous")}</p>;
    case "unknown":
      return <p className={styles.quiet}>{t("customer_unknown")}</p>;
    case "failed":
      return <Problem words={t(`customer_${context.problem}`)} onRetry={onRetry} />;
    case "known":
      return <Known context={context} />;
    default:
      return context.state satisfies never;
  }
}

function Problem({ words, onRetry }: { words: string; onRetry: () => void }) {
  const { t } = useTranslation("desk");
  return (
    <div role="alert" className={styles.problem}>
      <p>{words}</p>
      <Button look="outline" size="small" onClick={onRetry}>
        {t("try_again")}
      </Button>
    </div>
  );
}

function Known({ context }: { context: CustomerContext }) {
  const { t, i18n } = useTranslation("desk");
  const { fields, links, pictures, askedAt } = context;
  if (fields.length + links.length + pictures.length === 0)
    return <p className={styles.quiet}>{t("customer_nothing")}</p>;
  return (
    <>
      <Facts
        className={panel.facts}
        facts={fields.map(({ label, value }, at) => ({ id: String(at), name: label, value }))}
      />
      {links.length > 0 ? (
        <ul className={styles.links}>
          {links.map(({ label, url }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a link may repeat, and the list is replaced whole
            <li key={at}>
              <Outside label={label} url={url} />
            </li>
          ))}
        </ul>
      ) : null}
      {pictures.length > 0 ? (
        <ul className={styles.pictures}>
          {pictures.map(({ label, url }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={at}>
              <Picture label={label} url={url} />
            </li>
          ))}
        </ul>
      ) : null}
      {askedAt > 0 ? (
        <p className={styles.quiet}>{t("customer_asked", { time: clockTime(askedAt, i18n.language) })}</p>
      ) : null}
    </>
  );
}

function Outside({ label, url }: { label: string; url: string }) {
  return (
    <a href={safeLink(url)} className={styles.link} target="_blank" rel="noopener noreferrer">
      <bdi>{label}</bdi>
      <ExternalLink size={14} aria-hidden />
    </a>
  );
}

/** A picture of the tenant's own hosts, loaded when it is scrolled to. One from elsewhere is a link. */
function Picture({ label, url }: { label: string; url: string }) {
  const source = shownPicture(url);
  if (source === "") return <Outside label={label} url={url} />;
  return (
    <figure className={styles.picture}>
      <a href={source} target="_blank" rel="noopener noreferrer">
        <img src={source} alt={label} loading="lazy" decoding="async" referrerPolicy="no-referrer" />
      </a>
      <figcaption dir="auto">{label}</figcaption>
    </figure>
  );
}
