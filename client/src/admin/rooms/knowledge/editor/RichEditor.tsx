import { EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextArea } from "../../../../ui/Input";
import styles from "../../../../ui/rich/rich.module.css";
import { EXTENSIONS, isEditable } from "./extensions";
import { Toolbar } from "./Toolbar";

export type RichEditorProps = {
  label: string;
  html: string;
  direction: "ltr" | "rtl" | "auto";
  isWrong: boolean;
  onChange: (html: string) => void;
  onBlur: () => void;
};

/** Edits rich text, or its HTML if it has parts that the editor does not know. */
export default function RichEditor({ label, html, direction, isWrong, onChange, onBlur }: RichEditorProps) {
  const { t } = useTranslation("admin");
  const [wantsSource, setSource] = useState(false);
  const isKnown = isEditable(html);
  const isSource = wantsSource || !isKnown;
  // What the editor says; everything else comes from outside and replaces its content.
  const written = useRef(html);
  const calls = useRef({ onChange, onBlur });
  calls.current = { onChange, onBlur };

  const editor = useEditor({
    extensions: EXTENSIONS,
    content: html,
    // The pages' content policy refuses inline styles; rich.module.css has them.
    injectCSS: false,
    onUpdate: ({ editor: now }) => {
      // The editor keeps an empty line at the end to write on; it belongs to no answer.
      written.current = now.isEmpty ? "" : now.getHTML().replace(/(<p><\/p>)+$/, "");
      calls.current.onChange(written.current);
    },
    onBlur: () => calls.current.onBlur(),
  });

  useEffect(() => {
    if (!editor || html === written.current) return;
    written.current = html;
    const { from, to } = editor.state.selection;
    editor.chain().setContent(html, { emitUpdate: false }).setTextSelection({ from, to }).run();
  }, [editor, html]);

  useEffect(() => {
    editor?.setOptions({
      editorProps: {
        attributes: {
          class: styles.text ?? "",
          role: "textbox",
          "aria-multiline": "true",
          "aria-label": label,
          dir: direction,
          ...(isWrong ? { "aria-invalid": "true" } : {}),
        },
      },
    });
  }, [editor, label, direction, isWrong]);

  return (
    <div className={styles.editor} data-wrong={isWrong ? "" : undefined}>
      {editor ? (
        <Toolbar
          editor={editor}
          label={label}
          isSource={isSource}
          canLeaveSource={isKnown}
          onSource={setSource}
        />
      ) : null}
      {isSource ? (
        <div className={styles.source}>
          {isKnown ? null : <p className={styles.note}>{t("kb_editor_source_only")}</p>}
          <TextArea
            aria-label={t("kb_editor_source_of", { field: label })}
            value={html}
            dir="ltr"
            spellCheck={false}
            rows={5}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
        </div>
      ) : (
        <EditorContent editor={editor} />
      )}
    </div>
  );
}
