/** The product's logo: a bell on a desk. */
export function Mark() {
  return (
    <svg width="48" height="48" viewBox="0 0 48 48" aria-hidden="true">
      <rect width="48" height="48" rx="14" fill="var(--accent)" />
      <path
        d="M12 32h24M14 28.5a10 10 0 0 1 20 0M24 18.5v-4M21 14.5h6"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
