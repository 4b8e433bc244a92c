/** A colleague who reads an agent's conversation sees what is new in it at once. */
import { isSound } from "./access";
import { Administration } from "./administration";
import type { Agent } from "./agent";
import { crowd } from "./crowd";
import { expect, test } from "./fixtures";

/** Opens the conversation of the visitor who wrote these words, as a search finds it. */
async function finds(agent: Agent, words: string): Promise<void> {
  await agent.page.getByRole("tab", { name: "All" }).click();
  const field = agent.page.getByRole("searchbox", { name: "Search conversations" });
  const found = agent.page
    .getByRole("tabpanel", { name: "All" })
    .getByRole("link")
    .filter({ hasText: words });
  // A change is in the index after some seconds; a search that begins before does not see it.
  await expect(async () => {
    await field.fill("");
    await field.fill(words);
    await expect(found).toHaveCount(1, { timeout: 1_500 });
  }).toPass();
  await found.click();
}

test("a colleague who found a conversation sees both sides, notes and what happens to it at once", async ({
  talk,
  agent,
  server,
}) => {
  const administration = await Administration.of(server.url);
  const account = await administration.call("agents/get", { adminId: "jonas" });
  await administration.call("agents/put", { ...account, groupIds: ["sales"] });
  const { anna, mia } = await talk();
  await anna.write("a fern with brown leaves");
  const jonas = await agent("jonas");
  await finds(jonas, "brown leaves");
  const bar = jonas.page.getByText("You are reading along: Mia has this conversation.");
  await expect(bar).toBeVisible();
  await expect(jonas.composer).toHaveCount(0);

  await anna.write("and I water it daily");
  await jonas.sees("and I water it daily");
  await mia.write("Once a week is enough");
  await jonas.sees("Once a week is enough");
  await mia.page.getByRole("button", { name: "Note for agents" }).click();
  const note = mia.page.getByRole("textbox", { name: "Note for agents" });
  await note.fill("sounds like too much water");
  await note.press("Enter");
  await jonas.sees("sounds like too much water");
  await note.press("Escape");
  // A screen reader hears them.
  const heard = jonas.page.getByRole("status").filter({ hasText: "Mia: Once a week is enough" });
  await expect(heard).toHaveCount(1);
  await mia.withdraws("Once a week is enough");
  await expect(jonas.log.getByText("Once a week is enough")).toHaveCount(0);
  await isSound(jonas.page, "a conversation that a colleague has");
  // Mia reads the visitor's messages, and Anna sees nothing of Jonas.
  await expect(anna.log.getByText("Jonas")).toHaveCount(0);

  // A restart forgets who watched: the page asks again.
  await server.kill();
  await server.restart();
  await expect(mia.composer).toBeVisible();
  await anna.write("a week it is");
  await jonas.sees("a week it is");

  await mia.ends();
  await expect(jonas.page.getByText("This conversation is over. You can read it.")).toBeVisible();
});

test("a message in one of thirty conversations draws its row alone", async ({ server, agent }) => {
  const administration = await Administration.of(server.url);
  const account = await administration.call("agents/get", { adminId: "mia" });
  await administration.call("agents/put", { ...account, capacity: 30 });
  const mia = await agent("mia", 30);
  const people = await crowd(server.url, 30);
  await people.talk(2);
  const rows = mia.page.getByRole("tabpanel", { name: /^Mine/ }).getByRole("listitem");
  await expect(rows.filter({ hasText: /I am Visitor \d\d/ })).toHaveCount(30);
  // Two messages, so that the row that changes keeps its place: it has waited before.
  await mia.page.evaluate(noteChangedRows);

  await people.say("Visitor 17", "only this one");

  await expect(rows.filter({ hasText: "only this one" })).toHaveCount(1);
  const changed = await mia.page.evaluate<string[]>("changedRows()");
  expect(changed).toEqual([expect.stringContaining("Visitor 17")]);
});

/** Notes the rows that change in any way but for the age that they show. It runs in the page. */
function noteChangedRows(): void {
  const changed = new Set<Element>();
  const rowOf = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest("li");
  new MutationObserver((changes) => {
    for (const { target, addedNodes, attributeName } of changes) {
      // These visitors have no page that polls, which shows after a while. The clock draws the ages once a second.
      if (attributeName === "data-present") continue;
      const isAge =
        (target instanceof Element ? target : target.parentElement)?.closest("[data-tone]") !== null;
      const row = rowOf(target) ?? [...addedNodes].map(rowOf).find((one) => one);
      if (row && !isAge && row.closest('[role="tabpanel"]')) changed.add(row);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  Object.assign(window, { changedRows: () => [...changed].map(({ textContent }) => textContent) });
}
