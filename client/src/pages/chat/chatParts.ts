/** What no chat can be without, fetched while its channel is asked for: the screen, and what runs a chat. */
export { createChat, createVisitorApi } from "../../session/chat";
export { ChatScreen } from "./ChatScreen";
