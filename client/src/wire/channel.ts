/** A channel's configuration in the flat form of channelInfo: Protocol, 'Configuration'. */
import * as v from "valibot";
import { LeaveMsgType, MenuType, ReceiveMode } from "./codes";
import { count, flag, jsonText, lenientList, text } from "./scalars";

const RECEIVES_BY: Readonly<Record<number, "agentFirst" | "robotOnly" | "agentOnly">> = {
  [ReceiveMode.AgentFirst]: "agentFirst",
  [ReceiveMode.RobotOnly]: "robotOnly",
  [ReceiveMode.AgentOnly]: "agentOnly",
};
export type FaqQuestion = { question: string; docId: string };
export type FaqGroup = { name: string; questions: FaqQuestion[] };
/** One FAQ card; a flat list becomes one group without a name. */
export type FaqEntry = { id: string; name: string; link: string; image: string; groups: FaqGroup[] };

const question = v.pipe(
  v.object({ questionName: text, docId: text }),
  v.transform((wire): FaqQuestion => ({ question: wire.questionName, docId: wire.docId })),
);

const group = v.pipe(
  v.object({ name: text, groupName: text, questionList: lenientList(question) }),
  v.transform((wire): FaqGroup => ({ name: wire.groupName || wire.name, questions: wire.questionList })),
);

export const faqEntry = v.pipe(
  v.object({
    id: text,
    name: text,
    type: count,
    questionList: lenientList(question),
    faqGrouplist: lenientList(group),
    labelLink: text,
    imgUrl: text,
  }),
  v.transform(
    (wire): FaqEntry => ({
      id: wire.id,
      name: wire.name,
      link: wire.labelLink,
      image: wire.imgUrl,
      groups: wire.type === 2 ? wire.faqGrouplist : [{ name: "", questions: wire.questionList }],
    }),
  ),
);

const autoTip = v.object({
  text,
  btnList: lenientList(
    v.union([
      v.string(),
      v.pipe(
        v.object({ name: text }),
        v.transform((b) => b.name),
      ),
    ]),
  ),
});

/** What a button of the quick menu does. */
export type MenuAction =
  | { kind: "ask"; text: string; docId: string }
  | { kind: "transfer" }
  | { kind: "close" }
  | { kind: "evaluate" }
  | { kind: "leaveMessage" }
  | { kind: "open"; link: string }
  /** A question that the page answers itself. */
  | { kind: "answer"; question: string; answer: string };

/** A button of the quick menu. Its colours are the tenant's, or empty. */
export type MenuItem = { name: string; background: string; colour: string; action: MenuAction };

const menuItem = v.pipe(
  v.object({
    menuType: count,
    menuName: text,
    menuNamed: text,
    msgText: text,
    docId: text,
    labelLink: text,
    background: text,
    color: text,
  }),
  v.transform((wire): MenuItem[] => {
    const action = menuAction(wire);
    const name = wire.menuName || wire.menuNamed;
    return action ? [{ name, background: wire.background, colour: wire.color, action }] : [];
  }),
);

const menuPlan = v.pipe(
  v.nullish(v.object({ menus: lenientList(menuItem) }), {}),
  v.transform((plan) => plan.menus.flat()),
);

/** The part of the configuration that the chat page reads. */
export const channel = v.pipe(
  v.object({
    tenantId: text,
    channelId: text,
    language: text,
    robotNo: text,
    robotName: text,
    mainColor: text,
    cusColor: text,
    kitBgcolor: text,
    kitTxcolor: text,
    mainWidth: count,
    mainHeight: count,
    backgroundImage: text,
    navigationBarShowFlag: flag,
    navigationBarColor: text,
    robotIcon: text,
    titleDesc: text,
    avatar: text,
    noticeMode: flag,
    noticeMsg: text,
    historyHideFlag: flag,
    userFormMode: flag,
    /** Parsed by `preChatForm` only when it is shown. */
    userForm: v.optional(v.unknown()),
    chatMenuConfigPlan: menuPlan,
    faq: v.nullish(
      v.object({
        showType: v.nullish(count, 1),
        showContent: jsonText(lenientList(faqEntry), [] as FaqEntry[]),
      }),
    ),
    receiveMode: count,
    msgToTransferFlag: flag,
    transferUserMode: flag,
    evaluateMode: flag,
    commentDocMode: flag,
    leaveMsgMode: flag,
    leaveMsgType: count,
    leaveMsgTitle: text,
    leaveMsgWoType: text,
    imageButtonFlag: flag,
    videoButtonFlag: flag,
    fileButtonFlag: flag,
    /** Agents see what visitors type before it is sent. */
    typingPreview: flag,
    /** Hosts besides this server whose pictures are shown. */
    pictureHosts: lenientList(v.string()),
    sideBarStatus: flag,
    sideBarWidth: count,
    /** Parsed by `sideBar` only when it is shown. */
    sideBarConfig: v.optional(v.unknown()),
    userQueueMode: flag,
    userQueueMsg: text,
    autoTip: jsonText(lenientList(autoTip), [] as v.InferOutput<typeof autoTip>[]),
    groupMode: flag,
    groupConfig: jsonText(
      lenientList(v.object({ groupId: text, groupName: text })),
      [] as { groupId: string; groupName: string }[],
    ),
  }),
  v.transform(({ faq, receiveMode, leaveMsgType, chatMenuConfigPlan, ...wire }) => ({
    ...wire,
    menus: chatMenuConfigPlan,
    leavesBy: leaveMsgType === LeaveMsgType.WorkOrder ? ("workOrder" as const) : ("message" as const),
    // 0 hides the menu, even if it has content.
    faq: faq && faq.showType !== 0 ? faq.showContent : [],
    receivesBy: RECEIVES_BY[receiveMode] ?? ("robotFirst" as const),
  })),
);

export type Channel = v.InferOutput<typeof channel>;

function menuAction(wire: {
  menuType: number;
  menuNamed: string;
  menuName: string;
  msgText: string;
  docId: string;
  labelLink: string;
}): MenuAction | undefined {
  switch (wire.menuType) {
    case MenuType.Ask:
      return { kind: "ask", text: wire.msgText, docId: wire.docId };
    case MenuType.Transfer:
      return { kind: "transfer" };
    case MenuType.Close:
      return { kind: "close" };
    case MenuType.Evaluate:
      return { kind: "evaluate" };
    case MenuType.LeaveMessage:
      return { kind: "leaveMessage" };
    case MenuType.Link:
      return { kind: "open", link: wire.labelLink };
    case MenuType.LocalAnswer:
      return { kind: "answer", question: wire.menuNamed || wire.menuName, answer: wire.msgText };
    default:
      return undefined;
  }
}
