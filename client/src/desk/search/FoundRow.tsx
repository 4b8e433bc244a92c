import { clsx } from "clsx";
import { Mail, Star, Ticket } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { languageTag } from "../../i18n/tags";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Avatar } from "../../ui/Avatar";
import { TagChip } from "../../ui/TagChip";
import type { Excerpt, Found } from "../../wire/search";
import row from "../lists/TalkRow.module.css";
import { visitorName } from "../names";
import { seekAtom } from "../state/search.atoms";
import { namedTagsAtom } from "../state/tags.atoms";
import { useNow } from "../useNow";
import { dayOrTime } from "./dayOrTime";
import styles from "./FoundList.module.css";
import { piecesOf } from "./pieces";

/** One result: who, when, and where the words are. It opens the conversation at the first of these messages. */
export function FoundRow({ found, isOpen }: { found: Found; isOpen: boolean }) {
  const { t, i18n } = useTranslation("desk");
  const seek = useSetAtom(seekAtom);
  const now = useNow();
  const tags = useAtomValue(namedTagsAtom)(found.tags);
  const name = visitorName({ userId: found.userId || found.id, userName: found.name.text }, t);
  const first = found.hits.find((hit) => hit.messageId !== "");
  return (
    <Link
      href={hrefOf(found)}
      className={clsx(row.row, styles.row)}
      aria-current={isOpen ? "page" : undefined}
      onClick={() => {
        if (found.kind === "conversation" && first)
          seek({ userId: found.userId, messageId: first.messageId });
      }}
    >
      <span className={row.face}>
        <Avatar src="" name={name} size={40} />
      </span>
      <span className={row.words}>
        <span className={row.name} dir="auto">
          {found.name.text === "" ? name : <Marked excerpt={found.name} />}
        </span>
        {found.hits.map((hit) => (
          <span key={`${hit.messageId} ${hit.at} ${hit.text}`} className={styles.hit} dir="auto">
            <Marked excerpt={hit} />
          </span>
        ))}
        <span className={styles.facts}>
          {found.kind === "leaveMsg" ? <Mail size={12} aria-hidden /> : null}
          {found.kind === "workOrder" ? <Ticket size={12} aria-hidden /> : null}
          <span>
            {t(found.kind === "conversation" ? "search_talk" : `search_${found.kind}`)}
            {" · "}
            {t(found.isEnded ? "search_ended" : "search_open")}
          </span>
          {found.rating === undefined ? null : (
            <span className={styles.rating}>
              <Star size={12} aria-hidden />
              <span aria-hidden="true">{found.rating}</span>
              <span className="visually-hidden">{t("search_rated", { count: found.rating })}</span>
            </span>
          )}
          {tags.map(({ id, name: tagName, colour }) => (
            <TagChip key={id} name={tagName} colour={colour} />
          ))}
        </span>
      </span>
      <span className={row.side}>
        <time className={row.time} dateTime={new Date(found.at).toISOString()}>
          {dayOrTime(found.at, now, languageTag(i18n.language))}
        </time>
      </span>
    </Link>
  );
}

function Marked({ excerpt }: { excerpt: Excerpt }) {
  return piecesOf(excerpt).map(({ key, text, isFound }) =>
    isFound ? (
      <mark key={key} className={styles.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

function hrefOf({ kind, userId, id }: Found): string {
  if (kind === "conversation") return `/talk/${encodeURIComponent(userId)}`;
  return kind === "workOrder" ? `/left/order/${id}` : `/left/message/${id}`;
}
