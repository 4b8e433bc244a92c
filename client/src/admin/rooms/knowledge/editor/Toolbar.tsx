import type { ChainedCommands, Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import {
  Bold,
  Code,
  Heading2,
  ImagePlus,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  Redo2,
  TextQuote,
  Underline,
  Undo2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { Toolbar as AriaToolbar } from "react-aria-components/Toolbar";
import { useTranslation } from "react-i18next";
import { safeTarget } from "../../../../lib/links";
import { LinkBar } from "../../../../ui/rich/LinkBar";
import styles from "../../../../ui/rich/rich.module.css";
import type { AdminKey } from "../../../form/specs";
import { PictureDialog } from "./PictureDialog";

export type ToolbarProps = {
  editor: Editor;
  label: string;
  isSource: boolean;
  canLeaveSource: boolean;
  onSource: (isSource: boolean) => void;
};

type Tool = { id: string; name: AdminKey; icon: ReactNode; run: (chain: ChainedCommands) => ChainedCommands };

const TOOLS: readonly Tool[] = [
  { id: "bold", name: "kb_editor_bold", icon: <Bold size={16} />, run: (chain) => chain.toggleBold() },
  {
    id: "italic",
    name: "kb_editor_italic",
    icon: <Italic size={16} />,
    run: (chain) => chain.toggleItalic(),
  },
  {
    id: "underline",
    name: "kb_editor_underline",
    icon: <Underline size={16} />,
    run: (chain) => chain.toggleUnderline(),
  },
  {
    id: "heading",
    name: "kb_editor_heading",
    icon: <Heading2 size={16} />,
    run: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    id: "bulletList",
    name: "kb_editor_bullets",
    icon: <List size={16} />,
    run: (chain) => chain.toggleBulletList(),
  },
  {
    id: "orderedList",
    name: "kb_editor_numbers",
    icon: <ListOrdered size={16} />,
    run: (chain) => chain.toggleOrderedList(),
  },
  {
    id: "blockquote",
    name: "kb_editor_quote",
    icon: <TextQuote size={16} />,
    run: (chain) => chain.toggleBlockquote(),
  },
];

/** The editor's buttons. Arrow keys move between them. */
export function Toolbar({ editor, label, isSource, canLeaveSource, onSource }: ToolbarProps) {
  const { t } = useTranslation("admin");
  const [open, setOpen] = useState<"link" | "picture">();
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      active: [...TOOLS.map((tool) => tool.id), "link"].filter((id) => now.isActive(id)),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  });
  const chain = () => editor.chain().focus();
  const button = (name: string, icon: ReactNode, run: () => void, isOn?: boolean, isDisabled = false) => (
    <button
      type="button"
      className={styles.tool}
      aria-label={name}
      title={name}
      aria-pressed={isOn}
      disabled={isDisabled}
      // A press must not take the focus, because the text would lose its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {icon}
    </button>
  );
  return (
    <>
      <AriaToolbar aria-label={t("kb_editor_tools", { field: label })} className={styles.tools ?? ""}>
        {isSource
          ? null
          : TOOLS.map((tool) => (
              <span key={tool.id}>
                {button(
                  t(tool.name),
                  tool.icon,
                  () => tool.run(chain()).run(),
                  state.active.includes(tool.id),
                )}
              </span>
            ))}
        {isSource ? null : (
          <>
            {button(
              t("kb_editor_link"),
              <LinkIcon size={16} />,
              () => setOpen(open === "link" ? undefined : "link"),
              state.active.includes("link"),
            )}
            {button(t("kb_editor_picture"), <ImagePlus size={16} />, () => setOpen("picture"))}
            {button(
              t("kb_editor_undo"),
              <Undo2 size={16} />,
              () => chain().undo().run(),
              undefined,
              !state.canUndo,
            )}
            {button(
              t("kb_editor_redo"),
              <Redo2 size={16} />,
              () => chain().redo().run(),
              undefined,
              !state.canRedo,
            )}
          </>
        )}
        <span className={styles.end}>
          {button(
            t("kb_editor_source"),
            <Code size={16} />,
            () => onSource(!isSource),
            isSource,
            isSource && !canLeaveSource,
          )}
        </span>
      </AriaToolbar>
      {open === "link" && !isSource ? (
        <LinkBar
          editor={editor}
          accepts={safeTarget}
          words={{
            address: t("kb_editor_address"),
            set: t("kb_editor_link_set"),
            remove: t("kb_editor_link_remove"),
            wrong: t("kb_editor_link_wrong"),
          }}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open === "picture" ? (
        <PictureDialog
          onClose={() => setOpen(undefined)}
          onInsert={(picture) => {
            chain().setImage(picture).run();
            setOpen(undefined);
          }}
        />
      ) : null}
    </>
  );
}
