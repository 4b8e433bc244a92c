/** Short notices over the page. Nothing here needs the network: the network's own trouble is told by them. */

/** Protocol, 'Times of the pages': how long a notice stands. */
const SHOWN_MS = { error: 3000, success: 2000 } as const;

export type Toast = { id: number; tone: keyof typeof SHOWN_MS; text: string };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a notice; the same notice twice is one that stands longer. */
export function showToast(tone: Toast["tone"], text: string): void {
  const id = ++lastId;
  replace([...toasts.filter((toast) => toast.text !== text), { id, tone, text }]);
  setTimeout(() => hideToast(id), SHOWN_MS[tone]);
}

function hideToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id));
}

/** What was wrong has been put right: nothing says so any more. */
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
