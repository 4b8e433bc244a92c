/** Entry of the agent desk: a document of its own, which visitors never download. */
import "../ui/tokens.css";
import { Router } from "wouter";
import { createAgentApi } from "../api/agent";
import { createAgentCallApi } from "../api/agentCall";
import { systemClock } from "../lib/clock";
import { newId } from "../lib/newId";
import { createStore } from "../state/jotai";
import { DeskApp } from "./DeskApp";
import { keptSound, keptToken } from "./keeping";
import { createPlayer } from "./notices";
import { createNudge } from "./nudge";
import { applyShade, keptShade } from "./shade";
import { startPage } from "./startPage";
import { expiredAtom } from "./state/account.atoms";
import { servicesAtom } from "./state/services";

applyShade(keptShade());
const store = createStore();
const settings = {
  token: () => keptToken.read() || undefined,
  onUnauthorised: () => store.set(expiredAtom),
};
store.set(servicesAtom, {
  api: createAgentApi(settings),
  callApi: createAgentCallApi(settings),
  clock: systemClock,
  random: Math.random,
  newId,
  nudge: createNudge(),
  notify: createPlayer(() => keptSound.read() !== "off"),
});

await startPage(
  ["desk", "system", "call"],
  store,
  <Router base="/desk">
    <DeskApp />
  </Router>,
);
