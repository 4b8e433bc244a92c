import { clsx } from "clsx";
import { Monitor, Moon, PanelRightClose, PanelRightOpen, Pilcrow, Smartphone } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { systemClock as clock } from "../../../lib/clock";
import { createKeeper } from "../../../lib/storage";
import { PREVIEW_STATES, type PreviewState } from "../../../preview/protocol";
import { Button } from "../../../ui/Button";
import { Select } from "../../../ui/Input";
import { LanguageSelect } from "../../form/LanguageSelect";
import type { AdminKey } from "../../form/specs";
import type { Values } from "../../things/paths";
import styles from "./Preview.module.css";
import { type PreviewView, usePreviewFrame } from "./previewFrame";

export type PreviewProps = {
  /** The channel with its unsaved changes. */
  draft: Values;
};

const KEY = "frontdesk.admin.preview";
const KEPT_MS = 400 * 86_400_000;
const keeper = createKeeper(() => localStorage);

const STATE_WORDS: Readonly<Record<PreviewState, AdminKey>> = {
  chat: "preview_chat",
  preChat: "preview_preChat",
  waiting: "preview_waiting",
  leave: "preview_leave",
  rating: "preview_rating",
};

/** The switch that visitors meet this state with. */
const SWITCHES: Partial<Record<PreviewState, string>> = {
  preChat: "userFormMode",
  leave: "leaveMsgMode",
  rating: "evaluateMode",
};

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** The visitor's page with the draft's settings, beside the form. Whether it is open is kept in this browser. */
export function Preview({ draft }: PreviewProps) {
  const { t } = useTranslation("admin");
  const [isOpen, setOpen] = useState(() => keeper.read(KEY, clock.now()) !== "closed");
  const toggle = () => {
    keeper.write(KEY, isOpen ? "closed" : "open", clock.now(), KEPT_MS);
    setOpen(!isOpen);
  };
  return (
    <section
      aria-label={t("preview_title")}
      className={styles.place}
      data-preview={isOpen ? "open" : "closed"}
    >
      <header className={styles.head}>
        {isOpen ? <h2 className={styles.title}>{t("preview_title")}</h2> : null}
        <Button
          look="quiet"
          size="small"
          aria-expanded={isOpen}
          icon={isOpen ? <PanelRightClose size={16} /> : <PanelRightOpen size={16} />}
          onClick={toggle}
        >
          {t(isOpen ? "preview_hide" : "preview_show")}
        </Button>
      </header>
      {isOpen ? <OpenPreview draft={draft} /> : null}
    </section>
  );
}

function OpenPreview({ draft }: PreviewProps) {
  const { t, i18n } = useTranslation("admin");
  const frame = useRef<HTMLIFrameElement>(null);
  const [view, setView] = useState<PreviewView>({
    isPhone: true,
    isDark: false,
    isRightToLeft: false,
    state: "chat",
    language: "",
  });
  const change = (part: Partial<PreviewView>) => setView({ ...view, ...part });
  const refusal = usePreviewFrame(frame, draft, view, text(draft.language) || i18n.language);
  const off = SWITCHES[view.state];
  const note = refusal
    ? t(refusal.kind === "faults" ? "preview_wrong" : "preview_unreachable")
    : off && draft[off] !== 1
      ? t("preview_off")
      : "";
  return (
    <>
      <div className={styles.tools}>
        <Toggle label={t("preview_phone")} isOn={view.isPhone} onPress={() => change({ isPhone: true })}>
          <Smartphone size={16} aria-hidden />
        </Toggle>
        <Toggle label={t("preview_desktop")} isOn={!view.isPhone} onPress={() => change({ isPhone: false })}>
          <Monitor size={16} aria-hidden />
        </Toggle>
        <span className={styles.gap} />
        <Toggle label={t("preview_dark")} isOn={view.isDark} onPress={() => change({ isDark: !view.isDark })}>
          <Moon size={16} aria-hidden />
        </Toggle>
        <Toggle
          label={t("preview_rtl")}
          isOn={view.isRightToLeft}
          onPress={() => change({ isRightToLeft: !view.isRightToLeft })}
        >
          <Pilcrow size={16} aria-hidden />
        </Toggle>
      </div>
      <div className={styles.choices}>
        <Select
          aria-label={t("preview_state")}
          value={view.state}
          onChange={({ target }) =>
            change({ state: PREVIEW_STATES.find((one) => one === target.value) ?? "chat" })
          }
        >
          {PREVIEW_STATES.map((state) => (
            <option key={state} value={state}>
              {t(STATE_WORDS[state])}
            </option>
          ))}
        </Select>
        <LanguageSelect
          aria-label={t("preview_language")}
          value={view.language}
          onChoose={(language) => change({ language })}
          first={t("preview_language_own")}
        />
      </div>
      <div className={clsx(styles.stage, !view.isPhone && styles.desktop)}>
        <iframe
          ref={frame}
          title={t("preview_title")}
          className={styles.frame}
          src={`/chat_online/preview?tenantId=${encodeURIComponent(text(draft.tenantId))}`}
        />
      </div>
      <p role="status" className={styles.note}>
        {note}
      </p>
    </>
  );
}

type ToggleProps = { label: string; isOn: boolean; onPress: () => void; children: ReactNode };

function Toggle({ label, isOn, onPress, children }: ToggleProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      className={styles.toggle}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
