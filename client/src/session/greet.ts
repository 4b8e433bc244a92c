/** Begins an opened chat: first the channel's form, then the FAQ, the tips or a transfer. Protocol, 'receiveMode'. */
import { FAQ_DELAY_MS, opening } from "../conversation/opening";
import { IDENTITY_KEPT_MS } from "../lib/storage";
import { transfer } from "./transfer";
import type { Visit } from "./visit";

/**
 * Shows the form before the chat first, so that its answers reach the agent before an immediate transfer. If the form
 * is withdrawn or the chat is started anew meanwhile (`signal`), it does nothing more.
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

/** Whether this session's form was filled in before; it is asked for once a session. */
function hasFilledForm(visit: Visit): boolean {
  return visit.keeper.read(formKey(visit), visit.clock.now()) === visit.conversation().sessionId;
}

function formKey(visit: Visit): string {
  return `${visit.channel.tenantId}&${visit.who.userId}&form`;
}

/** Whether the visitor has said nothing in this session yet. */
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
