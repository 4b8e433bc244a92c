/** What a chat does not begin with: fetched while the page is idle, so that it is there when it is needed. */
export { EmojiPanel } from "../features/composer/EmojiPanel";
export { SendImageDialog } from "../features/composer/SendImageDialog";
export { EvaluationDialog } from "../features/evaluation/EvaluationDialog";
export { DisplacedNotice } from "../features/frame/DisplacedNotice";
export { EndedBar } from "../features/frame/EndedBar";
export { GroupPicker } from "../features/group-picker/GroupPicker";
export { TipsCard } from "../features/message/TipsCard";
export { QueueCard } from "../features/queue/QueueCard";
export { ConfirmDialog } from "../ui/ConfirmDialog";
