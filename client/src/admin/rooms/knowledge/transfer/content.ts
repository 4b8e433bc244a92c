/** What a file has: documents, or test questions. */

export type Content = "docs" | "testQuestions";

/** The first lines of a table of each, to see what it looks like. */
export const SAMPLES: Readonly<Record<Content, string>> = {
  docs: `docId,lang,question,similar,answer
delivery,en,How long is delivery?,"When will it arrive?
Do you deliver tomorrow?",Two to four working days.`,
  testQuestions: `questionId,question,lang,docId
late,where is my parcel,en,delivery
weather,will it rain,en,`,
};
