import type { Editor } from "@tiptap/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { safeTarget } from "../../../../lib/links";
import { Button } from "../../../../ui/Button";
import { Input } from "../../../../ui/Input";
import styles from "./RichEditor.module.css";

/** Sets, changes or removes the link of the selected words. */
export function LinkBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation("admin");
  const before = String(editor.getAttributes("link").href ?? "");
  const [address, setAddress] = useState(before);
  const [isWrong, setWrong] = useState(false);
  const note = useId();

  const set = () => {
    const target = targetOf(address.trim());
    if (target === undefined) {
      setWrong(true);
      return;
    }
    const chain = editor.chain().focus().extendMarkRange("link");
    if (editor.state.selection.empty && before === "")
      chain.insertContent({
        type: "text",
        text: address.trim(),
        marks: [{ type: "link", attrs: { href: target } }],
      });
    else chain.setLink({ href: target });
    chain.run();
    onClose();
  };
  return (
    <div className={styles.link}>
      <Input
        autoFocus
        aria-label={t("kb_editor_address")}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? note : undefined}
        value={address}
        placeholder="https://"
        inputMode="url"
        dir="ltr"
        spellCheck={false}
        onChange={(event) => {
          setAddress(event.target.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          if (event.key !== "Enter") return;
          event.preventDefault();
          set();
        }}
      />
      <Button look="soft" onClick={set}>
        {t("kb_editor_link_set")}
      </Button>
      {before === "" ? null : (
        <Button
          look="quiet"
          onClick={() => {
            editor.chain().focus().extendMarkRange("link").unsetLink().run();
            onClose();
          }}
        >
          {t("kb_editor_link_remove")}
        </Button>
      )}
      {isWrong ? (
        <p id={note} role="alert" className={styles.wrong}>
          {t("kb_editor_link_wrong")}
        </p>
      ) : null}
    </div>
  );
}

/** A link as people type it: `shop.example` means https. */
function targetOf(typed: string): string | undefined {
  if (typed === "") return undefined;
  return safeTarget(typed) ?? (/^[\w-]+(\.[\w-]+)+/.test(typed) ? safeTarget(`https://${typed}`) : undefined);
}
