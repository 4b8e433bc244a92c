import { useEffect, useRef } from "react";

/** Plays the other side's voice. It is separate from the picture, so that losing the picture does not stop it. */
export function Sound({ stream }: { stream: MediaStream | undefined }) {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = audio.current;
    if (!element || !stream) return;
    element.srcObject = stream;
    const play = () => void element.play().catch(() => undefined);
    play();
    // Some browsers block sound until the user touches the page. Playing starts at that touch.
    document.addEventListener("pointerdown", play, { once: true });
    return () => document.removeEventListener("pointerdown", play);
  }, [stream]);
  // biome-ignore lint/a11y/useMediaCaption: live speech has no captions
  return <audio ref={audio} autoPlay hidden />;
}
