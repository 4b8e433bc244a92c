import { Download, FileText, Film, Music } from "lucide-react";
import { useTranslation } from "react-i18next";
import { safeSource } from "../../lib/links";
import styles from "./FileCard.module.css";

const ICONS = { file: FileText, video: Film, audio: Music };

export type FileCardProps = {
  url: string;
  name: string;
  kind: keyof typeof ICONS;
  sizeBytes?: number | undefined;
};

/** A file as a card: what it is, its name, its size, a way to get it. */
export function FileCard({ url, name, kind, sizeBytes }: FileCardProps) {
  const { t, i18n } = useTranslation();
  const Icon = ICONS[kind];
  const shown = name || url.split("/").at(-1) || "";
  return (
    <a
      className={styles.card}
      href={safeSource(url) || undefined}
      download={kind === "file" ? shown : undefined}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t("message_download", { name: shown })}
    >
      <span className={styles.icon}>
        <Icon size={20} aria-hidden />
      </span>
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {shown}
        </span>
        {sizeBytes === undefined ? null : (
          <span className={styles.size}>{sizeInWords(sizeBytes, i18n.language)}</span>
        )}
      </span>
      <Download size={18} aria-hidden />
    </a>
  );
}

function sizeInWords(bytes: number, locale: string): string {
  const language = locale === "tw" ? "zh-TW" : locale;
  const [unit, value] = bytes < 1_000_000 ? ["kilobyte", bytes / 1000] : ["megabyte", bytes / 1_000_000];
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: String(unit),
    maximumFractionDigits: 1,
  }).format(Number(value));
}
