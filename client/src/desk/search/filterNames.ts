/** Names in place of the ids that were found. */
import type { TFunction } from "i18next";

type Named = readonly [id: string, name: string];

/** Names each id. A name that several have is followed by the id; without a name, the id is all there is. */
export function namedOptions(ids: readonly string[], nameOf: (id: string) => string): readonly Named[] {
  const names = ids.map(nameOf);
  return ids.map((id, at) => {
    const name = names[at] ?? "";
    const isShared = names.filter((one) => one === name).length > 1;
    return [id, name === "" ? id : isShared ? `${name} (${id})` : name];
  });
}

const KEY = "@key:";

/** An API key may answer visitors like an agent. The desk does not know its name. */
export function agentName(id: string, names: ReadonlyMap<string, string>, t: TFunction<"desk">): string {
  if (id.startsWith(KEY)) return t("search_key", { code: id.slice(KEY.length, KEY.length + 6) });
  return names.get(id) ?? "";
}
