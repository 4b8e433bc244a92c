/** Makes the events of a conversation's course from what the chat says, each once. */
import type { ChatStatus } from "../../../packages/embed/src/api";
import type { Tell } from "../widget";

export type Progress = {
  status(status: ChatStatus): void;
  queue(position: number): void;
};

/** `isResumed`: the conversation began on an earlier page of the shop, where its events were told. */
export function followProgress(tell: Tell, isResumed: boolean): Progress {
  let last: ChatStatus | undefined;
  let isWaiting = false;
  // The first status of a resumed conversation is no news.
  let isKnown = isResumed;
  return {
    status(status) {
      if (status === last) return;
      if (status === "ended") {
        if (last !== undefined) tell("ended", undefined);
      } else if ((last === undefined || last === "ended") && !isKnown) tell("chatStarted", undefined);
      if (status === "agent" && !isKnown) tell("agentAssigned", undefined);
      if (status === "queued" && isKnown) isWaiting = true;
      isKnown = false;
      last = status;
    },
    queue(position) {
      if (position > 0 && !isWaiting) tell("queued", position);
      isWaiting = position > 0;
    },
  };
}
