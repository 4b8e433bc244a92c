import { wholeTime } from "../lib/time";

export type WholeTimeProps = {
  /** Milliseconds since the epoch. */
  at: number;
};

/** Shows day and time to the second, always in that order, also on right-to-left pages. */
export function WholeTime({ at }: WholeTimeProps) {
  return (
    <time dateTime={new Date(at).toISOString()}>
      <bdi dir="ltr">{wholeTime(at)}</bdi>
    </time>
  );
}
