/** The rules of a rating: Protocol, 'Ratings'; the server's are `actors/core/src/settings/evaluation.rs`. */
import type { EvaluationSetting } from "../../wire/evaluation";

const STARS_DEFAULT = 5;

/** Protocol, 'Ratings': 64 on desktops, 60 on phones. */
export const TEXT_MAX = { desktop: 64, mobile: 60 } as const;

/** `stars` is the number of a level where the tenant rates by levels of its own. */
export type Draft = { stars: number; isSolved: boolean; tags: readonly string[]; text: string };

export type Fault = "text" | "tag";

/** What a rating begins with: the star that was tapped, else the best there is. */
export function firstDraft(setting: EvaluationSetting | undefined, tapped: number): Draft {
  const best = Math.max(...(setting?.levels ?? []).map((level) => level.value));
  const preset = setting?.model === "score" ? best : STARS_DEFAULT;
  return { stars: tapped || preset, isSolved: true, tags: [], text: "" };
}

/** Another star is another question: what was chosen for the first is gone. */
export function withStars(draft: Draft, stars: number): Draft {
  return draft.stars === stars ? draft : { ...draft, stars, tags: [], text: "" };
}

export function withTag(draft: Draft, tag: string): Draft {
  const tags = draft.tags.includes(tag) ? draft.tags.filter((each) => each !== tag) : [...draft.tags, tag];
  return { ...draft, tags };
}

/** At five stars there is nothing left to say; a level of the tenant's own always has room for words. */
export function asksText(stars: number, setting?: EvaluationSetting): boolean {
  return setting?.model === "score" || stars < STARS_DEFAULT;
}

/** The level's own settings: its words, its tags, what it requires. */
export function levelOf(setting: EvaluationSetting | undefined, stars: number) {
  return setting?.levels.find((level) => level.value === stars);
}

/** What is still missing before this rating of an agent can be sent. */
export function faultOf(draft: Draft, setting: EvaluationSetting | undefined): Fault | undefined {
  const level = levelOf(setting, draft.stars);
  const hasBox = asksText(draft.stars, setting);
  if (level?.textRequired && hasBox && draft.text.trim() === "") return "text";
  if (level?.tagRequired && level.tags.length > 0 && draft.tags.length === 0) return "tag";
  return undefined;
}
