import type { ChainedCommands } from "@tiptap/core";
import { EditorContent, useEditor, useEditorState } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { Bold, Italic, Link as LinkIcon, List, ListOrdered } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { safeLink } from "../../../lib/links";
import { Button } from "../../../ui/Button";
import { Input } from "../../../ui/Input";
import styles from "./RichField.module.css";

export type RichFieldProps = { label: string; html: string; onChange: (html: string) => void };

/** No more than a message needs, and no more than the server's sanitiser keeps. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: false,
    codeBlock: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      defaultProtocol: "https",
      protocols: ["mailto", "tel"],
      HTMLAttributes: { target: "_blank", rel: "noopener noreferrer" },
    },
  }),
];

type Tool = {
  id: string;
  name: "rich_bold" | "rich_italic" | "rich_bullets" | "rich_numbers";
  icon: ReactNode;
  run: (chain: ChainedCommands) => ChainedCommands;
};

const TOOLS: readonly Tool[] = [
  { id: "bold", name: "rich_bold", icon: <Bold size={16} />, run: (chain) => chain.toggleBold() },
  { id: "italic", name: "rich_italic", icon: <Italic size={16} />, run: (chain) => chain.toggleItalic() },
  {
    id: "bulletList",
    name: "rich_bullets",
    icon: <List size={16} />,
    run: (chain) => chain.toggleBulletList(),
  },
  {
    id: "orderedList",
    name: "rich_numbers",
    icon: <ListOrdered size={16} />,
    run: (chain) => chain.toggleOrderedList(),
  },
];

/** Edits formatted text: bold, italic, lists and links. Loaded only when an agent asks for it. */
export default function RichField({ label, html, onChange }: RichFieldProps) {
  const { t } = useTranslation("desk");
  const [isLinking, setLinking] = useState(false);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: html,
    autofocus: "end",
    // The pages' content policy refuses inline styles; RichField.module.css has them.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: styles.text ?? "",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        dir: "auto",
      },
    },
    onUpdate: ({ editor: now }) =>
      // The editor keeps an empty line at the end to write on.
      onChange(now.isEmpty ? "" : now.getHTML().replace(/(<p><\/p>)+$/, "")),
  });
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      [...TOOLS.map((tool) => tool.id), "link"].filter((id) => now?.isActive(id)),
  });
  if (!editor) return null;
  const button = (id: string, name: string, icon: ReactNode, run: () => void) => (
    <button
      key={id}
      type="button"
      className={styles.tool}
      aria-label={name}
      title={name}
      aria-pressed={active?.includes(id)}
      // A press must not take the focus, because the text would lose its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {icon}
    </button>
  );
  return (
    <div className={styles.editor}>
      <div role="toolbar" aria-label={t("rich_tools")} className={styles.tools}>
        {TOOLS.map(({ id, name, icon, run }) =>
          button(id, t(name), icon, () => run(editor.chain().focus()).run()),
        )}
        {button("link", t("rich_link"), <LinkIcon size={16} />, () => setLinking(!isLinking))}
      </div>
      {isLinking ? (
        <LinkRow
          before={String(editor.getAttributes("link").href ?? "")}
          onLeave={() => setLinking(false)}
          onSet={(href, words) => {
            const chain = editor.chain().focus().extendMarkRange("link");
            if (href === "") chain.unsetLink().run();
            else if (editor.state.selection.empty && !editor.isActive("link"))
              chain
                .insertContent({ type: "text", text: words, marks: [{ type: "link", attrs: { href } }] })
                .run();
            else chain.setLink({ href }).run();
            setLinking(false);
          }}
        />
      ) : null}
      <EditorContent editor={editor} />
    </div>
  );
}

type LinkRowProps = {
  before: string;
  /** An empty address removes the link. */
  onSet: (href: string, words: string) => void;
  onLeave: () => void;
};

function LinkRow({ before, onSet, onLeave }: LinkRowProps) {
  const { t } = useTranslation("desk");
  const [address, setAddress] = useState(before);
  const [isWrong, setWrong] = useState(false);
  const fault = useId();
  function set() {
    const typed = address.trim();
    const href = typed === "" ? "" : (safeLink(typed) ?? safeLink(`https://${typed}`));
    if (href === undefined || (typed !== "" && !/[.:]/.test(typed))) setWrong(true);
    else onSet(href, typed);
  }
  return (
    <div className={styles.link}>
      <Input
        autoFocus
        aria-label={t("rich_address")}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? fault : undefined}
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
            // The dialog stays open.
            event.preventDefault();
            event.stopPropagation();
            onLeave();
          }
          if (event.key !== "Enter") return;
          event.preventDefault();
          set();
        }}
      />
      <Button look="soft" onClick={set}>
        {t("rich_link_set")}
      </Button>
      {isWrong ? (
        <p id={fault} role="alert" className={styles.wrong}>
          {t("card_fault_address")}
        </p>
      ) : null}
    </div>
  );
}
