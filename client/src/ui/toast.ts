/** Short toasts above the page. They need no network, because they report network errors too. */

/** Protocol, 'Times of the pages': how long a toast is shown. */
const SHOWN_MS = { error: 3000, success: 2000 } as const;

export type Toast = { id: number; tone: keyof typeof SHOWN_MS; text: string };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a toast. Showing the same toast again extends its time. */
export function showToast(tone: Toast["tone"], text: string): void {
  const id = ++lastId;
  replace([...toasts.filter((toast) => toast.text !== text), { id, tone, text }]);
  setTimeout(() => hideToast(id), SHOWN_MS[tone]);
}

function hideToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id));
}

/** Hides error toasts, because the error has been fixed. */
export function hideErrors(): void {
  replace(toasts.filter((toast) => toast.tone !== "error"));
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
