import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible, ready, renderAdmin, type Shelf } from "../../../../test/admin";
import { ApiError } from "../../../api/http";
import type { Thing } from "../../../wire/things";
import { linesOf } from "./docs/SimilarField";
import { isEditable } from "./editor/extensions";

const fern: Thing = {
  version: 1,
  robotNo: "fern",
  robotName: "Fern",
  robotWelcomeMsg: "Hello",
  robotIcon: "",
  suggestFrom: 30,
  answerFrom: 60,
  publishWhen: "always",
};
const doc = (docId: string, lang: string, question: string): Thing => ({
  version: 1,
  robotNo: "fern",
  docId,
  lang,
  question,
  similar: ["How long?"],
  answer: "<p>Two days.</p>",
});
const shelf = (): Shelf => ({
  robots: [fern],
  docs: [doc("delivery", "en", "When will it arrive?"), doc("delivery", "zh", "什么时候到？")],
});

const outcome = (verdict: string) => ({ verdict, answerType: 1, docId: "delivery", score: 0.7 });
const tried = (id: string, before: string, after: string) => ({
  id,
  question: `question ${id}`,
  language: "en",
  doc: "delivery",
  before: { ...outcome(before), kind: "answer", doc: "delivery" },
  after: { ...outcome(after), kind: "answer", doc: "delivery" },
});
const report = (lists: object) => ({
  total: 3,
  rightBefore: 3,
  rightAfter: 2,
  betterTotal: 0,
  worseTotal: 0,
  better: [],
  worse: [],
  failing: [],
  ...lists,
});
const made = (change: object) => ({
  id: "job",
  kind: "docs/check",
  robot: "fern",
  state: "done",
  total: 3,
  done: 3,
  counts: { added: 0, changed: 0, unchanged: 0, removed: 0 },
  errors: [],
  errorsTotal: 0,
  startedAt: 0,
  endedAt: 0,
  check: null,
  ...change,
});
/** Calls by name; what is not listed does not exist. */
const calls = (answers: Record<string, unknown>) =>
  vi.fn(async (name: string, _body?: unknown) => {
    if (!(name in answers)) throw new ApiError("notFound", name);
    return answers[name];
  });

