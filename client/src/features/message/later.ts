/** Kinds of messages a chat does not begin with: fetched while the page is idle. */
export { AgentCard } from "./AgentCard";
export { AnswerFoot } from "./AnswerFoot";
export { AnswerView } from "./AnswerView";
export { AudioView } from "./AudioView";
export { CardView } from "./CardView";
export { FileCard } from "./FileCard";
export { FlowButtons } from "./FlowButtons";
export { FilledForm, FormCard } from "./FormCard";
export { ImageView } from "./ImageView";
export { MenuView } from "./MenuView";
export { QuoteView } from "./QuoteView";
export { VideoView } from "./VideoView";
