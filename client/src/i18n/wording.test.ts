import { describe, expect, it } from "vitest";
import { allWords, baseOf, englishOf, locales, wordsOf } from "../../test/locales";

/** The scripts of each language; all others use Latin. */
const SCRIPTS: Record<string, string[]> = {
  zh: ["Han"],
  tw: ["Han"],
  ja: ["Han", "Hiragana", "Katakana"],
  ko: ["Hangul"],
  th: ["Thai"],
  lo: ["Lao"],
  km: ["Khmer"],
  my: ["Myanmar"],
  bn: ["Bengali"],
  ar: ["Arabic"],
  fa: ["Arabic"],
  ru: ["Cyrillic"],
};

/** Names and units that are the same in every language. */
const NAMES = /\b(QQ|WeChat|MB|PNG|SVG)\b|(?<=50)M/g;

/** Protocol, 'Visitor pages', fixes the text of a page not found: the title in every language, the rest in zh. */
const FIXED = /^chat:not_found_(title|heading|text)$/;
const isFixed = (locale: string, key: string) =>
  key === "chat:not_found_title" || (locale === "zh" && FIXED.test(key));

/** Words that a language shares with English. */
const SHARED: Record<string, string[]> = {
  vi: ["Video {{name}}"],
  de: ["Audio {{name}}", "Emoji", "Name", "Normal", "Optional", "Status", "Video {{name}}"],
  es: ["Audio {{name}}", "No", "Normal"],
  fil: ["Audio {{name}}", "Emoji", "File {{name}}", "Order", "Video {{name}}"],
  fr: ["Assistant", "Audio {{name}}", "Conversation", "E-mail", "Mobile", "Pause", "Type"],
  ms: ["Audio {{name}}", "Emoji", "Status", "Video {{name}}"],
  nl: ["Audio {{name}}", "Details", "E-mail", "Emoji", "Status", "Video {{name}}"],
  pl: ["E-mail", "Emoji", "Status"],
  pt: ["E-mail", "Normal"],
  tr: ["Emoji", "Normal", "Video {{name}}"],
};

const bare = (sentence: string) => sentence.replace(/\{\{\w+\}\}/g, " ").replace(NAMES, " ");
const english = allWords("en");
const others = locales.filter((locale) => locale !== "en");

/** The visible length: a combining mark counts as one with its letter. */
const length = (sentence: string, locale: string) =>
  [...new Intl.Segmenter(locale, { granularity: "grapheme" }).segment(sentence)].length;

// [ID-06]
describe.each(others)("%s", (locale) => {
  const words = Object.entries(allWords(locale)).filter(([key]) => !isFixed(locale, key));

  it("is written in its own script only", () => {
    const own = new RegExp(
      `[${(SCRIPTS[locale] ?? ["Latin"]).map((name) => `\\p{scx=${name}}`).join("")}]`,
      "u",
    );
    const foreign = words.filter(([, sentence]) =>
      (bare(sentence).match(/\p{L}/gu) ?? []).some((sign) => !own.test(sign)),
    );

    expect(foreign).toEqual([]);
  });

  it("leaves no text in English", () => {
    const left = words.filter(
      ([key, sentence]) =>
        (sentence === englishOf(english, key) &&
          /\p{L}/u.test(bare(sentence)) &&
          !SHARED[locale]?.includes(sentence)) ||
        /\b(the|you|your|please|and|with|could|cannot|this)\b/i.test(bare(sentence)),
    );

    expect(left).toEqual([]);
  });

  it("is short enough to fit where English fits", () => {
    const long = words.filter(
      ([key, sentence]) => length(sentence, locale) > 2.2 * length(englishOf(english, key), "en") + 7,
    );

    expect(long).toEqual([]);
  });

  it("uses different words for the options of a choice", () => {
    const chat = wordsOf(locale, "chat.json");
    const form = wordsOf(locale, "form.json");
    const choices = [
      ["rate_yes", "rate_no"].map((key) => chat[key]),
      ["rate_level_1", "rate_level_2", "rate_level_3", "rate_level_4", "rate_level_5"].map(
        (key) => chat[key],
      ),
      ["end_confirm", "end_stay"].map((key) => chat[key]),
      ["open", "accepted", "waiting", "resolved", "finished"].map((key) => form[`work_order_status_${key}`]),
      ["low", "normal", "warning", "danger"].map((key) => form[`work_order_priority_${key}`]),
      ["leave_state_handled", "leave_state_unhandled"].map((key) => form[key]),
      ["leave_tab_submit", "leave_tab_mine"].map((key) => form[key]),
    ];

    for (const choice of choices) expect(new Set(choice).size).toBe(choice.length);
  });
});

