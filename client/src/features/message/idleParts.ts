/** Kinds of message that are rare at the start of a chat: loaded while the page is idle. */
export { AgentCard } from "./AgentCard";
export { AnswerFoot } from "./AnswerFoot";
export { AnswerView } from "./AnswerView";
export { CardView } from "./CardView";
export { FileView } from "./FileView";
export { FlowButtons } from "./FlowButtons";
export { FilledForm, FormCard } from "./FormCard";
export { ImageView } from "./ImageView";
export { MenuView } from "./MenuView";
export { QuoteView } from "./QuoteView";
