import { describe, expect, it } from "vitest";
import { mentionedIn, notePieces, typedName } from "./mentionedIn";

const li = { id: "li", name: "Li" };
const lin = { id: "lin", name: "Lin Yu" };

describe("a note's colleagues", () => {
  it("are found by their whole name, the longer one first", () => {
    expect(mentionedIn("@Lin Yu please, and @Li, and @Lin Yu", [li, lin])).toEqual([lin, li]);
    expect(mentionedIn("mail li@example.com", [li, lin])).toEqual([]);
  });

  it("split the text without losing any of it", () => {
    const pieces = notePieces("Hello @Li, ask @nobody", [li, lin]);

    expect(pieces).toEqual([{ text: "Hello " }, { text: "@Li", mentioned: li }, { text: ", ask @nobody" }]);
    expect(notePieces("", [li])).toEqual([]);
  });
});

describe("a name that is being typed", () => {
  it("begins at an @ that begins a word", () => {
    expect(typedName("ask @li", 7)).toEqual({ at: 4, name: "li" });
    expect(typedName("@", 1)).toEqual({ at: 0, name: "" });
    expect(typedName("@Lin Y", 6)).toEqual({ at: 0, name: "Lin Y" });
  });

  it("ends at a space, and is no part of an address", () => {
    expect(typedName("@li ", 4)).toBeUndefined();
    expect(typedName("a@example", 9)).toBeUndefined();
    expect(typedName("hello", 5)).toBeUndefined();
  });
});
