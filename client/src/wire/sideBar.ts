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

/** A section is `undefined` if the channel does not show it. Answers are rich text. */
export type SideBar = {
  links: readonly { name: string; image: string; link: string }[] | undefined;
  questions: readonly { question: string; answer: string }[] | undefined;
  /** Empty if the channel shows none. */
  advertisements: readonly { image: string; link: string }[];
};

export const sideBar = v.pipe(
  jsonText(config, undefined),
  v.transform(
    (wire): SideBar => ({
      links: wire?.quickFlag
        ? wire.quickList.map(({ name, url, link }) => ({ name, image: url, link }))
        : undefined,
      questions: wire?.questionFlag ? wire.questionList : undefined,
      advertisements: wire?.adFlag ? wire.adList.map(({ url, link }) => ({ image: url, link })) : [],
    }),
  ),
);
