import { type ReactNode, useRef } from "react";
import { IconButton } from "../../ui/IconButton";

export type FileToolProps = {
  /** What the browser offers to choose from, as the field's `accept`. */
  accept: string;
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  /** Told apart from its neighbours by it. */
  kind?: string;
  onFiles: (files: readonly File[]) => void;
};

/** A button that lets files be chosen. */
export function FileTool({ accept, label, icon, disabled = false, kind, onFiles }: FileToolProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={label} icon={icon} disabled={disabled} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple
        hidden
        data-kind={kind}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Emptied, so that the same file can be chosen again.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
