import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible, renderAdmin } from "../../../../test/admin";
import { ApiError } from "../../../api/http";
import type { Thing } from "../../../wire/admin";

const hours: Thing = { version: 1, id: "hours", title: "Hours", text: "Nine to six.", folder: "Shop" };
const returns: Thing = { version: 1, id: "returns", title: "Returns", text: "14 days.", folder: "Orders" };

describe("quick replies", () => {
  it("are listed by folder and filtered", async () => {
    const { user } = await renderAdmin({ path: "/texts", shelf: { quickReplies: [hours, returns] } });
    await screen.findByRole("link", { name: "Hours" });
    const names = () =>
      within(screen.getByRole("list", { name: "Quick replies" }))
        .getAllByRole("link")
        .map((link) => link.textContent);
    expect(names()).toEqual(["Returns", "Hours"]);
    await expectAccessible();

    await user.selectOptions(screen.getByRole("combobox", { name: "Folder" }), "Shop");

    expect(names()).toEqual(["Hours"]);
  });

  it("an empty list says what they are for", async () => {
    await renderAdmin({ path: "/texts" });

    expect(await screen.findByText("No quick replies yet")).toBeInTheDocument();
    await expectAccessible();
  });

  it("a variable goes where the caret is", async () => {
    const { user, api } = await renderAdmin({ path: "/texts/replies/new" });
    await user.type(await screen.findByRole("textbox", { name: "Title" }), "Hello");
    const text = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Text" });
    await user.type(text, "Hello , welcome");
    text.setSelectionRange(6, 6);
    await user.click(screen.getByRole("button", { name: /Visitor's name/ }));
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(api.put).toHaveBeenCalled());
    expect(api.put).toHaveBeenCalledWith(
      "quickReplies",
      expect.objectContaining({ version: 0, title: "Hello", text: "Hello {userName}, welcome" }),
    );
  });
});

describe("tags", () => {
  const refund: Thing = { version: 1, id: "refund", name: "Refund", colour: "orange" };
  const late: Thing = { version: 1, id: "late", name: "Late", colour: "red" };

  it("are listed by name with the word of their colour", async () => {
    await renderAdmin({ path: "/texts/tags", shelf: { tags: [refund, late] } });

    await screen.findByRole("link", { name: "Refund" });
    const list = screen.getByRole("list", { name: "Tags" });
    expect(
      within(list)
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual(["Late", "Refund"]);
    expect(list).toHaveTextContent("Orange");
    await expectAccessible();
  });

  it("a new one has a name and a colour, and the server gives it an id", async () => {
    const { user, api } = await renderAdmin({ path: "/texts/tags" });
    expect(await screen.findByText("No tags yet")).toBeInTheDocument();
    await expectAccessible();
    await user.click(screen.getAllByRole("button", { name: "New tag" })[0] ?? document.body);

    await user.type(await screen.findByRole("textbox", { name: "Name" }), "Warranty");
    await user.selectOptions(screen.getByRole("combobox", { name: "Colour" }), "Teal");
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(api.put).toHaveBeenCalled());
    expect(api.put).toHaveBeenCalledWith("tags", { version: 0, id: "", name: "Warranty", colour: "teal" });
  });
});

describe("sensitive words", () => {
  const words: Thing = { version: 1, words: [{ word: "Weed", action: "" }] };

  it("many are added at once, and a known one gets the new treatment", async () => {
    const { user, api } = await renderAdmin({ path: "/texts/words", shelf: { sensitiveWords: [words] } });

    await user.click(await screen.findByRole("textbox", { name: "Add words" }));
    await user.paste("weed\n\n  pest \r\nrot");
    await user.selectOptions(
      screen.getAllByRole("combobox", { name: "Treatment" })[0] as HTMLElement,
      "flag",
    );
    await user.click(screen.getByRole("button", { name: "Add" }));
    await expectAccessible();
    await user.selectOptions(screen.getByRole("combobox", { name: "Treatment of rot" }), "mask");
    await user.click(screen.getByRole("button", { name: "Remove pest" }));
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(api.put).toHaveBeenCalled());
    expect(api.put).toHaveBeenCalledWith(
      "sensitiveWords",
      expect.objectContaining({
        words: [
          { word: "weed", action: "flag" },
          { word: "rot", action: "mask" },
        ],
      }),
    );
  });

  it("a shop without any starts with an empty list, and a refused word is marked", async () => {
    const faults = [{ field: "words[1].word", message: "must have at most 60 characters" }];
    const put = vi.fn().mockRejectedValueOnce(new ApiError("invalid", "x", undefined, faults));
    const { user } = await renderAdmin({ path: "/texts/words", api: { put } });
    expect(await screen.findByText("No sensitive words yet")).toBeInTheDocument();

    await user.type(screen.getByRole("textbox", { name: "Add words" }), "one{Enter}two");
    await user.click(screen.getByRole("button", { name: "Add" }));
    await user.click(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByText("must have at most 60 characters")).toBeInTheDocument();
    const [first] = within(screen.getByRole("list", { name: "Sensitive words" })).getAllByRole("listitem");
    expect(first).toHaveTextContent("two");
  });
});

describe("the evaluation", () => {
  it("edits levels, their labels and what they require", async () => {
    const level = { select: { name: "Bad", value: 1 }, levelGuideMsg: "", levelTag: "late" };
    const evaluation: Thing = { version: 1, evaluateModel: 1, starList: [level], scoreList: [] };
    const { user, api } = await renderAdmin({
      path: "/texts/evaluation",
      shelf: { evaluation: [evaluation] },
    });

    await user.click(await screen.findByText("Bad"));
    await user.type(await screen.findByRole("textbox", { name: "Labels" }), ",rude");
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "A comment is required" }), "Yes");
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(api.put).toHaveBeenCalled());
    expect(api.put).toHaveBeenCalledWith(
      "evaluation",
      expect.objectContaining({ starList: [{ ...level, levelTag: "late,rude", evaluateMsgRequired: 1 }] }),
    );
  });
});
