/** The rules of a rating: Protocol, 'Ratings'; the server's are in `actors/core/src/settings/evaluation.rs`. */
import type { EvaluationSetting } from "../../wire/evaluation";

const STARS_DEFAULT = 5;

/** Protocol, 'Ratings': 64 on desktops, 60 on phones. */
export const TEXT_MAX = { desktop: 64, mobile: 60 } as const;

/** `stars` is the number of a level if the tenant rates by its own levels. */
export type Draft = { stars: number; isSolved: boolean; tags: readonly string[]; text: string };

export type Fault = "text" | "tag";

/** Returns the first state of a rating: the tapped star, or the best level. */
export function firstDraft(setting: EvaluationSetting | undefined, tapped: number): Draft {
  const best = Math.max(...(setting?.levels ?? []).map((level) => level.value));
  const preset = setting?.model === "score" ? best : STARS_DEFAULT;
  return { stars: tapped || preset, isSolved: true, tags: [], text: "" };
}

/** Another star asks other questions, so it clears tags and text. */
export function withStars(draft: Draft, stars: number): Draft {
  return draft.stars === stars ? draft : { ...draft, stars, tags: [], text: "" };
}

export function withTag(draft: Draft, tag: string): Draft {
  const tags = draft.tags.includes(tag) ? draft.tags.filter((each) => each !== tag) : [...draft.tags, tag];
  return { ...draft, tags };
}

/** Five stars ask for no text; a tenant's own level always does. */
export function asksText(stars: number, setting?: EvaluationSetting): boolean {
  return setting?.model === "score" || stars < STARS_DEFAULT;
}

/** Returns the settings of a level: its text, tags and requirements. */
export function levelOf(setting: EvaluationSetting | undefined, stars: number) {
  return setting?.levels.find((level) => level.value === stars);
}

/** Returns what an agent's rating still lacks before it can be sent. */
export function faultOf(draft: Draft, setting: EvaluationSetting | undefined): Fault | undefined {
  const level = levelOf(setting, draft.stars);
  const hasBox = asksText(draft.stars, setting);
  if (level?.textRequired && hasBox && draft.text.trim() === "") return "text";
  if (level?.tagRequired && level.tags.length > 0 && draft.tags.length === 0) return "tag";
  return undefined;
}
