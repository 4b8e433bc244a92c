import { useEffect, useRef } from "react";

/** What the other says. Apart from the picture, so that it goes on whatever becomes of that. */
export function Sound({ stream }: { stream: MediaStream | undefined }) {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = audio.current;
    if (!element || !stream) return;
    element.srcObject = stream;
    const play = () => void element.play().catch(() => undefined);
    play();
    // A browser that lets nothing sound before the page was touched: from the next touch on.
    document.addEventListener("pointerdown", play, { once: true });
    return () => document.removeEventListener("pointerdown", play);
  }, [stream]);
  // biome-ignore lint/a11y/useMediaCaption: it is somebody who speaks now; nobody has written it down
  return <audio ref={audio} autoPlay hidden />;
}
