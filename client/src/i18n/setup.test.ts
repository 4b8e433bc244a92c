import { expect, it, vi } from "vitest";
import { wordsOf } from "../../test/locales";
import { changeLocale, createI18n } from "./setup";

it("loads only the visitor's language, and only the wanted namespaces [ID-06]", async () => {
  const words = await createI18n("ar", ["chat", "system"]);

  expect(words.t("chat:page_close")).toBe(wordsOf("ar", "chat.json").page_close);
  expect(Object.keys(words.store.data)).toEqual(["ar"]);
  expect(Object.keys(words.store.data.ar ?? {}).toSorted()).toEqual(["chat", "system"]);
  expect(document.documentElement).toHaveAttribute("dir", "rtl");
});

it("uses the words that came with the page, and fetches the others", async () => {
  const words = await createI18n("en", ["chat", "system"], { chat: { page_close: "Shut it" } });

  expect(words.t("chat:page_close")).toBe("Shut it");
  expect(Object.keys(words.store.data.en ?? {}).toSorted()).toEqual(["chat", "system"]);
  await changeLocale(words, "de");
  expect(words.t("chat:page_close")).toBe(wordsOf("de", "chat.json").page_close);
});

it("fetches a page's namespace when it is loaded", async () => {
  const words = await createI18n("my", ["chat", "system"]);

  await words.loadNamespaces("form");

  expect(words.t("form:attach_too_big")).toBe(wordsOf("my", "form.json").attach_too_big);
  expect(Object.keys(words.store.data)).toEqual(["my"]);
});

it("changes to the channel's language when it is known", async () => {
  const words = await createI18n("en", ["chat"]);

  await changeLocale(words, "tw");

  expect(words.t("chat:list_older_drop")).toBe(wordsOf("tw", "chat.json").list_older_drop);
  expect(document.documentElement).toHaveAttribute("lang", "zh-TW");
  expect(document.documentElement).toHaveAttribute("dir", "ltr");
});

it("uses each language's own plural rules", async () => {
  const said = async (locale: Parameters<typeof createI18n>[0], count: number) =>
    (await createI18n(locale, ["chat"])).t("chat:list_new", { count });

  expect(await said("ru", 3)).toBe("3 новых сообщения");
  expect(await said("ar", 5)).toBe("5 رسائل جديدة");
  expect(await said("pl", 12)).toBe("12 nowych wiadomości");
  expect(await said("fr", 0)).toBe("0 nouveau message");
});

it("uses the plural rules of Chinese for tw, although Intl reads `tw` as Twi", async () => {
  const rules = vi.spyOn(Intl, "PluralRules");

  const words = await createI18n("tw", ["chat"]);

  expect(words.t("chat:list_new", { count: 1 })).toBe("1 則新訊息");
  expect(rules.mock.calls.map(([tag]) => tag)).not.toContain("tw");
});

it("falls back to en at the desk for a language without its words", async () => {
  const words = await createI18n("ar", ["desk", "system"]);

  expect(words.t("desk:send")).toBe("Send");
  expect(words.t("desk:row_unread", { count: 3 })).toBe("3 unread messages");
  expect(words.t("system:off_work")).toBe(wordsOf("ar", "system.json").off_work);
});

it("isolates an inserted name in a right-to-left sentence", async () => {
  const arabic = await createI18n("ar", ["form"]);
  const asked = arabic.t("form:field_please_choose", { field: "What went wrong?" });
  expect(asked).toContain("\u2068What went wrong?\u2069");

  const english = await createI18n("en", ["form"]);
  expect(english.t("form:field_please_choose", { field: "<b>What?</b>" })).toContain("<b>What?</b>");
});

it("isolates an Arabic date, so that an English sentence does not mix its numbers", async () => {
  const day = new Intl.DateTimeFormat("ar", { dateStyle: "medium" }).format(new Date(2027, 2, 14));
  const words = await createI18n("ar", ["admin", "desk"]);

  expect(words.t("admin:keys_ends_on", { time: day })).toBe(`Ends \u2068${day}\u2069`);
  expect(words.t("admin:keys_full", { max: 20 })).not.toContain("\u2068");
});
