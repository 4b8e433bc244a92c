/** What a page may say about the widget: by the attributes of the script tag, and by `boot`. */

import type { BootOptions } from "../../packages/embed/src/api";

/** The options once a channel is known. */
export type Options = BootOptions & { readonly channelId: string };

/** The options with what `changes` names, as far as it makes sense; a page's mistake changes nothing. */
export function withChanges(before: BootOptions, changes: unknown): BootOptions {
  const { channelId, position, color, locale, zIndex, ...rest }: Unchecked = Object(changes);
  const word = (name: keyof typeof rest): string | undefined => {
    const value = rest[name];
    return typeof value === "string" ? value : before[name];
  };
  return {
    channelId: before.channelId || (typeof channelId === "string" ? channelId : ""),
    position: position === "left" || position === "right" ? position : before.position,
    color: typeof color === "string" && CSS.supports("color", color) ? color : before.color,
    locale: typeof locale === "string" ? locale : before.locale,
    zIndex: Number.isInteger(Number(zIndex ?? Number.NaN)) ? Number(zIndex) : before.zIndex,
    groupId: word("groupId"),
    adminId: word("adminId"),
    pid: word("pid"),
    fiyBookCode: word("fiyBookCode"),
  };
}

type Unchecked = { readonly [Name in keyof BootOptions]?: unknown };
