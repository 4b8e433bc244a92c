import { ArrowDownToLine, ExternalLink, FileText, Film, Music } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageTag } from "../../i18n/tags";
import { download } from "../../lib/download";
import { ownPicture, safeLink } from "../../lib/links";
import { FileName } from "../../ui/FileName";
import { showToast } from "../../ui/toast";
import styles from "./FileCard.module.css";
import { SendProgress } from "./SendProgress";

const ICONS = { file: FileText, video: Film, audio: Music };

export type FileCardProps = {
  url: string;
  name: string;
  kind: keyof typeof ICONS;
  sizeBytes?: number | undefined;
  /** Share that has been sent, 0 to 1, during an upload. */
  progress?: number | undefined;
  onCancel?: () => void;
};

/**
 * Shows a file as a card: kind, name, size, and a way to open it. Requirement CH-07: a PDF opens, others are
 * downloaded.
 */
export function FileCard({ url, name, kind, sizeBytes, progress, onCancel }: FileCardProps) {
  const { t, i18n } = useTranslation("chat");
  const { state, fetchFile } = useDownload();
  const own = ownPicture(url);
  const shown = name || url.split("/").at(-1) || "";
  const size = sizeBytes === undefined ? "" : sizeInWords(sizeBytes, i18n.language);
  const Icon = ICONS[kind];
  const share = typeof state === "number" ? state : undefined;
  const body = (deed: string, icon: ReactNode) => (
    <>
      <span className={styles.icon}>
        <Icon size={20} aria-hidden />
      </span>
      <span className={styles.words}>
        <span className="visually-hidden">{deed}</span>
        <span className={styles.name} aria-hidden="true">
          <FileName name={shown} />
        </span>
        {size === "" ? null : <span className={styles.size}>{size}</span>}
        {share === undefined ? null : <progress className={styles.share} value={share} max={1} />}
      </span>
      {icon}
    </>
  );

  if (progress !== undefined) {
    return (
      <div className={styles.card}>
        {body(shown, null)}
        <span className={styles.sending}>
          <SendProgress progress={progress} onCancel={onCancel ?? (() => undefined)} />
        </span>
      </div>
    );
  }
  // A file on another host cannot be fetched into this page, and a PDF opens in the browser's viewer.
  const away = /\.pdf$/i.test(shown) || own === "" ? own || safeLink(url) : undefined;
  if (away) {
    return (
      <a className={styles.card} href={away} target="_blank" rel="noopener noreferrer">
        {body(
          t("message_open", { name: shown }),
          <ExternalLink size={18} aria-hidden className="mirrored" />,
        )}
      </a>
    );
  }
  return (
    <button
      type="button"
      className={styles.card}
      disabled={own === "" || state !== "idle"}
      aria-busy={state !== "idle" || undefined}
      onClick={() => fetchFile(own, shown)}
    >
      {body(t("message_download", { name: shown }), <ArrowDownToLine size={18} aria-hidden />)}
    </button>
  );
}

/** A `number` is the share downloaded so far. */
function useDownload() {
  const { t } = useTranslation("chat");
  const [state, setState] = useState<"idle" | "coming" | number>("idle");
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const fetchFile = (url: string, name: string) => {
    const stopping = new AbortController();
    stop.current = stopping;
    setState("coming");
    download(url, name, (share) => setState(share ?? "coming"), stopping.signal)
      .catch(() => {
        if (!stopping.signal.aborted) showToast("error", t("page_error"));
      })
      .finally(() => setState("idle"));
  };
  return { state, fetchFile };
}

function sizeInWords(bytes: number, locale: string): string {
  const [unit, value] =
    bytes < 1_000_000 ? ["kilobyte", Math.max(1, bytes / 1000)] : ["megabyte", bytes / 1_000_000];
  return new Intl.NumberFormat(languageTag(locale), {
    style: "unit",
    unit: String(unit),
    maximumFractionDigits: 1,
  }).format(Number(value));
}
