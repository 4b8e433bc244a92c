import { expect, it } from "vitest";
import en from "../../../../locales/en/desk.json";
import zh from "../../../../locales/zh/desk.json";
import { ACTIONS } from "./actions";
import { type Findable, piecesOf, ranked } from "./rank";

type Words = Readonly<Record<string, string>>;

function linesIn(words: Words): readonly Findable[] {
  const english: Words = en;
  return ACTIONS.map(({ id, name, words: more = "" }) => ({
    key: id,
    name: words[name] ?? "",
    words: [words[more], english[name], english[more]].join(" "),
  }));
}

const find = (text: string, words: Words = en, recent: readonly string[] = []) =>
  ranked(linesIn(words), text, recent).map(({ line }) => line.key);

it("without letters, all lines keep their order", () => {
  expect(find("  ")).toEqual(ACTIONS.map(({ id }) => id));
});

it.each([
  ["hand", "handOver"],
  ["transfer", "handOver"],
  ["close", "end"],
  ["sign", "signOut"],
  ["log out", "signOut"],
  ["dark", "theme"],
  ["sum", "sumUp"],
  ["canned", "ready"],
  ["ticket", "setOrderStatus"],
])("%s finds %s first, or among the first", (text, id) => {
  expect(find(text).slice(0, 3)).toContain(id);
});

it.each([
  ["tranfser", "handOver"],
  ["tranlate", "translate"],
  ["conversaton", "end"],
  ["langauge", "language"],
  ["signout", undefined],
  ["qeue", "queue"],
])("a slip: %s", (text, id) => {
  if (id) expect(find(text)).toContain(id);
  else expect(find(text)).toEqual([]);
});

it("no slip is looked for while something has the letters", () => {
  expect(
    find("sta").every((id) =>
      linesIn(en).some(({ key, name, words }) => key === id && /sta/i.test(name + words)),
    ),
  ).toBe(true);
});

it("words come in any order", () => {
  expect(find("tag add")[0]).toBe("addTag");
});

it("a name that begins with the letters comes before one that has them, and that before other words", () => {
  const lines = [
    { key: "other", name: "Sound", words: "mark" },
    { key: "inside", name: "Bookmark it", words: "" },
    { key: "word", name: "Add mark", words: "" },
    { key: "begins", name: "Mark it", words: "" },
  ];

  expect(ranked(lines, "mark", []).map(({ line }) => line.key)).toEqual([
    "begins",
    "word",
    "inside",
    "other",
  ]);
});

it("among equals, what was used last comes first", () => {
  const before = find("go to");

  expect(before.indexOf("queue")).toBeLessThan(before.indexOf("all"));
  expect(find("go to", en, ["all"])[0]).toBe("all");
});

it("a Chinese page finds by Chinese and by English words", () => {
  expect(find("转接", zh)[0]).toBe("handOver");
  expect(find("标签", zh).slice(0, 2)).toEqual(["addTag", "removeTag"]);
  expect(find("hand over", zh)[0]).toBe("handOver");
  expect(find("transfre", zh)).toContain("handOver");
});

it("accents and other scripts are found", () => {
  const lines = [
    { key: "zoe", name: "Zoë Åström", words: "" },
    { key: "noor", name: "نور الهدى", words: "" },
    { key: "thai", name: "สมชาย", words: "" },
    { key: "kana", name: "山田さくら", words: "" },
  ];
  const first = (text: string) => ranked(lines, text, [])[0]?.line.key;

  expect([first("astrom"), first("zoe"), first("نور"), first("สม"), first("さくら")]).toEqual([
    "zoe",
    "zoe",
    "noor",
    "thai",
    "kana",
  ]);
});

it.each(["(", "*", "\\", "👍"])("the sign %s finds nothing, and breaks nothing", (text) => {
  expect(find(text)).toEqual([]);
});

it("the letters that were typed are marked", () => {
  const [found] = ranked(linesIn(en), "over han", []);

  expect(found && piecesOf(found.line.name, found.marks)).toEqual([
    { text: "Han", isMarked: true, at: 0 },
    { text: "d ", isMarked: false, at: 3 },
    { text: "over", isMarked: true, at: 5 },
  ]);
});
