/** Signs that make up emoji and nothing else: pictures, tones, flags, and what joins them. */
const ONLY = /^(?:(?![\d#*])[\p{Extended_Pictographic}\p{Emoji_Component}\s])+$/u;
/** A sign that is drawn as a picture: © and its like are letters until they ask to be more. */
const DRAWN = /\p{Emoji_Presentation}|\ufe0f/u;
const PICTURE = /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}/gu;

/** So many stand large; more are a text again. */
const LARGE_MAX = 12;

/** How many emoji a message has that says nothing else; 0 where it does, or has too many to be large. */
export function emojiAlone(text: string): number {
  if (!ONLY.test(text) || !DRAWN.test(text)) return 0;
  // What is joined to the picture before it is no picture of its own.
  const count = text.replace(/\u200d./gu, "").match(PICTURE)?.length ?? 0;
  return count > LARGE_MAX ? 0 : count;
}
