import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { PICTURES_TAKEN } from "./crop";

const CropDialog = lazy(async () => ({ default: (await import("./CropDialog")).CropDialog }));

export type PictureChooserProps = {
  label: string;
  aspect: number | undefined;
  /** Takes the picture, cropped or whole. */
  onPicture: (file: File) => void;
  /** Draws what opens the browser's own dialog. */
  children: (open: () => void) => ReactNode;
};

/** Chooses a picture of this device, and the part of it that is taken. */
export function PictureChooser({ label, aspect, onPicture, children }: PictureChooserProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File>();
  return (
    <>
      {children(() => picker.current?.click())}
      <input
        ref={picker}
        type="file"
        accept={PICTURES_TAKEN}
        hidden
        aria-label={label}
        onChange={(event) => {
          setChosen(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      {chosen ? (
        <Suspense>
          <CropDialog
            file={chosen}
            aspect={aspect}
            onDone={(file) => {
              setChosen(undefined);
              onPicture(file);
            }}
            onClose={() => setChosen(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
