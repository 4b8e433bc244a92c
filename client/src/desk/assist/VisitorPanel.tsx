import { clsx } from "clsx";
import type { TFunction } from "i18next";
import { BadgeCheck, X } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import index from "../../../../locales/index.json";
import { localeOf } from "../../i18n/choose";
import { fullTime } from "../../lib/time";
import { useAtomValue } from "../../state/jotai";
import { Avatar } from "../../ui/Avatar";
import { IconButton } from "../../ui/IconButton";
import { Skeleton } from "../../ui/Skeleton";
import type { Visitor } from "../../wire/agent";
import { type Choice, useOffers } from "../keys/offers.atoms";
import { visitorName } from "../names";
import { openVisitorAtom } from "../state/talk.atoms";
import type { Row } from "../types";
import { BlockVisitor } from "./BlockVisitor";
import { CustomerData } from "./CustomerData";
import { EditVisitor } from "./EditVisitor";
import { LocalTime } from "./LocalTime";
import { ModelHelp } from "./ModelHelp";
import { PagesSeen } from "./PagesSeen";
import { Pairs, type PairsProps } from "./Pairs";
import { PastConversations, PastLeft } from "./Past";
import { RobotTried } from "./RobotTried";
import { Section } from "./Section";
import { Transcript } from "./Transcript";
import styles from "./VisitorPanel.module.css";

export type VisitorPanelProps = {
  userId: string;
  row: Row | undefined;
  /** Has a meaning only if the panel is folded: it then covers the conversation. */
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
};

/** Shows what is known about the visitor; unknown facts are left out. On phones it is a sheet from below. */
export function VisitorPanel({ userId, row, isOpen, onOpen, onClose }: VisitorPanelProps) {
  const { t } = useTranslation("desk");
  const visitor = useAtomValue(openVisitorAtom);
  const name = visitor?.name || visitorName(row ?? { userId, userName: "" }, t);
  const panel = useRef<HTMLElement>(null);
  const enter = () => flushSync(onOpen);
  useOffers({
    panel: {
      run: () => {
        enter();
        panel.current?.focus();
      },
    },
    section: {
      choices: () => headsOf(panel.current).map((head, at) => choiceOf(head, at, enter)),
    },
  });
  return (
    <>
      {isOpen ? <div className={styles.behind} aria-hidden="true" onClick={onClose} /> : null}
      <aside
        ref={panel}
        className={clsx(styles.panel, isOpen && styles.open)}
        aria-label={t("assist_label")}
        tabIndex={-1}
      >
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
            <EditVisitor key={`edit-${userId}`} userId={userId} visitor={visitor} onEnter={enter} />
            <ModelHelp />
            <Section id="facts" title={t("facts_title")}>
              <VisitorFacts visitor={visitor} />
              <LocalTime zone={visitor.visit.timeZone} />
            </Section>
            <CustomerData userId={userId} />
            <Named id="answers" title={t("answers_title")} pairs={visitor.answers} />
            <Named id="told" title={t("told_title")} pairs={visitor.told} />
            <PagesSeen pages={visitor.visit.pages} />
            {visitor.robot ? <RobotTried robot={visitor.robot} /> : null}
            <PastConversations userId={userId} onEnter={enter} />
            <PastLeft userId={userId} />
            <Transcript key={userId} userId={userId} known={visitor.email} onEnter={enter} />
            <BlockVisitor
              key={`block-${userId}`}
              userId={userId}
              name={name}
              block={visitor.block}
              onEnter={enter}
            />
          </>
        ) : (
          <Skeleton width="80%" height="120px" shape="bubble" />
        )}
      </aside>
    </>
  );
}

/** The titles of the panel's sections, which fold them. */
function headsOf(panel: HTMLElement | null): readonly HTMLElement[] {
  return [...(panel?.querySelectorAll<HTMLElement>("h3 button[aria-expanded]") ?? [])];
}

function choiceOf(head: HTMLElement, at: number, onEnter: () => void): Choice {
  const run = () => {
    onEnter();
    head.click();
    head.focus();
  };
  return { key: String(at), name: head.textContent ?? "", run };
}

function VisitorFacts({ visitor }: { visitor: Visitor }) {
  const { t } = useTranslation("desk");
  const locale = localeOf(visitor.locale);
  const { email, phone, page, cameFrom, since, sessions, visit, verifiedId } = visitor;
  const browser = [visit.browser, visit.system].filter((part) => part !== "").join(" · ");
  const facts = [
    { name: t("fact_email"), value: email, link: `mailto:${email}` },
    { name: t("fact_phone"), value: phone, link: `tel:${phone}` },
    { name: t("fact_number"), value: visitor.pid },
    { name: t("fact_campaign"), value: visitor.campaign },
    { name: t("fact_language"), value: locale ? index[locale].name : visitor.locale },
    { name: t("fact_channel"), value: visitor.channelId },
    { name: t("fact_priority"), value: visitor.hasPriority ? t("fact_priority_yes") : "" },
    { name: t("fact_page"), value: visitor.pageTitle || page, link: page },
    { name: t("fact_from"), value: cameFrom, link: cameFrom },
    { name: t("fact_device"), value: deviceName(visitor.device, t) },
    { name: t("fact_browser"), value: browser },
    { name: t("fact_since"), value: since > 0 ? fullTime(since) : "" },
    { name: t("fact_sessions"), value: sessions > 0 ? String(sessions) : "" },
    { name: t("fact_robot"), value: t(visitor.hasTriedRobot ? "fact_robot_yes" : "fact_robot_no") },
  ];
  return (
    <>
      {verifiedId === "" ? null : (
        <p className={styles.verified}>
          <BadgeCheck size={16} aria-hidden />
          <span>
            {t("verified")} <bdi>{verifiedId}</bdi>
          </span>
        </p>
      )}
      <Pairs pairs={facts} />
    </>
  );
}

/** Translates a device name; unknown names are shown unchanged. */
function deviceName(device: string, t: TFunction<"desk">): string {
  return device === "mobile" || device === "desktop" ? t(`device_${device}`) : device;
}

function Named({ id, title, pairs }: { id: string; title: string } & PairsProps) {
  if (pairs.length === 0) return null;
  return (
    <Section id={id} title={title}>
      <Pairs pairs={pairs} />
    </Section>
  );
}
