/** The widget's options, from the attributes of the script tag and from `boot`. */

import type { BootOptions } from "../../packages/embed/src/api";

/** The options of a widget with a known channel. */
export type Options = BootOptions & { readonly channelId: string };

/** Applies `changes` to the options; ignores invalid values. The channel stays. */
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
