import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import styles from "./Toaster.module.css";
import { currentToasts, subscribeToasts } from "./toast";

/** Shows toasts in the top layer, above an open dialog. Each page has exactly one. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts);
  const region = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id ?? 0;

  useEffect(() => {
    const element = region.current;
    if (!element?.showPopover || newest === 0) return;
    // Showing it again puts it above a dialog that opened meanwhile.
    element.showPopover();
    return () => element.hidePopover();
  }, [newest]);

  return (
    <div ref={region} popover="manual" className={styles.region} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <p key={toast.id} className={styles.toast} data-tone={toast.tone}>
          {toast.tone === "error" ? (
            <CircleAlert size={18} aria-hidden />
          ) : (
            <CircleCheck size={18} aria-hidden />
          )}
          <span>{toast.text}</span>
        </p>
      ))}
    </div>
  );
}
