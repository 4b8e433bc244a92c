import { LifeBuoy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAtomValue } from "../../state/jotai";
import { Time } from "../../ui/Time";
import { visitorName } from "../names";
import { rescuesAtom } from "../state/rescues.atoms";
import styles from "./Wall.module.css";
import type { Wall } from "./wall";

/** The most that are shown. */
const SHOWN_MAX = 5;

/** The latest rescues with their reason: who let whom pass, and where the visitor went. Each opens. */
export function Rescues({ wall }: { wall: Wall }) {
  const { t } = useTranslation("desk");
  const rescues = useAtomValue(rescuesAtom).slice(0, SHOWN_MAX);
  if (rescues.length === 0) return null;
  return (
    <>
      <h2>{t("wall_rescues")}</h2>
      <ul className={styles.rescues}>
        {rescues.map(({ userId, at, rescue }) => (
          <li key={`${userId} ${at}`}>
            <LifeBuoy size={16} aria-hidden />
            <Time at={at} />
            <Link href={`/talk/${userId}`}>
              <bdi>{visitorName({ userId, userName: "" }, t)}</bdi>
            </Link>
            <bdi>{wall.agents.find(({ id }) => id === rescue.agentId)?.name ?? rescue.agentId}</bdi>
            <span>
              {t(`rescue_${rescue.lapse}`)} {t(`rescue_to_${rescue.to}`)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
