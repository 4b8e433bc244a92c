import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { golden, isSound, Refusal, visit } from "../../../test/visitorPages";

const template = {
  templateId: "garden-visit",
  woType: { typeId: "garden-visit", typeName: "Garden visit" },
  items: [
    { fieldId: "name", fieldName: "Your name", fieldType: 1, requiredStatus: 1, fieldValue: "[]" },
    { fieldId: "count", fieldName: "How many plants?", fieldType: 5, requiredStatus: 1, fieldValue: "[]" },
    {
      fieldId: "place",
      fieldName: "Where?",
      fieldType: 7,
      requiredStatus: 1,
      fieldValue: '[{"name":"Indoors"},{"name":"Garden"}]',
    },
  ],
  formToken: "k1.form.mac",
};
const answers = {
  getTemplateFiledInfoByTemplateId: () => template,
  addWo: () => golden("open/addWo"),
};

// [LM-09]
it("starts numbers at 0, names missing fields, and makes a work order", async () => {
  const { user, container, notices, bodies } = await visit(
    "/formData?templateId=garden-visit&tenantId=demo",
    answers,
  );
  expect(await screen.findByRole("heading", { name: "Garden visit" })).toBeVisible();
  const count = screen.getByRole("textbox", { name: /^How many plants/ });
  const submit = screen.getByRole("button", { name: "Submit" });

  expect(count).toHaveValue("0");
  await isSound(container);
  await user.click(submit);
  expect(notices()).toContain("Please Fill in Your name");
  await waitFor(() => expect(screen.getByRole("textbox", { name: /^Your name/ })).toHaveFocus());
  await isSound(container);
  await user.type(screen.getByRole("textbox", { name: /^Your name/ }), "Ann");
  await user.click(submit);
  expect(notices().join()).toContain("Please Fill in Where?");
  await user.click(screen.getByRole("radio", { name: "Garden" }));
  await user.click(screen.getByRole("button", { name: "Increase" }));
  await user.click(submit);

  expect(await screen.findByText("Thank you, we have received your form.")).toBeVisible();
  expect(bodies("getTemplateFiledInfoByTemplateId")).toEqual([
    { templateId: "garden-visit", tenantId: "demo", locale: "en" },
  ]);
  expect(bodies("addWo")).toEqual([
    expect.objectContaining({
      formToken: "k1.form.mac",
      tenantId: "demo",
      woStartWay: 0,
      woTypeId: "garden-visit",
      cusFieldConfigInfoVoList: [
        { fieldId: "name", fieldName: "Your name", fieldValue: "Ann" },
        { fieldId: "count", fieldName: "How many plants?", fieldValue: "1" },
        { fieldId: "place", fieldName: "Where?", fieldValue: "Garden" },
      ],
    }),
  ]);
  await isSound(container);
  await user.click(screen.getByRole("button", { name: "View work order" }));
  expect(location.pathname + location.search).toBe(
    "/chat_online/workorder?woId=0f6b1c2d3e4f5a6b7c8d9e0f1a2b3c4d&token=k1.link.mac",
  );
});

it("an expired form can be opened again", async () => {
  const { user } = await visit("/formData?templateId=garden-visit&tenantId=demo", {
    getTemplateFiledInfoByTemplateId: () => ({ ...template, items: [] }),
    addWo: () => new Refusal(401, "login state expired"),
  });

  await user.click(await screen.findByRole("button", { name: "Submit" }));

  expect(await screen.findByText("This form has expired. Please open it again.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Reload" }));
  expect(await screen.findByRole("button", { name: "Submit" })).toBeVisible();
});

it("shows that the form does not exist", async () => {
  const { container } = await visit("/formData?templateId=x", {
    getTemplateFiledInfoByTemplateId: () => new Refusal(404, "not found"),
  });

  expect(await screen.findByText("This form was not found")).toBeVisible();
  await isSound(container);
});
