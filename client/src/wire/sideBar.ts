/** The side bar of the desktop layout: Protocol, 'Configuration', sideBarConfig. */
import * as v from "valibot";
import { flag, jsonText, lenientList, text } from "./scalars";

const config = v.object({
  quickFlag: flag,
  questionFlag: flag,
  adFlag: flag,
  quickList: lenientList(v.object({ name: text, url: text, link: text })),
  questionList: lenientList(v.object({ question: text, answer: text })),
  adList: lenientList(v.object({ url: text, link: text })),
});

/** A section is `undefined` if the channel does not show it; there may be no advertisements. Answers are rich text. */
export const sideBar = v.pipe(
  jsonText(config, undefined),
  v.transform((wire) => ({
    links: wire?.quickFlag
      ? wire.quickList.map(({ name, url, link }) => ({ name, image: url, link }))
      : undefined,
    questions: wire?.questionFlag ? wire.questionList : undefined,
    advertisements: wire?.adFlag ? wire.adList.map(({ url, link }) => ({ image: url, link })) : [],
  })),
);
export type SideBar = v.InferOutput<typeof sideBar>;
