/** The rules of a rating: Spec §4, §5, Contract §4. */
import type { EvaluationSetting } from "../../wire/evaluation";

export const STARS_DEFAULT = 5;

/** Spec §5: 64 on desktops, 60 on phones. */
export const TEXT_MAX = { desktop: 64, mobile: 60 } as const;

export type Draft = { stars: number; isSolved: boolean; tags: readonly string[]; text: string };

export type Fault = "text" | "tag";

/** Another star is another question: what was chosen for the first is gone. */
export function withStars(draft: Draft, stars: number): Draft {
  return draft.stars === stars ? draft : { ...draft, stars, tags: [], text: "" };
}

export function withTag(draft: Draft, tag: string): Draft {
  const tags = draft.tags.includes(tag) ? draft.tags.filter((each) => each !== tag) : [...draft.tags, tag];
  return { ...draft, tags };
}

/** At five stars there is nothing left to say. */
export function asksText(stars: number): boolean {
  return stars < 5;
}

/** The star's own settings: its words, its tags, what it requires. */
export function starOf(setting: EvaluationSetting | undefined, stars: number) {
  return setting?.stars.find((star) => star.value === stars);
}

/** What is still missing before this rating of an agent can be sent. */
export function faultOf(draft: Draft, setting: EvaluationSetting | undefined): Fault | undefined {
  const star = starOf(setting, draft.stars);
  if (star?.textRequired && asksText(draft.stars) && draft.text.trim() === "") return "text";
  if (star?.tagRequired && star.tags.length > 0 && draft.tags.length === 0) return "tag";
  return undefined;
}
