/** Characters that make up emoji: pictures, skin tones, flags and joiners. */
const ONLY = /^(?:(?![\d#*])[\p{Extended_Pictographic}\p{Emoji_Component}\s])+$/u;
/** A character drawn as a picture: © and similar are letters unless a variation selector follows. */
const DRAWN = /\p{Emoji_Presentation}|\ufe0f/u;
const PICTURE = /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}/gu;

/** Messages of more emoji than this are shown as text. */
const LARGE_MAX = 12;

/** Returns the number of emoji in a message of emoji alone; 0 for any other text or for too many emoji. */
export function emojiAlone(text: string): number {
  if (!ONLY.test(text) || !DRAWN.test(text)) return 0;
  // An emoji joined to the one before is part of it.
  const count = text.replace(/\u200d./gu, "").match(PICTURE)?.length ?? 0;
  return count > LARGE_MAX ? 0 : count;
}