describe("robots", () => {
  it("a new robot needs a name alone", async () => {
    const { user, things, history } = await renderAdmin({
      path: "/knowledge",
      shelf: { robots: [], docs: [] },
    });
    await ready();
    await screen.findByText("No robot yet");
    await expectAccessible();

    await user.click(screen.getByRole("button", { name: "New robot" }));
    await user.type(screen.getByRole("textbox", { name: "Name" }), "Moss");
    await user.click(screen.getByRole("button", { name: "Create" }));

    expect(await screen.findByText("Moss knows nothing yet")).toBeVisible();
    expect(things.robots?.[0]).toMatchObject({ robotName: "Moss" });
    expect(history.at(-1)).toMatch(/\/knowledge\/moss-\w{6}$/);
    await expectAccessible();
  });

  it("levels are chosen by what they mean, and numbers stay possible", async () => {
    const { user, things } = await renderAdmin({ path: "/knowledge/fern/settings", shelf: shelf() });
    const balanced = await screen.findByRole("radio", { name: /^Balanced/ });
    expect(balanced).toBeChecked();
    await expectAccessible();

    await user.click(screen.getByRole("radio", { name: /^Careful/ }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(things.robots?.[0]).toMatchObject({ suggestFrom: 40, answerFrom: 75 }));

    await user.click(screen.getByRole("radio", { name: /^My own/ }));
    expect(screen.getByRole("spinbutton", { name: /Answers from/ })).toHaveValue(75);
  });
});

describe("documents", () => {
  it("are listed, searched by the server, and deleted with an undo", async () => {
    const { user, api } = await renderAdmin({ path: "/knowledge/fern", shelf: shelf() });
    await screen.findByRole("link", { name: /When will it arrive/ });
    await expectAccessible();

    await user.type(screen.getByRole("searchbox", { name: "Words of a question or an answer" }), "arrive");
    await user.selectOptions(screen.getByRole("combobox", { name: "Language" }), "zh");
    await waitFor(() =>
      expect(vi.mocked(api.list).mock.calls.map((call) => call.slice(0, 2))).toContainEqual([
        "docs",
        { robotNo: "fern", search: "arrive", lang: "zh" },
      ]),
    );

    await user.click(await screen.findByRole("button", { name: "Delete When will it arrive?" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: /When will it arrive/ })).toBeNull());
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(screen.getByRole("link", { name: /When will it arrive/ })).toBeVisible();
  });

  it("one that others use says what else changes, and goes if the user insists", async () => {
    const uses = {
      list: [
        { field: "channels/demo.faq.showContent", message: "'delivery' is not a document" },
        { field: "flows/lost.nodes[0].answer", message: "'told' must name a document of the robot" },
        { field: "testQuestions/fern/late", message: "where is my parcel" },
      ],
      total: 4,
    };
    const call = calls({ "docs/uses": uses });
    const { user, api } = await renderAdmin({
      path: "/knowledge/fern",
      shelf: shelf(),
      api: { call } as never,
    });
    const remove = await screen.findByRole("button", { name: "Delete When will it arrive?" });
    await user.click(remove);

    const dialog = await screen.findByRole("dialog", { name: "Delete “When will it arrive?”?" });
    expect(within(dialog).getByRole("link", { name: "Channel demo" })).toHaveAttribute(
      "href",
      "/desk/admin/channels/demo",
    );
    expect(within(dialog).getByRole("link", { name: "Flow lost" })).toBeVisible();
    expect(within(dialog).getByRole("link", { name: "Test question where is my parcel" })).toHaveAttribute(
      "href",
      "/desk/admin/knowledge/fern/tests",
    );
    expect(within(dialog).getByText("And 1 more.")).toBeVisible();
    await expectAccessible();
    await user.click(within(dialog).getByRole("button", { name: "Keep it" }));
    expect(screen.getByRole("link", { name: /When will it arrive/ })).toBeVisible();

    await user.click(remove);
    await user.click(await screen.findByRole("button", { name: "Delete anyway" }));
    expect(screen.queryByRole("link", { name: /When will it arrive/ })).toBeNull();
    expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
    window.dispatchEvent(new Event("pagehide"));
    await waitFor(() =>
      expect(api.remove).toHaveBeenCalledWith(
        "docs",
        { robotNo: "fern", docId: "delivery", lang: "en" },
        1,
        true,
        { detach: true, force: true },
      ),
    );
  });

  it("one is written with its HTML and pasted wordings, beside its other language", async () => {
    const { user, things } = await renderAdmin({ path: "/knowledge/fern/docs/delivery/en", shelf: shelf() });
    const beside = await screen.findByRole("complementary", { name: "To read beside it" });
    expect(within(beside).getByText("什么时候到？")).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "HTML" }));
    const answer = screen.getByRole("textbox", { name: "HTML of Answer" });
    await expectAccessible();

    await user.clear(answer);
    await user.type(answer, "<p>Three days.</p>");
    const first = screen.getByRole("textbox", { name: "Wording 1" });
    fireEvent.paste(first, { clipboardData: { getData: () => "1. How fast?\n- Until when?\n\nHow long?" } });
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() =>
      expect(things.docs?.find((one) => one.lang === "en")).toMatchObject({
        answer: "<p>Three days.</p>",
        similar: ["How long?", "How fast?", "Until when?"],
      }),
    );
  });

  it("a missing language of a document is a new translation", async () => {
    const { user, things } = await renderAdmin({ path: "/knowledge/fern/docs/delivery/ar", shelf: shelf() });
    expect(await screen.findByRole("heading", { name: "New translation" })).toBeVisible();

    await user.type(screen.getByRole("textbox", { name: "Question" }), "متى؟");
    await user.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() =>
      expect(things.docs).toContainEqual(expect.objectContaining({ docId: "delivery", lang: "ar" })),
    );
  });

  it("a change that makes test questions worse is shown, and published if the user insists", async () => {
    const worse = {
      ...report({ worseTotal: 1 }),
      worse: [
        {
          questionId: "lost",
          question: "where is it",
          lang: "en",
          docId: "delivery",
          before: outcome("right"),
          after: outcome("wrong"),
        },
      ],
    };
    const put = vi.fn(async (_kind: string, written: Thing) => {
      if (written.force !== true) throw new ApiError("conflict", "worse", undefined, worse);
      return { ...written, version: 2 };
    });
    const { user } = await renderAdmin({
      path: "/knowledge/fern/docs/delivery/en",
      shelf: shelf(),
      api: { put },
    });
    await user.type(await screen.findByRole("textbox", { name: "Question" }), "!");
    await user.click(screen.getByRole("button", { name: "Save" }));

    const dialog = await screen.findByRole("dialog", { name: "Test questions would get worse" });
    expect(within(dialog).getByText("where is it")).toBeVisible();
    await expectAccessible();
    await user.click(within(dialog).getByRole("button", { name: "Publish anyway" }));

    await waitFor(() =>
      expect(put).toHaveBeenLastCalledWith("docs", expect.objectContaining({ force: true })),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("an earlier version is read and restored", async () => {
    const earlier = {
      version: 1,
      at: 1_790_000_000_000,
      adminId: "ada",
      similar: [],
      answer: "<p>Weekly.</p>",
    };
    const call = calls({
      "docs/history": { list: [{ ...earlier, question: "How often?" }] },
      "docs/restore": { ...doc("delivery", "en", "How often?"), version: 3 },
    });
    const api = { call } as never;
    const { user } = await renderAdmin({ path: "/knowledge/fern/docs/delivery/en", shelf: shelf(), api });
    await user.click(await screen.findByRole("button", { name: "Earlier versions" }));
    const dialog = await screen.findByRole("dialog", { name: "Earlier versions" });
    expect(await within(dialog).findByText("How often?")).toBeVisible();
    await expectAccessible();
    await user.click(within(dialog).getByRole("button", { name: "Restore this version" }));

    expect(await screen.findByRole("heading", { name: "How often?" })).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Question" })).toHaveValue("How often?");
  });

  it("pasted lines lose their bullets and repeats", () => {
    expect(linesOf("• One\n2) Two\n\n One ")).toEqual(["One", "Two"]);
  });

  it("an answer with a table is edited as HTML", () => {
    expect(isEditable("<p>One <b>two</b></p>")).toBe(true);
    expect(isEditable("<table><tr><td>1</td></tr></table>")).toBe(false);
  });
});

describe("import", () => {
  const choose = async (user: Awaited<ReturnType<typeof renderAdmin>>["user"]) => {
    const file = new File(["docId,question,answer\n,Why?,\n"], "kb.csv", { type: "text/csv" });
    await user.upload(await screen.findByLabelText("Choose a file"), file);
  };

  it("a web page is read, corrected, and shown as a change before it is imported", async () => {
    const sent: { fields: Record<string, string>; file: File }[] = [];
    const sendFile = vi.fn(async (_name: string, how: (typeof sent)[number]) => {
      sent.push(how);
      return made({ state: "running" });
    });
    const list = [
      { docId: "shop-1", question: "How long?", answer: "<p>Two days.</p>" },
      { docId: "shop-2", question: "Cookies", answer: "<p>We use cookies.</p>" },
    ];
    const counts = { added: 1, changed: 0, unchanged: 0, removed: 0 };
    const call = calls({
      "docs/readPage": { address: "https://shop.example/help", title: "Help", lang: "en", list },
      "jobs/get": made({ counts }),
    });
    const api = { sendFile, call } as never;
    const { user } = await renderAdmin({ path: "/knowledge/fern/import", shelf: shelf(), api });
    await user.type(await screen.findByRole("textbox", { name: "Address of the page" }), "shop.example/help");
    await user.click(screen.getByRole("button", { name: "Read the page" }));

    expect(await screen.findByText("Two days.")).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Remove: Cookies" }));
    await user.click(screen.getByRole("button", { name: "Edit: How long?" }));
    await user.type(screen.getByRole("textbox", { name: "Question" }), " Really");
    await user.click(screen.getByRole("button", { name: "Show what would change" }));
    await user.click(await screen.findByRole("button", { name: "Import 1 change" }));

    expect(await screen.findByRole("heading", { name: "Imported" })).toBeVisible();
    expect(sent.map(({ fields }) => [fields.check, fields.mode])).toEqual([
      ["1", "add"],
      ["0", "add"],
    ]);
    expect(JSON.parse((await sent[1]?.file.text()) ?? "")).toEqual({
      docId: "shop-1",
      lang: "en",
      question: "How long? Really",
      answer: "<p>Two days.</p>",
    });
  });

  it("a page that cannot be read says why at its address", async () => {
    const data = [{ field: "address", message: "leads to a page that does not exist (404)" }];
    const call = vi.fn(async () => {
      throw new ApiError("invalid", "some fields are not valid", undefined, data);
    });
    const { user } = await renderAdmin({
      path: "/knowledge/fern/import",
      shelf: shelf(),
      api: { call } as never,
    });
    await user.type(await screen.findByRole("textbox", { name: "Address of the page" }), "shop.example/x");
    await user.click(screen.getByRole("button", { name: "Read the page" }));

    expect(await screen.findByText("leads to a page that does not exist (404)")).toBeVisible();
  });

  it("first shows what would change, then imports and is found again", async () => {
    const sent: Record<string, string>[] = [];
    const sendFile = vi.fn(async (_name: string, how: { fields: Record<string, string> }) => {
      sent.push(how.fields);
      return made({ state: "running" });
    });
    const counts = { added: 2, changed: 1, unchanged: 0, removed: 0 };
    const call = calls({ "jobs/get": made({ counts, check: report({}) }) });
    const api = { sendFile, call } as never;
    const { user, view } = await renderAdmin({ path: "/knowledge/fern/import", shelf: shelf(), api });
    await choose(user);

    expect(await screen.findByRole("heading", { name: "This would change" })).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Import 3 changes" }));
    expect(await screen.findByRole("heading", { name: "Imported" })).toBeVisible();
    expect(sent.map(({ check, mode, robotNo }) => [check, mode, robotNo])).toEqual([
      ["1", "add", "fern"],
      ["0", "add", "fern"],
    ]);

    view.unmount();
    await renderAdmin({ path: "/knowledge/fern/import", shelf: shelf(), api });
    expect(await screen.findByRole("heading", { name: "Imported" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear" }));
    expect(screen.queryByRole("heading", { name: "Imported" })).toBeNull();
  });

  it("of a table in a doubtful encoding shows its first rows, and is read anew in another one", async () => {
    const sent: Record<string, string>[] = [];
    const sendFile = vi.fn(async (_name: string, how: { fields: Record<string, string> }) => {
      sent.push(how.fields);
      return made({ state: "running" });
    });
    const counts = { added: 1, changed: 0, unchanged: 0, removed: 0 };
    const call = calls({ "jobs/get": made({ counts, encoding: "windows-1252" }) });
    const { user } = await renderAdmin({
      path: "/knowledge/fern/import",
      shelf: shelf(),
      api: { sendFile, call } as never,
    });
    // 你好 in GBK.
    const gbk = new Uint8Array([0xc4, 0xe3, 0xba, 0xc3]);
    const file = new File(["docId,question,answer\na,", gbk, ",b\n"], "kb.csv");
    await user.upload(await screen.findByLabelText("Choose a file", { selector: "input" }), file);

    const encoding = await screen.findByRole("combobox", { name: "Encoding" });
    expect(encoding).toHaveValue("windows-1252");
    expect(await screen.findByText(/a,ÄãºÃ,b/)).toBeVisible();
    await expectAccessible();
    await user.selectOptions(encoding, "gb18030");

    expect(await screen.findByText(/a,你好,b/)).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Import 1 change" }));
    await waitFor(() =>
      expect(sent.map((fields) => [fields.check, fields.encoding])).toEqual([
        ["1", ""],
        ["1", "gb18030"],
        ["0", "gb18030"],
      ]),
    );
  });

  it("names every faulty line", async () => {
    const errors = [{ line: 2, field: "answer", message: "must not be empty" }];
    const api = {
      sendFile: vi.fn(async () => made({ state: "running" })),
      call: calls({ "jobs/get": made({ state: "failed", errors, errorsTotal: 1 }) }),
    } as never;
    const { user } = await renderAdmin({ path: "/knowledge/fern/import", shelf: shelf(), api });
    await choose(user);

    expect(await screen.findByText("1 error, nothing was changed")).toBeVisible();
    expect(screen.getByRole("cell", { name: "must not be empty" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Download the faulty rows" })).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Clear" }));
  });
});

describe("test questions as files", () => {
  it("are tried, imported and exported", async () => {
    const sendFile = vi.fn(async (_name: string, _how: { fields: Record<string, string> }) =>
      made({ state: "running" }),
    );
    const counts = { added: 1, changed: 0, unchanged: 2, removed: 0 };
    const call = calls({ "jobs/get": made({ kind: "testQuestions/check", counts }) });
    const fetchFile = vi.fn(async () => new Blob(["questionId"]));
    const { user, history } = await renderAdmin({
      path: "/knowledge/fern/tests/files",
      shelf: { ...shelf(), testQuestions: [] },
      api: { sendFile, call, fetchFile } as never,
    });
    const file = new File(["questionId,question\nlate,when\n"], "tests.csv", { type: "text/csv" });
    await user.upload(await screen.findByLabelText("Choose a file"), file);
    expect(await screen.findByRole("heading", { name: "This would change" })).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Import 1 change" }));
    expect(await screen.findByRole("heading", { name: "Imported" })).toBeVisible();
    expect(sendFile.mock.calls.map(([name, { fields }]) => [name, fields.check])).toEqual([
      ["testQuestions/import", "1"],
      ["testQuestions/import", "0"],
    ]);

    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:", revokeObjectURL: () => {} }));
    await user.click(screen.getByRole("button", { name: "Table (CSV)" }));
    await waitFor(() =>
      expect(fetchFile).toHaveBeenCalledWith("testQuestions/export", { robotNo: "fern", format: "csv" }),
    );
    await user.click(screen.getByRole("button", { name: "See the test questions" }));
    expect(history.at(-1)).toMatch(/\/knowledge\/fern\/tests$/);
  });
});

describe("unanswered questions", () => {
  const group = {
    question: "do you sell giftcards",
    questions: ["do you sell giftcards", "Do you sell gift cards?"],
    ids: ["1", "2"],
    languages: ["en"],
    docs: [],
    unknown: 2,
    disliked: 0,
    newest: 1_790_000_000_000,
    oldest: 1_790_000_000_000,
  };

  it("become a document with the wordings that are chosen", async () => {
    const call = calls({ "robot/inbox": { groups: [group], total: 1, next: "" }, "robot/resolve": {} });
    const api = { call } as never;
    const { user } = await renderAdmin({ path: "/knowledge/fern/unanswered", shelf: shelf(), api });
    await user.click(await screen.findByRole("checkbox", { name: "do you sell giftcards" }));
    await user.click(screen.getByRole("button", { name: "Write an answer" }));
    await user.click(await screen.findByRole("button", { name: "HTML" }));
    await user.type(screen.getByRole("textbox", { name: "HTML of Answer" }), "No.");
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Save the answer" }));

    await waitFor(() =>
      expect(call).toHaveBeenCalledWith(
        "robot/resolve",
        expect.objectContaining({
          ids: ["1", "2"],
          action: "document",
          lang: "en",
          answer: "No.",
          questions: ["Do you sell gift cards?"],
        }),
        expect.anything(),
        expect.anything(),
      ),
    );
  });

  it("are read page by page, with the titles of the documents that did not help", async () => {
    const named = (question: string) => ({ ...group, question, questions: [question], ids: [question] });
    const pages: Record<string, unknown> = {
      "": { groups: [{ ...named("first"), docs: ["delivery", "old"] }], total: 2, next: "a" },
      a: { groups: [named("first"), named("second")], total: 2, next: "" },
    };
    const call = vi.fn(async (name: string, body: { cursor?: string }) =>
      name === "docs/titles"
        ? { list: [{ docId: "delivery", lang: "", question: "When will it arrive?" }] }
        : pages[body.cursor ?? ""],
    );
    const { user } = await renderAdmin({
      path: "/knowledge/fern/unanswered",
      shelf: shelf(),
      api: { call } as never,
    });
    expect(await screen.findByRole("link", { name: "When will it arrive?" })).toBeVisible();
    expect(screen.getByText("Deleted document")).toBeVisible();
    expect(screen.getByRole("button", { name: "Copy the id old" })).toBeVisible();
    expect(screen.getByText("The newest 1 of 2 groups are shown.")).toBeVisible();
    await expectAccessible();

    await user.click(screen.getByRole("button", { name: "Show more" }));

    expect(await screen.findByRole("article", { name: "second" })).toBeVisible();
    expect(screen.getAllByRole("article", { name: "first" })).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  it("are added to the document that the robot would consider first", async () => {
    const considered = [
      { doc: "delivery", language: "en", question: "When will it arrive?", score: 0.4, why: "alike" },
    ];
    const told = { kind: "unknown", considered, suggestions: [], learned: true, flow: "", answer: "" };
    const call = calls({
      "robot/inbox": { groups: [group], total: 1, next: "" },
      "robot/resolve": {},
      "robot/ask": told,
    });
    const { user } = await renderAdmin({
      path: "/knowledge/fern/unanswered",
      shelf: shelf(),
      api: { call } as never,
    });
    await user.click(await screen.findByRole("button", { name: "Add to a document" }));
    await user.click(screen.getByRole("combobox", { name: "Document that has the answer" }));
    await user.click(
      (await screen.findAllByRole("option", { name: /When will it arrive/ }))[0] as HTMLElement,
    );
    await user.click(screen.getByRole("button", { name: "Add 2 wordings" }));

    await waitFor(() =>
      expect(call).toHaveBeenCalledWith(
        "robot/resolve",
        expect.objectContaining({ action: "similar", docId: "delivery", lang: "en" }),
        expect.anything(),
        expect.anything(),
      ),
    );
  });

  it("are dismissed unless that is undone", async () => {
    const call = calls({ "robot/inbox": { groups: [group], total: 1, next: "" }, "robot/resolve": {} });
    const api = { call } as never;
    const { user } = await renderAdmin({ path: "/knowledge/fern/unanswered", shelf: shelf(), api });
    await user.click(await screen.findByRole("button", { name: "Dismiss" }));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(screen.getByRole("button", { name: "Write an answer" })).toBeVisible();

    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    window.dispatchEvent(new Event("pagehide"));

    await waitFor(() =>
      expect(call.mock.calls.filter(([name]) => name === "robot/resolve")).toEqual([
        [
          "robot/resolve",
          { robotNo: "fern", ids: ["1", "2"], action: "dismiss" },
          expect.anything(),
          { outlivesPage: true },
        ],
      ]),
    );
  });
});

describe("trying and testing", () => {
  it("explains a reply by the documents that were considered", async () => {
    const told = {
      kind: "guide",
      flow: "",
      doc: "",
      answer: "",
      score: 0.45,
      suggestFrom: 30,
      answerFrom: 60,
      learned: true,
      suggestions: [{ question: "When will it arrive?", doc: "delivery" }],
      considered: [
        { doc: "delivery", language: "en", question: "When will it arrive?", score: 0.45, why: "alike" },
      ],
    };
    const call = calls({ "robot/ask": told });
    const { user, things } = await renderAdmin({
      path: "/knowledge/fern/try",
      shelf: shelf(),
      api: { call } as never,
    });
    await user.type(await screen.findByRole("textbox", { name: "Question of a visitor" }), "how soon{Enter}");

    expect(await screen.findByText("Asks back")).toBeVisible();
    expect(screen.getByText(/45 % sure: enough to ask back \(30 %\)/)).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Add the question to: When will it arrive?" }));
    await waitFor(() =>
      expect(things.docs?.find((one) => one.lang === "en")?.similar).toEqual(["How long?", "how soon"]),
    );
  });

  it("says in the reader's words that a question is too long", async () => {
    const fault = { field: "question", message: "is too long", code: "tooLong", about: { max: 400 } };
    const call = vi.fn(() => Promise.reject(new ApiError("invalid", "x", undefined, [fault])));
    const { user } = await renderAdmin({
      path: "/knowledge/fern/try",
      shelf: shelf(),
      api: { call } as never,
    });

    await user.click(await screen.findByRole("textbox", { name: "Question of a visitor" }));
    await user.paste("how soon ".repeat(60));
    await user.keyboard("{Enter}");

    expect(await screen.findByText("This is too long: at most 400 characters.")).toBeVisible();
    await expectAccessible();
  });

  it("a second run is compared with the first", async () => {
    const runs = [
      report({ rightAfter: 2, failing: [tried("a", "wrong", "wrong")] }),
      report({ rightAfter: 2, failing: [tried("b", "missed", "missed")] }),
    ];
    let started = 0;
    const call = vi.fn(async (name: string, body: { jobId?: string }) => {
      if (name === "robot/check") return made({ id: `run-${started++}`, state: "running" });
      return made({ id: body.jobId, check: runs[Number(body.jobId?.at(-1))] });
    });
    const testQuestions: Thing[] = [
      { version: 1, robotNo: "fern", questionId: "a", lang: "en", question: "question a", docId: "delivery" },
    ];
    const { user } = await renderAdmin({
      path: "/knowledge/fern/tests",
      shelf: { ...shelf(), testQuestions },
      api: { call } as never,
    });
    await user.click(await screen.findByRole("button", { name: "Run all" }));
    expect(await screen.findByText("2 of 3 test questions are right.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Run all" }));

    const better = await screen.findByRole("region", { name: "1 gets better" });
    expect(within(better).getByText("question a")).toBeVisible();
    expect(
      within(screen.getByRole("region", { name: "1 gets worse" })).getByText("question b"),
    ).toBeVisible();
    await expectAccessible();
  });

  it("a test question shows the title of its document", async () => {
    const test = (questionId: string, docId: string): Thing => ({
      version: 1,
      robotNo: "fern",
      questionId,
      lang: "zh",
      question: questionId,
      docId,
    });
    const list = [
      { docId: "delivery", lang: "en", question: "When will it arrive?" },
      { docId: "delivery", lang: "zh", question: "什么时候到？" },
    ];
    await renderAdmin({
      path: "/knowledge/fern/tests",
      shelf: { ...shelf(), testQuestions: [test("a", "delivery"), test("b", "gone")] },
      api: { call: calls({ "docs/titles": { list } }) } as never,
    });

    expect(await screen.findByRole("link", { name: "什么时候到？" })).toHaveAttribute(
      "href",
      "/desk/admin/knowledge/fern/docs/delivery/zh",
    );
    expect(screen.getByText("Deleted document")).toBeVisible();
    expect(screen.queryByText("delivery")).toBeNull();
    await expectAccessible();
  });

  it("a test question may expect that the robot does not know", async () => {
    const { user, things } = await renderAdmin({
      path: "/knowledge/fern/tests",
      shelf: { ...shelf(), testQuestions: [] },
    });
    await screen.findByText("No test questions yet");
    await user.click(screen.getAllByRole("button", { name: "New test question" })[0] as HTMLElement);
    await user.type(screen.getByRole("textbox", { name: "Question" }), "will it rain");
    await user.click(screen.getByRole("checkbox", { name: "The robot should not know this" }));
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Add" }));

    await waitFor(() =>
      expect(things.testQuestions?.[0]).toMatchObject({
        robotNo: "fern",
        question: "will it rain",
        docId: "",
      }),
    );
  });
});
