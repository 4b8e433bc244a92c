/** Modules that the first screen does not need; loaded while the page is idle, before they are needed. */
export { EmojiPanel } from "../../features/composer/EmojiPanel";
export { FileTools } from "../../features/composer/FileTools";
export { ScreenTool } from "../../features/composer/ScreenTool";
export { DisplacedNotice } from "../../features/frame/DisplacedNotice";
export { EndedBar } from "../../features/frame/EndedBar";
export { Notice } from "../../features/frame/Notice";
export { FaqMenu } from "../../features/message/FaqMenu";
export { ProductOffer } from "../../features/message/ProductOffer";
export { TipsCard } from "../../features/message/TipsCard";
export { tellDeeds } from "../frame/tellDeeds";
export { ChatDialogs } from "./ChatDialogs";
export { ChatTips } from "./ChatTips";
export { PageDrop } from "./PageDrop";
export { WaitingCard } from "./WaitingCard";
