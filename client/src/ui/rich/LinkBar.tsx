import type { Editor } from "@tiptap/core";
import { useId, useState } from "react";
import { Button } from "../Button";
import { Input } from "../Input";
import styles from "./rich.module.css";

export type LinkBarProps = {
  editor: Editor;
  /** The address as a link has it, if it is one. */
  accepts: (address: string) => string | undefined;
  words: { address: string; set: string; remove: string; wrong: string };
  onClose: () => void;
};

/** Sets, changes or removes the link of the selected words. */
export function LinkBar({ editor, accepts, words, onClose }: LinkBarProps) {
  const before = String(editor.getAttributes("link").href ?? "");
  const [address, setAddress] = useState(before);
  const [isWrong, setWrong] = useState(false);
  const note = useId();

  const set = () => {
    const target = targetOf(address.trim(), accepts);
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
        aria-label={words.address}
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
          if (event.key === "Escape") {
            // A dialog around it stays open.
            event.preventDefault();
            event.stopPropagation();
            onClose();
          }
          if (event.key !== "Enter") return;
          event.preventDefault();
          set();
        }}
      />
      <Button look="soft" onClick={set}>
        {words.set}
      </Button>
      {before === "" ? null : (
        <Button
          look="quiet"
          onClick={() => {
            editor.chain().focus().extendMarkRange("link").unsetLink().run();
            onClose();
          }}
        >
          {words.remove}
        </Button>
      )}
      {isWrong ? (
        <p id={note} role="alert" className={styles.wrong}>
          {words.wrong}
        </p>
      ) : null}
    </div>
  );
}

/** A link as people type it: `shop.example` means https. */
function targetOf(typed: string, accepts: LinkBarProps["accepts"]): string | undefined {
  if (typed === "") return undefined;
  return accepts(typed) ?? (/^[\w-]+(\.[\w-]+)+/.test(typed) ? accepts(`https://${typed}`) : undefined);
}
