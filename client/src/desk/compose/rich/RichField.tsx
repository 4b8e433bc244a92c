import type { ChainedCommands } from "@tiptap/core";
import { EditorContent, useEditor, useEditorState } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { Bold, Italic, Link as LinkIcon, List, ListOrdered } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { safeLink } from "../../../lib/links";
import { LinkBar } from "../../../ui/rich/LinkBar";
import styles from "../../../ui/rich/rich.module.css";

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
    // The pages' content policy refuses inline styles; rich.module.css has them.
    injectCSS: false,
    editorProps: {
      // The editor would keep Escape to itself, and the dialog around it would stay open.
      handleDOMEvents: { keydown: (_view, event) => event.key === "Escape" },
      attributes: {
        class: `${styles.text} ${styles.short}`,
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
        <LinkBar
          editor={editor}
          accepts={safeLink}
          words={{
            address: t("rich_address"),
            set: t("rich_link_set"),
            remove: t("rich_link_remove"),
            wrong: t("card_fault_address"),
          }}
          onClose={() => setLinking(false)}
        />
      ) : null}
      <EditorContent editor={editor} />
    </div>
  );
}
