import { type RefObject, useCallback, useEffect, useState } from "react";

/** Chromium's Document Picture-in-Picture, which TypeScript's DOM types do not contain. */
type DocumentPip = { requestWindow: (size: { width: number; height: number }) => Promise<Window> };
type WindowWithPip = Window & { documentPictureInPicture?: DocumentPip };

export type Pip = {
  /** The always-on-top window, if it holds the whole call. */
  window: Window | undefined;
  isOn: boolean;
  /** The call is a small panel inside the page, because the browser offers nothing better. */
  isSmall: boolean;
  toggle: () => void;
};

/**
 * Shows the call in a separate window. If the browser cannot show the whole panel there, shows only the other side's
 * picture. Otherwise shrinks the panel inside the page.
 */
export function usePip(video: RefObject<HTMLVideoElement | null>, hasPicture: boolean): Pip {
  const [own, setOwn] = useState<Window | undefined>(undefined);
  const [isFilm, setFilm] = useState(false);
  const [isSmall, setSmall] = useState(false);

  useEffect(() => () => own?.close(), [own]);

  const enter = useCallback(async () => {
    const opened = await ownWindow();
    if (opened) {
      opened.addEventListener("pagehide", () => setOwn(undefined), { once: true });
      setOwn(opened);
      return;
    }
    const film = video.current;
    if (hasPicture && film && document.pictureInPictureEnabled) {
      try {
        await film.requestPictureInPicture();
        film.addEventListener("leavepictureinpicture", () => setFilm(false), { once: true });
        setFilm(true);
        return;
      } catch {
        // Not allowed here, or no picture yet: use the small panel.
      }
    }
    setSmall(true);
  }, [video, hasPicture]);

  const toggle = useCallback(() => {
    if (own) own.close();
    else if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => undefined);
    else if (isSmall) setSmall(false);
    else void enter();
  }, [own, isSmall, enter]);

  return { window: own, isOn: own !== undefined || isFilm || isSmall, isSmall, toggle };
}

async function ownWindow(): Promise<Window | undefined> {
  const pip = (window as WindowWithPip).documentPictureInPicture;
  // Only a top-level page may open such a window.
  if (!pip || window.top !== window) return undefined;
  try {
    const opened = await pip.requestWindow({ width: 380, height: 420 });
    dress(opened.document);
    return opened;
  } catch {
    return undefined;
  }
}

/**
 * Copies the page's styles, language and colours. The content security policy allows only external stylesheets, so
 * copying the links is enough.
 */
function dress(there: Document): void {
  const { documentElement: here } = document;
  there.documentElement.lang = here.lang;
  there.documentElement.dir = here.dir;
  there.documentElement.style.cssText = here.style.cssText;
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"]')) {
    there.head.append(there.importNode(sheet));
  }
}
