import { expect, it } from "vitest";
import { createI18n } from "../../i18n/setup";
import { CHANNEL_FIELDS } from "../rooms/channels/fields";
import { changeRows } from "./changeRows";

const { getFixedT } = await createI18n("en", ["admin"]);
const rowsOf = (field: string, before: unknown, after: unknown) =>
  changeRows(getFixedT("en", "admin"), CHANNEL_FIELDS, { field, before, after });

it("names a whole field, a language of it, and what is chosen in it", () => {
  expect(rowsOf("titleDesc", "Fern", "Soon")).toEqual([
    { path: "titleDesc", label: "Title", before: "Fern", after: "Soon" },
  ]);
  expect(rowsOf("titleDesc.en", "Fern", "Soon")[0]?.label).toBe("Title · English");
  expect(rowsOf("receiveMode", 0, 2)[0]).toMatchObject({ before: "Robot first", after: "Robot only" });
  expect(rowsOf("navigationBarShowFlag", 1, 0)[0]).toMatchObject({ before: "On", after: "Off" });
});

it("shows a field without a label as it is named on the wire", () => {
  expect(rowsOf("newField", null, 1)).toEqual([
    { path: "newField", label: "newField", before: "", after: "1" },
  ]);
});
