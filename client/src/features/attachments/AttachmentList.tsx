import { ImagePlus, RotateCw, X } from "lucide-react";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ATTACHMENT_SUFFIXES, ATTACHMENTS_MAX } from "../../lib/attachment";
import type { Attachment } from "../../session/leaveDesk";
import styles from "./Attachments.module.css";
import type { Attachments } from "./useAttachments";

const ACCEPTED = ATTACHMENT_SUFFIXES.map((suffix) => `.${suffix}`).join(",");

/** Lists the attached pictures with their progress, and a button to add one. */
export function AttachmentList({ attachments }: { attachments: Attachments }) {
  const { t } = useTranslation("form");
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const { list } = attachments;
  return (
    <fieldset
      className={styles.attachments}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        attachments.add([...event.dataTransfer.files]);
      }}
    >
      <legend className={styles.legend}>{t("attach_label")}</legend>
      <ul className={styles.list}>
        {list.map((one) => (
          <Tile
            key={one.key}
            attachment={one}
            onRemove={() => {
              attachments.remove(one.key);
              input.current?.focus();
            }}
            onRetry={() => attachments.retry(one.key)}
          />
        ))}
        {list.length < ATTACHMENTS_MAX ? (
          <li className={styles.add}>
            <input
              ref={input}
              type="file"
              multiple
              accept={ACCEPTED}
              aria-label={t("attach_add")}
              aria-describedby={hint}
              onChange={(event) => {
                attachments.add([...(event.target.files ?? [])]);
                // Protocol, 'Files': cleared, so that the same file can be chosen again.
                event.target.value = "";
              }}
            />
            <ImagePlus size={22} aria-hidden />
            <span aria-hidden="true">{t("attach_add")}</span>
          </li>
        ) : null}
      </ul>
      <p id={hint} className={styles.hint}>
        {t("attach_hint", { max: ATTACHMENTS_MAX })}
      </p>
    </fieldset>
  );
}

type TileProps = { attachment: Attachment; onRemove: () => void; onRetry: () => void };

function Tile({ attachment: { name, preview, state }, onRemove, onRetry }: TileProps) {
  const { t } = useTranslation("form");
  // The desk uses the visitors' text here too.
  const { t: tChat } = useTranslation("chat");
  return (
    <li className={styles.tile} data-state={state.kind}>
      <img src={preview} alt={name} />
      {state.kind === "sending" || state.kind === "waiting" ? (
        <progress
          className={styles.progress}
          aria-label={t("attach_uploading", { name })}
          max={1}
          value={state.kind === "sending" ? state.share : 0}
        />
      ) : null}
      {state.kind === "failed" ? (
        <button
          type="button"
          className={styles.retry}
          aria-label={`${t("attach_failed", { name })} ${tChat("page_retry")}`}
          title={tChat("page_retry")}
          onClick={onRetry}
        >
          <RotateCw size={20} aria-hidden />
        </button>
      ) : null}
      <button
        type="button"
        className={styles.remove}
        aria-label={t("attach_remove", { name })}
        title={t("attach_remove", { name })}
        onClick={onRemove}
      >
        <span>
          <X size={14} aria-hidden />
        </span>
      </button>
    </li>
  );
}
