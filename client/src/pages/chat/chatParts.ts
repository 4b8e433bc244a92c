/** The modules that every chat needs, loaded in parallel with the channel: the screen and the session. */
export { listenToParent } from "../../bridge/child";
export { createChat, createVisitorApi } from "../../session/chat";
export { ChatScreen } from "./ChatScreen";
