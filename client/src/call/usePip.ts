import { type RefObject, useCallback, useEffect, useState } from "react";

/** Chromium's windows that stay in front, not yet in TypeScript's own types. */
type DocumentPip = { requestWindow: (size: { width: number; height: number }) => Promise<Window> };
type WindowWithPip = Window & { documentPictureInPicture?: DocumentPip };

export type Pip = {
  /** The window that stays in front, when the whole call stands in one. */
  window: Window | undefined;
  isOn: boolean;
  /** In the page, small: where the browser has nothing better. */
  isSmall: boolean;
  toggle: () => void;
};

/**
 * The call in a window of its own: the whole panel where the browser has such windows, else the other's picture alone,
 * else a small window inside of the page.
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
        // Not allowed here, or nothing to show yet: the small window does.
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
  // Only a page that is not in a frame may open one.
  if (!pip || window.top !== window) return undefined;
  try {
    const opened = await pip.requestWindow({ width: 380, height: 420 });
    dress(opened.document);
    return opened;
  } catch {
    return undefined;
  }
}

/** The page's styles, language and colours; the pages' policy lets only whole files through, and they are. */
function dress(there: Document): void {
  const { documentElement: here } = document;
  there.documentElement.lang = here.lang;
  there.documentElement.dir = here.dir;
  there.documentElement.style.cssText = here.style.cssText;
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"]')) {
    there.head.append(there.importNode(sheet));
  }
}
