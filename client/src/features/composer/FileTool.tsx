import { type ReactNode, useRef } from "react";
import { IconButton } from "../../ui/IconButton";

export type FileToolProps = {
  /** The input's `accept` value: what the browser offers to choose from. */
  accept: string;
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  /** Distinguishes the button from similar ones. */
  kind?: string;
  onFiles: (files: readonly File[]) => void;
};

/** A button that opens the file picker. */
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
          // Cleared, so that the same file can be chosen again.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
