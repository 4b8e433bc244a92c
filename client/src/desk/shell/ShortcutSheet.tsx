import { useTranslation } from "react-i18next";
import { useAtom, useAtomValue, useSetAtom } from "../../state/jotai";
import { Dialog } from "../../ui/Dialog";
import { ACTIONS, FIELD_KEYS, GROUPS } from "../keys/actions";
import { KeyCaps } from "../keys/KeyCaps";
import { lettersAtom, panelAtom, switchLettersAtom } from "../keys/panel.atoms";
import styles from "./Panels.module.css";

/** Lists the desk's keyboard shortcuts, from the table of actions. */
export function ShortcutSheet() {
  const { t } = useTranslation("desk");
  const [panel, setPanel] = useAtom(panelAtom);
  return (
    <Dialog
      isOpen={panel?.kind === "sheet"}
      onClose={() => setPanel(undefined)}
      title={t("menu_shortcuts")}
      closeLabel={t("close")}
      placement="side"
    >
      <Letters />
      {GROUPS.map((group) => (
        <Keys
          key={group}
          title={t(`palette_group_${group}`)}
          rows={ACTIONS.filter((action) => action.group === group).map(
            ({ id, name, keys = [], listKeys = [] }) => ({
              id,
              name: t(name),
              keys: [...keys, ...listKeys],
            }),
          )}
        />
      ))}
      <Keys
        title={t("sheet_field")}
        rows={Object.entries(FIELD_KEYS).map(([id, { name, keys }]) => ({ id, name: t(name), keys }))}
      />
    </Dialog>
  );
}

/** Single letters can be switched off, for example by who speaks to the computer. */
function Letters() {
  const { t } = useTranslation("desk");
  const hasLetters = useAtomValue(lettersAtom);
  const switchLetters = useSetAtom(switchLettersAtom);
  return (
    <label className={styles.letters}>
      <span>
        {t("sheet_letters")}
        <span className={styles.hint}>{t("sheet_letters_hint")}</span>
      </span>
      <input type="checkbox" checked={hasLetters} onChange={(event) => switchLetters(event.target.checked)} />
    </label>
  );
}

type KeysProps = {
  title: string;
  rows: readonly { id: string; name: string; keys: readonly string[] }[];
};

function Keys({ title, rows }: KeysProps) {
  const shown = rows.filter(({ keys }) => keys.length > 0);
  if (shown.length === 0) return null;
  return (
    <section className={styles.section} aria-label={title}>
      <h3>{title}</h3>
      <dl className={styles.keys}>
        {shown.map(({ id, name, keys }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