/** Characters that only one of the two Chinese scripts has. */
const SIMPLIFIED =
  /[们这个会请输问发语经处种说没还网络连图质线维结给绝统继续话试载关闭让为来时间开单订价称单电机选择满认题记录类继详评]/u;
const TRADITIONAL =
  /[們這個會請輸問發語經處種說沒還網絡連圖質線結給絕統繼續話試載關閉讓為來時間開單訂價電機選擇滿認題記錄類詳評]/u;

it("writes zh in simplified and tw in traditional characters [ID-06]", () => {
  expect(Object.entries(allWords("zh")).filter(([, sentence]) => TRADITIONAL.test(sentence))).toEqual([]);
  expect(Object.entries(allWords("tw")).filter(([, sentence]) => SIMPLIFIED.test(sentence))).toEqual([]);
});

it("has the pull and release texts in tw, and the 50 MB limit in every language [ID-06]", () => {
  const tw = wordsOf("tw", "chat.json");
  expect(tw.list_older_pull).toMatch(/^下拉/);
  expect(tw.list_older_drop).toMatch(/^放開/);
  for (const locale of locales) {
    expect(wordsOf(locale, "chat.json").image_too_big).toMatch(/50\s?(M|Mo|МБ|ميغابايت|مگابایت)/);
    expect(wordsOf(locale, "form.json").attach_too_big).toBe(wordsOf(locale, "chat.json").image_too_big);
  }
});

it("shows the count in every plural form", () => {
  for (const locale of locales) {
    const words = allWords(locale);
    for (const key of Object.keys(words).filter(
      (one) => baseOf(one) !== one && words[`${baseOf(one)}_other`],
    )) {
      expect(words[key], `${locale} ${key}`).toContain("{{count}}");
    }
  }
});

/** Requirement ER-04: the keys of the toasts and the system lines. */
const CATALOGUE = {
  chat: [
    "page_error",
    "expired_title",
    "expired_text",
    "expired_again",
    "page_cancel",
    "message_failed",
    "rate_text_required",
    "rate_tag_required",
    "image_only",
    "image_too_big",
    "title_typing",
    "leave_title",
    "upload_wrong_type",
  ],
  form: [
    "field_please_enter",
    "field_phone_wrong",
    "field_email_wrong",
    "leave_name_missing",
    "leave_content_missing",
    "attach_only_images",
    "attach_too_big",
    "field_please_fill_in",
    "form_done",
    "work_order_reply_done",
  ],
  call: ["call_declined", "call_ended"],
  system: [
    "no_agent_online",
    "agents_busy",
    "transfer_failed",
    "off_work",
    "chat_ended_agent",
    "chat_ended_timeout",
    "chat_ended_visitor",
    "chat_ended",
    "opened_elsewhere",
    "evaluated_thanks",
    "message_recalled",
    "visitor_silent",
    "call_declined",
    "evaluation_over",
  ],
};

describe("the error catalogue", () => {
  it.each(locales)("[ER-04] has every toast and system line in %s", (locale) => {
    for (const [file, keys] of Object.entries(CATALOGUE)) {
      const words = wordsOf(locale, `${file}.json`);
      expect(keys.filter((key) => !words[key])).toEqual([]);
    }
  });

  it("[ER-04] keeps the required wording", () => {
    const english = allWords("en");
    expect(english["system:no_agent_online"]).toBe("No customer service online at the moment");
    expect(english["system:transfer_failed"]).toBe("Transfer to manual failed!");
    expect(english["system:off_work"]).toBe("Customer service is off work!");
    expect(english["system:opened_elsewhere"]).toBe("Your session opens in a new window!");
    expect(english["system:evaluated_thanks"]).toBe("Thank you for your review!");
    expect(english["chat:title_typing"]).toBe("Customer service is working Input ...");
    expect(english["chat:leave_title"]).toContain("Are you sure to leave");
    expect(english["form:attach_too_big"]).toBe("The file cannot be larger than 50M !");
    expect(english["form:attach_wrong_type"]).toBe("Wrong file type, only pictures or movies can be sent!");
    expect(english["form:leave_name_missing"]).toBe("Please enter your contact name !");
    expect(english["form:leave_content_missing"]).toBe("Please enter the message content !");
    expect(english["form:field_please_fill_in"]).toMatch(/^Please Fill in /);
    expect(english["form:form_done"]).toBe("Submit successfully !");
    expect(allWords("zh")["chat:page_error"]).toBe("网络连接异常，请稍后重试！");
    expect(allWords("zh")["call:call_ended"]).toBe("已结束通话");
  });
});
