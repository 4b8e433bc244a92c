/** How a chat that has been opened begins: what the channel asks, then what it shows or whom it calls. Protocol, 'receiveMode'. */
import { FAQ_DELAY_MS, opening } from "../conversation/opening";
import { IDENTITY_KEPT_MS } from "../lib/storage";
import { transfer } from "./transfer";
import type { Visit } from "./visit";

/**
 * The form before the chat first: who transfers at once is known to the agent by then. A form that something else
 * took away, or a chat that was begun anew meanwhile (`signal`), begins nothing here.
 */
export async function greet(visit: Visit, signal: AbortSignal): Promise<void> {
  const { sessionId, phase } = visit.conversation();
  const { userFormMode } = visit.channel;
  const isAsked = userFormMode && phase === "robot" && isFreshChat(visit) && !hasFilledForm(visit);
  if (isAsked) {
    const isDone = await visit.fillForm();
    if (!isDone || signal.aborted || visit.conversation().sessionId !== sessionId) return;
    visit.keeper.write(formKey(visit), sessionId, visit.clock.now(), IDENTITY_KEPT_MS);
  }
  begin(visit);
}

/** A form is filled once a chat. */
function hasFilledForm(visit: Visit): boolean {
  return visit.keeper.read(formKey(visit), visit.clock.now()) === visit.conversation().sessionId;
}

function formKey(visit: Visit): string {
  return `${visit.channel.tenantId}&${visit.who.userId}&form`;
}

/** The visitor has said nothing in this chat yet. */
function isFreshChat(visit: Visit): boolean {
  const { entries, sessionId } = visit.conversation();
  return !entries.some((entry) => entry.sessionId === sessionId && entry.sender === "visitor");
}

function begin(visit: Visit): void {
  const { phase, sessionId } = visit.conversation();
  const isFresh = isFreshChat(visit);
  const first = opening(visit.channel, phase, isFresh);
  if (first.transfersNow) void transfer(visit, "opening");
  if (first.showsTips && visit.channel.autoTip.length > 0) visit.change({ kind: "tipsShown" });
  if (first.showsFaq && visit.channel.faq.length > 0) void showFaq(visit, isFresh, sessionId);
}

async function showFaq(visit: Visit, isFresh: boolean, sessionId: string): Promise<void> {
  if (isFresh) await visit.clock.sleep(FAQ_DELAY_MS, new AbortController().signal);
  if (visit.conversation().sessionId === sessionId) visit.change({ kind: "faqShown" });
}
