import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAccessible, renderAdmin } from "../../../../test/admin";
import type { Thing } from "../../../wire/things";
import { fieldIn, optionsFor } from "./options";

const form: Thing = {
  version: 2,
  templateId: "after-sales",
  woType: { typeId: "after-sales", typeName: { en: "After sales", zh: "售后" } },
  items: [
    { fieldId: "order", fieldName: "Order number", fieldType: 1, requiredStatus: 1 },
    { fieldId: "wish", fieldName: "Wish", fieldType: 8, requiredStatus: 0, fieldValue: [{ name: "Refund" }] },
  ],
};
const shelf = () => ({ templates: [structuredClone(form)] });
const preview = () => within(screen.getByRole("complementary", { name: "As visitors see it" }));

describe("forms", () => {
  it("are listed, and an empty list says what they are for", async () => {
    const { view } = await renderAdmin({ path: "/forms", shelf: shelf() });
    const link = await screen.findByRole("link", { name: "After sales" });
    expect(link.closest("li")).toHaveTextContent("2 fields");
    await expectAccessible();
    view.unmount();

    await renderAdmin({ path: "/forms" });
    expect(await screen.findByText("No forms yet")).toBeInTheDocument();
  });

  it("a field is added, moved and saved, and the preview follows", async () => {
    const { user, api } = await renderAdmin({ path: "/forms/after-sales", shelf: shelf() });
    await screen.findByRole("complementary", { name: "As visitors see it" });
    expect(await preview().findByRole("textbox", { name: /Order number/ })).toBeRequired();
    expect(preview().getByRole("checkbox", { name: "Refund" })).toBeInTheDocument();

    await user.click(await screen.findByRole("button", { name: "Add a field" }));
    await user.type(screen.getByRole("textbox", { name: "Label" }), "Colour");
    await user.selectOptions(screen.getByRole("combobox", { name: "Type" }), "One of several");
    await user.click(screen.getByRole("button", { name: "Add an option" }));
    await user.type(screen.getByRole("textbox", { name: "Option" }), "Green");
    expect(preview().getByRole("radio", { name: "Green" })).toBeInTheDocument();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Move Colour up" }));
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).not.toBeInTheDocument());
    expect(api.put).toHaveBeenCalledWith(
      "templates",
      expect.objectContaining({
        version: 2,
        items: [
          expect.objectContaining({ fieldId: "order" }),
          expect.objectContaining({ fieldName: "Colour", fieldType: 7, fieldValue: [{ name: "Green" }] }),
          expect.objectContaining({ fieldId: "wish" }),
        ],
      }),
    );
  });

  it("a row is moved by the keyboard, keeps the focus, and its place is said", async () => {
    const { user } = await renderAdmin({ path: "/forms/after-sales", shelf: shelf() });
    (await screen.findByRole("row", { name: "Order number" })).focus();

    await user.keyboard("{ArrowDown}{Tab}{Tab}{Enter}");

    expect(await screen.findByText("Wish is number 1 of 2.")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("button", { name: "Move Wish down" })).toHaveFocus());
    const rows = () => screen.getAllByRole("row").map((row) => row.textContent);
    expect(rows()).toEqual(["Wish", "Order number"]);
    screen.getByRole("row", { name: "Wish" }).focus();
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");

    expect(await screen.findByText("Wish is number 2 of 2.")).toBeInTheDocument();
    expect(rows()).toEqual(["Order number", "Wish"]);
    await waitFor(() => expect(screen.getByRole("row", { name: "Wish" })).toHaveFocus());
  });

  it("the preview checks answers as the visitor's page does, in the visitor's language", async () => {
    const { user } = await renderAdmin({ path: "/forms/after-sales", shelf: shelf() });
    await screen.findByRole("complementary", { name: "As visitors see it" });
    await user.click(await preview().findByRole("button", { name: "Check the answers" }));
    await waitFor(() => expect(preview().getByRole("textbox", { name: /Order number/ })).toHaveFocus());
    expect(preview().getByRole("textbox", { name: /Order number/ })).toBeInvalid();
    await user.type(preview().getByRole("textbox", { name: /Order number/ }), "FF-1");
    await user.click(preview().getByRole("button", { name: "Check the answers" }));
    expect(preview().getByText("The visitor could send this form.")).toBeInTheDocument();

    await user.selectOptions(preview().getByRole("combobox", { name: "Language of the preview" }), "zh");
    expect(await preview().findByText("售后")).toBeInTheDocument();
  });

  it("a new one is saved under its own id", async () => {
    const { user, api, history } = await renderAdmin({ path: "/forms/new" });

    await user.type(await screen.findByRole("textbox", { name: "Name" }), "Garden visit");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(history.at(-1)).toMatch(/\/forms\/form-\w+$/));
    expect(api.put).toHaveBeenCalledWith("templates", expect.objectContaining({ version: 0 }));
  });
});

describe("a field's options", () => {
  it("follow its type", () => {
    const tree = [{ id: "a", name: "A", children: [{ id: "b", name: "B" }] }];

    expect(optionsFor(1, tree)).toEqual([]);
    expect(optionsFor(6, tree)).toEqual([{ name: "A" }]);
    expect(optionsFor(9, [{ name: "A" }])).toEqual([{ name: "A", id: expect.stringMatching(/^\w{8}$/) }]);
    expect(optionsFor(9, tree)).toEqual(tree);
    expect(optionsFor(7, undefined)).toEqual([]);
  });

  it("are shown in a language, level by level", () => {
    const item = {
      fieldId: "f",
      fieldName: { en: "Item", zh: "商品" },
      fieldType: 9,
      requiredStatus: 1,
      fieldValue: [{ id: "a", name: { en: "Plants", zh: "植物" }, children: [{ id: "b", name: "Aloe" }] }],
    };

    expect(fieldIn(item, 0, "zh")).toEqual({
      id: "0-f",
      name: "商品",
      kind: "cascader",
      isRequired: true,
      options: [{ id: "a", name: "植物", children: [{ id: "b", name: "Aloe", children: [] }] }],
    });
  });
});
