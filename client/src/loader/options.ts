/** What a page may say about the widget: by the attributes of the script tag and, later, by `ChatOnline.update`. */

/** Everything that can be set; all but the channel may change while the page is open. */
export interface Options {
  readonly channelId: string;
  /** A corner by name; absent, the end side of the page's own reading direction. */
  readonly position?: "left" | "right";
  /** Any CSS colour; the launcher's accent. */
  readonly color?: string;
  /** Language of launcher and chat; absent, the browser's. */
  readonly locale?: string;
  readonly zIndex?: number;
  /** Visitor data for the agent, never put into an address. */
  readonly params?: Record<string, string>;
}

/** Reads the `data-…` attributes of the script tag. */
export function optionsOf(data: DOMStringMap): Options {
  return withChanges({ channelId: data.channelId ?? "" }, data);
}

/** The options with what `changes` names, as far as it makes sense; a page's mistake changes nothing. */
export function withChanges(before: Options, changes: unknown): Options {
  const { position, color, locale, zIndex, params }: Unchecked = Object(changes);
  return {
    channelId: before.channelId,
    position: position === "left" || position === "right" ? position : before.position,
    color: typeof color === "string" && CSS.supports("color", color) ? color : before.color,
    locale: typeof locale === "string" ? locale : before.locale,
    zIndex: Number.isInteger(Number(zIndex ?? Number.NaN)) ? Number(zIndex) : before.zIndex,
    params: params === undefined ? before.params : textsOf(Object(params)),
  };
}

type Unchecked = { readonly [Name in keyof Options]?: unknown };

function textsOf(params: object): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}
