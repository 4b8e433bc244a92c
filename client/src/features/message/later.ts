/** Kinds of messages a chat does not begin with: fetched while the page is idle. */
export { AgentCard } from "./AgentCard";
export { FileCard } from "./FileCard";
export { ImageView } from "./ImageView";
