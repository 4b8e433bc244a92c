/** The lines of the palette. */
import type { TFunction } from "i18next";
import { ACTIONS, type Action, type ActionId, type Group } from "./actions";
import type { Choice, Offer } from "./offers.atoms";
import type { Findable } from "./rank";

export type PaletteLine = Findable & {
  /** The heading above it while nothing is typed. */
  group: Group | "recent" | undefined;
  /** What is chosen for, or how things are. */
  note: string;
  keys: readonly string[];
  isOff: boolean;
  colour?: string;
  /** Opens the choices of this action. */
  opens?: ActionId;
  run: () => void;
  /** What counts as used. */
  used: ActionId;
};

type OfferOf = (id: ActionId) => Offer | undefined;
type Words = { t: TFunction<"desk">; english: TFunction<"desk"> };

/** Returns every action that somebody offers, in the order of the table. */
export function actionLines(offerOf: OfferOf, words: Words): readonly PaletteLine[] {
  return ACTIONS.flatMap((action) => {
    const offer = action.id === "palette" ? undefined : offerOf(action.id);
    return offer ? [lineOf(action, offer, words)] : [];
  });
}

function lineOf(action: Action, offer: Offer, { t, english }: Words): PaletteLine {
  const { id, group, name, words, keys = [] } = action;
  return {
    key: id,
    used: id,
    group,
    name: bare(t(name)),
    words: [words && t(words), english(name), words && english(words)].filter(Boolean).join(" "),
    note: offer.state ?? "",
    keys,
    isOff: false,
    ...(offer.run ? {} : { opens: id }),
    run: offer.run ?? (() => undefined),
  };
}

/** Puts the actions that were used last before all others. */
export function recentFirst(
  lines: readonly PaletteLine[],
  recent: readonly ActionId[],
): readonly PaletteLine[] {
  const used = recent.flatMap((id) => lines.filter((line) => line.key === id));
  return [
    ...used.map((line) => ({ ...line, group: "recent" as const })),
    ...lines.filter((line) => !used.includes(line)),
  ];
}

/** Returns the choices that are known without asking, so that typing `busy` finds the status. */
export function choiceLines(offerOf: OfferOf, { t, english }: Words): readonly PaletteLine[] {
  return ACTIONS.flatMap((action) =>
    (offerOf(action.id)?.choices?.() ?? []).map((choice) => ({
      ...lineOfChoice(action.id, choice),
      note: t(action.name),
      words: `${choice.note ?? ""} ${t(action.name)} ${english(action.name)}`,
    })),
  );
}

/** Without marks of direction, which words of another language carry: the palette isolates each name by itself. */
function bare(name: string): string {
  return name.replace(/[\u2066-\u2069]/g, "");
}

export function lineOfChoice(
  id: ActionId,
  { key, name, note = "", isOff = false, colour, run }: Choice,
): PaletteLine {
  return {
    key: `${id}:${key}`,
    used: id,
    group: undefined,
    name: bare(name),
    words: note,
    note,
    keys: [],
    isOff,
    ...(colour === undefined ? {} : { colour }),
    run,
  };
}
