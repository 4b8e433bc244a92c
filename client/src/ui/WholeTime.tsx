import { wholeTime } from "../lib/time";

export type WholeTimeProps = {
  /** Milliseconds since the epoch. */
  at: number;
};

/** Day and time to the second, in that order whichever way the page is read. */
export function WholeTime({ at }: WholeTimeProps) {
  return (
    <time dateTime={new Date(at).toISOString()}>
      <bdi dir="ltr">{wholeTime(at)}</bdi>
    </time>
  );
}
