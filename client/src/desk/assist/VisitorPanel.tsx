import { clsx } from "clsx";
import type { TFunction } from "i18next";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import index from "../../../../locales/index.json";
import { localeOf } from "../../i18n/choose";
import { safeLink } from "../../lib/links";
import { fullTime } from "../../lib/time";
import { useAtomValue } from "../../state/jotai";
import { Avatar } from "../../ui/Avatar";
import { IconButton } from "../../ui/IconButton";
import { Skeleton } from "../../ui/Skeleton";
import type { Visitor } from "../../wire/agent";
import { visitorName } from "../names";
import { openVisitorAtom } from "../state/talk.atoms";
import type { Row } from "../types";
import { Pairs, type PairsProps } from "./Pairs";
import { RobotTried } from "./RobotTried";
import styles from "./VisitorPanel.module.css";

export type VisitorPanelProps = {
  userId: string;
  row: Row | undefined;
  /** Has a meaning only if the panel is folded: it then covers the conversation. */
  isOpen: boolean;
  onClose: () => void;
};

/** Shows what is known about the visitor; unknown facts are left out. */
export function VisitorPanel({ userId, row, isOpen, onClose }: VisitorPanelProps) {
  const { t } = useTranslation("desk");
  const visitor = useAtomValue(openVisitorAtom);
  const name = visitor?.name || visitorName(row ?? { userId, userName: "" }, t);
  return (
    <aside className={clsx(styles.panel, isOpen && styles.open)} aria-label={t("assist_label")}>
      <span className={styles.close}>
        <IconButton label={t("close")} icon={<X size={20} />} onClick={onClose} />
      </span>
      <div className={styles.head}>
        <Avatar src="" name={name} size={64} />
        <p className={styles.name} dir="auto">
          {name}
        </p>
        <p className={styles.presence}>{row ? t(row.isPresent ? "visitor_here" : "visitor_away") : null}</p>
      </div>
      {visitor ? (
        <>
          <Facts visitor={visitor} />
          <Named title={t("answers_title")} pairs={visitor.answers} />
          <Named title={t("told_title")} pairs={visitor.told} />
          {visitor.robot ? <RobotTried robot={visitor.robot} /> : null}
        </>
      ) : (
        <Skeleton width="80%" height="120px" shape="bubble" />
      )}
    </aside>
  );
}

function Facts({ visitor }: { visitor: Visitor }) {
  const { t } = useTranslation("desk");
  const locale = localeOf(visitor.locale);
  return (
    <dl className={styles.facts}>
      <Fact name={t("fact_email")} text={visitor.email} link={`mailto:${visitor.email}`} />
      <Fact name={t("fact_phone")} text={visitor.phone} link={`tel:${visitor.phone}`} />
      <Fact name={t("fact_number")} text={visitor.pid} />
      <Fact name={t("fact_campaign")} text={visitor.campaign} />
      <Fact name={t("fact_language")} text={locale ? index[locale].name : visitor.locale} />
      <Fact name={t("fact_channel")} text={visitor.channelId} />
      <Fact name={t("fact_page")} text={visitor.page} link={visitor.page} />
      <Fact name={t("fact_from")} text={visitor.cameFrom} link={visitor.cameFrom} />
      <Fact name={t("fact_device")} text={deviceName(visitor.device, t)} />
      <Fact name={t("fact_since")} text={visitor.since > 0 ? fullTime(visitor.since) : ""} />
      <Fact name={t("fact_sessions")} text={visitor.sessions > 0 ? String(visitor.sessions) : ""} />
      <Fact name={t("fact_robot")} text={t(visitor.hasTriedRobot ? "fact_robot_yes" : "fact_robot_no")} />
    </dl>
  );
}

/** Translates a device name; unknown names are shown unchanged. */
function deviceName(device: string, t: TFunction<"desk">): string {
  return device === "mobile" || device === "desktop" ? t(`device_${device}`) : device;
}

function Named({ title, pairs }: { title: string } & PairsProps) {
  if (pairs.length === 0) return null;
  return (
    <section className={styles.more}>
      <h3>{title}</h3>
      <Pairs pairs={pairs} />
    </section>
  );
}

function Fact({ name, text, link = "" }: { name: string; text: string; link?: string }) {
  if (text === "") return null;
  const href = safeLink(link);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {href ? (
          <a href={href} dir="auto" target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ) : (
          <bdi>{text}</bdi>
        )}
      </dd>
    </div>
  );
}
