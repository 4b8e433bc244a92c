import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import en from "../../../../locales/en/desk.json";
import { ACTIONS, FIELD_KEYS } from "./actions";
import { capsOf, isFieldPress, isPress, isText, meaningOf, type Press, type Scene } from "./press";

const calm: Scene = {
  begun: undefined,
  isTyping: false,
  isInList: false,
  isOffered: () => true,
  hasLetters: true,
  isHeld: false,
};
const allKeys = ACTIONS.flatMap(({ id, keys = [] }) => keys.map((written) => ({ id, written })));

/** The press of a written key on an American keyboard. */
function pressOf(written: string): Press {
  const held = written.split("+").slice(0, -1);
  const key = written.slice(written.lastIndexOf("+") + 1);
  const isShifted = held.includes("shift") || key === "?";
  return {
    key: isShifted && key.length === 1 ? key.toUpperCase() : key,
    code: /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key,
    ctrlKey: held.includes("mod"),
    metaKey: false,
    altKey: held.includes("alt"),
    shiftKey: isShifted,
  };
}

function actionOf(written: string, scene: Scene = calm) {
  const [first = "", second] = written.split(" ");
  if (second === undefined) return meaningOf(pressOf(first), scene).id;
  const { begins } = meaningOf(pressOf(first), scene);
  return begins && meaningOf(pressOf(second), { ...scene, begun: begins }).id;
}

describe("the table", () => {
  it.each(allKeys)("$written means $id and nothing else", ({ id, written }) => {
    expect(actionOf(written)).toBe(id);
    expect(allKeys.filter((one) => one.written === written)).toHaveLength(1);
  });

  it("no key is also the first press of a pair", () => {
    const first = allKeys
      .filter(({ written }) => written.includes(" "))
      .map(({ written }) => written.split(" ")[0]);

    expect(allKeys.filter(({ written }) => first.includes(written))).toEqual([]);
  });

  it("two actions never have the same name", () => {
    const names = ACTIONS.map(({ name }) => en[name]);

    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it("a part of the desk offers each action", () => {
    const desk = join(import.meta.dirname, "..");
    const offering = readdirSync(desk, { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!test)\.tsx?$/.test(file))
      .map((file) => readFileSync(join(desk, file), "utf8"))
      .filter((source) => source.includes("useOffers("))
      .join("\n");

    expect(
      ACTIONS.filter(({ id }) => !new RegExp(`\\b${id}\\b:`).test(offering)).map(({ id }) => id),
    ).toEqual([]);
  });
});

describe("a press", () => {
  it.each(allKeys)(
    "while the agent types, $written is a shortcut only if it writes nothing",
    ({ id, written }) => {
      const isAllowed = written === "Escape" || written.startsWith("mod+");

      expect(actionOf(written, { ...calm, isTyping: true })).toBe(isAllowed ? id : undefined);
      expect(isText(written)).toBe(!isAllowed);
    },
  );

  it("single letters and signs can be switched off, and the others stay", () => {
    const scene = { ...calm, hasLetters: false };

    expect(["j", "e", "g m", "?", "/", "shift+r"].map((written) => actionOf(written, scene))).toEqual(
      Array(6).fill(undefined),
    );
    expect(["mod+k", "mod+/", "Escape"].map((written) => actionOf(written, scene))).toEqual([
      "palette",
      "sheet",
      "back",
    ]);
  });

  it("a held key repeats only what moves", () => {
    const held = { ...calm, isHeld: true };

    expect(["j", "mod+ArrowDown", "n", "e"].map((written) => actionOf(written, held))).toEqual([
      "nextRow",
      "next",
      undefined,
      undefined,
    ]);
  });

  it("arrows move only from a row of the list", () => {
    expect(actionOf("ArrowDown")).toBeUndefined();
    expect(actionOf("ArrowDown", { ...calm, isInList: true })).toBe("nextRow");
  });

  it("from a row, a key means what the list does with it, if somebody offers that", () => {
    const inList: Scene = { ...calm, isInList: true };
    const without = (...ids: string[]): Scene => ({ ...inList, isOffered: (id) => !ids.includes(id) });
    const keys = ["x", "shift+x", "mod+a", "/", "Escape", "e"];
    expect(keys.map((written) => actionOf(written, inList))).toEqual([
      "chooseRow",
      "chooseRange",
      "chooseAll",
      "searchItems",
      "chooseNone",
      "end",
    ]);
    expect(actionOf("x")).toBe("putAway");
    expect(actionOf("x", without("chooseRow"))).toBe("putAway");
    expect(actionOf("Escape", without("chooseNone"))).toBe("closeItem");
    expect(actionOf("Escape", without("chooseNone", "closeItem"))).toBe("back");
  });

  it("a pair must be complete: another key between ends it", () => {
    expect(meaningOf(pressOf("m"), calm).id).toBe("note");
    expect(meaningOf(pressOf("m"), { ...calm, begun: "g" }).id).toBe("mine");
    expect(meaningOf(pressOf("x"), { ...calm, begun: "g" })).toEqual({});
  });

  it("a keyboard without Latin letters has the keys at the same places", () => {
    const press = { ...pressOf("j"), key: "о" };

    expect(meaningOf(press, calm).id).toBe("nextRow");
    expect(isPress({ ...pressOf("mod+k"), key: "ن" }, "mod+k")).toBe(true);
  });

  it("a letter is where the keyboard's own letters are", () => {
    // Dvorak: the key J writes h.
    expect(meaningOf({ ...pressOf("h"), code: "KeyJ" }, calm).id).toBe("handOver");
  });

  it("a sign that needs Shift or AltGr elsewhere is found by what it writes", () => {
    expect(meaningOf({ ...pressOf("/"), code: "Digit7", shiftKey: true }, calm).id).toBe("search");
  });

  it("AltGr, which Windows reports as Ctrl and Alt, writes and does nothing else", () => {
    expect(meaningOf({ ...pressOf("mod+k"), altKey: true }, calm)).toEqual({});
  });

  it("the field's keys are read from the table", () => {
    expect(isFieldPress(pressOf("Enter"), "send")).toBe(true);
    expect(isFieldPress(pressOf("shift+Enter"), "send")).toBe(false);
    expect(isFieldPress(pressOf("shift+Enter"), "newLine")).toBe(true);
    // A Mac writes another sign with Alt.
    expect(
      FIELD_KEYS.suggestion.keys.map((written) => isPress({ ...pressOf(written), key: "¡" }, written)),
    ).toEqual([true, true, true]);
  });
});

it("keys are shown as the computer has them", () => {
  const names = { mod: "Ctrl", alt: "Alt", shift: "Shift", Enter: "Enter", Escape: "Esc" };

  expect(capsOf("mod+shift+f", names, false)).toEqual([["Ctrl", "Shift", "F"]]);
  expect(capsOf("mod+shift+f", names, true)).toEqual([["⌘", "⇧", "F"]]);
  expect(capsOf("g m", names, false)).toEqual([["G"], ["M"]]);
  expect(capsOf("mod+ArrowDown", names, false)).toEqual([["Ctrl", "↓"]]);
});
