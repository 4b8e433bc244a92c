import { clsx } from "clsx";
import { AtSign } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Empty } from "../../ui/Empty";
import { IconButton } from "../../ui/IconButton";
import { Time } from "../../ui/Time";
import type { Mention } from "../../wire/team";
import { useOffers } from "../keys/offers.atoms";
import { visitorName } from "../names";
import {
  loadMentionsAtom,
  mentionsAtom,
  mentionsPhaseAtom,
  sawMentionsAtom,
  unreadMentionsAtom,
} from "../state/mentions.atoms";
import styles from "./MentionsButton.module.css";

/** Opens the agent's mentions, and shows how many are unread. */
export function MentionsButton() {
  const { t } = useTranslation("desk");
  const [isOpen, setOpen] = useState(false);
  const unread = useAtomValue(unreadMentionsAtom);
  useOffers({ mentions: { run: () => setOpen(true), ...(unread > 0 ? { state: String(unread) } : {}) } });
  return (
    <span className={styles.button}>
      <IconButton
        label={unread === 0 ? t("mentions") : t("mentions_unread", { count: unread })}
        icon={<AtSign size={20} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {unread > 0 ? (
        <span className={styles.badge} aria-hidden="true">
          {unread > 99 ? "99+" : unread}
        </span>
      ) : null}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t("mentions")} closeLabel={t("close")}>
        <MentionList onClose={() => setOpen(false)} />
      </Dialog>
    </span>
  );
}

function MentionList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("desk");
  const mentions = useAtomValue(mentionsAtom);
  const phase = useAtomValue(mentionsPhaseAtom);
  const unread = useAtomValue(unreadMentionsAtom);
  const load = useSetAtom(loadMentionsAtom);
  const saw = useSetAtom(sawMentionsAtom);
  const [, goTo] = useLocation();
  if (mentions.length === 0) {
    if (phase === "loading") return <p role="status">{t("mentions_loading")}</p>;
    return phase === "failed" ? (
      <Empty icon={<AtSign size={28} aria-hidden />} title={t("mentions_failed")} text="">
        <Button look="outline" onClick={() => void load()}>
          {t("try_again")}
        </Button>
      </Empty>
    ) : (
      <Empty
        icon={<AtSign size={28} aria-hidden />}
        title={t("mentions_empty")}
        text={t("mentions_empty_hint")}
      />
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {mentions.map((mention) => (
          <li key={mention.noteId}>
            <Line
              mention={mention}
              onOpen={() => {
                onClose();
                goTo(`/talk/${mention.userId}`);
              }}
            />
          </li>
        ))}
      </ul>
      {unread > 0 ? (
        <Button look="quiet" isWide onClick={() => void saw("")}>
          {t("mentions_read_all")}
        </Button>
      ) : null}
    </>
  );
}

function Line({ mention, onOpen }: { mention: Mention; onOpen: () => void }) {
  const { t } = useTranslation("desk");
  const name = visitorName(mention, t);
  return (
    <button type="button" className={clsx(styles.line, !mention.isRead && styles.unread)} onClick={onOpen}>
      <span className={styles.head}>
        <span>
          {mention.isRead ? null : <span className="visually-hidden">{t("mention_new")}</span>}
          {t("mention_by", { colleague: mention.by, name })}
        </span>
        <Time at={mention.at} />
      </span>
      <span className={clsx(styles.excerpt, "two-lines")} dir="auto">
        {mention.excerpt}
      </span>
    </button>
  );
}
