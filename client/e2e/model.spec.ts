import { Administration } from "./administration";
import { type Model, openModel } from "./endpoint";
import { test as base, expect } from "./fixtures";
import { startServer } from "./server";
import type { Visitor } from "./visitor";

const test = base.extend<{ model: Model }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  model: async ({}, use) => {
    const model = await openModel();
    await use(model);
    await model.close();
  },

  // The tenant has enabled the model.
  server: async ({ model }, use) => {
    const server = await startServer([model.host]);
    const administration = await Administration.of(server.url);
    await administration.change("tenant", {
      largeModel: {
        enabled: 1,
        address: `http://${model.host}/v1`,
        key: "sk-test",
        model: "test",
        answers: "always",
        timeLimit: 60,
      },
    });
    await use(server);
    await server.remove();
  },
});

/** Asks, and waits until the model gets the request. Without a model the knowledge base answers at once. */
async function ask(visitor: Visitor, model: Model): Promise<void> {
  const asked = model.asked();
  await visitor.write("How fast will my plants be here?");
  await asked;
}

test("[RB-04] a model's answer grows in one message and ends with its sources @phone", async ({
  visitor,
  model,
}) => {
  const anna = await visitor();
  const answers = anna.log.locator('[data-row="message"]', { hasText: "Your plants travel" });
  await ask(anna, model);

  model.says("Your plants travel ");
  await anna.sees("Your plants travel");
  model.says("for two days, ");
  await anna.sees("Your plants travel for two days,");
  model.says("**well packed** [[1]].");
  model.ends();
  await anna.sees(/^Your plants travel for two days, well packed/);

  await expect(answers, "it is one message").toHaveCount(1);
  await expect(anna.log.locator("strong", { hasText: "well packed" })).toHaveCount(1);
  const from = anna.log.getByRole("button", { name: /^From/ }).last();
  await from.click();
  await expect(anna.log.getByRole("link", { name: "When will my order arrive?" })).toBeVisible();
});

test("[RB-04] if a model breaks off, the knowledge base answers in its place", async ({ visitor, model }) => {
  const anna = await visitor();
  await ask(anna, model);
  model.says("Your plants travel for a thousand ");
  await anna.sees(/a thousand/);

  model.breaks();

  await anna.sees(/within one working day/);
  await anna.seesNot(/a thousand/);
});

test("[RB-04] a model's answer runs no script and loads nothing from elsewhere", async ({
  visitor,
  model,
}) => {
  const anna = await visitor();
  const elsewhere: string[] = [];
  anna.page.on("request", (request) => {
    if (request.url().includes("evil.example")) elsewhere.push(request.url());
  });
  await ask(anna, model);

  model.says('<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">');
  model.says("![x](https://evil.example/beacon.png) [here](https://evil.example/) harmless");
  model.ends();

  await anna.sees(/harmless/);
  expect(await anna.page.evaluate(() => "hacked" in window)).toBe(false);
  await expect(anna.log.locator('a[href*="evil"], img[src*="evil"]')).toHaveCount(0);
  expect(elsewhere).toEqual([]);
});

test("[RB-04] the model stops in the middle of a word when an agent takes over", async ({
  visitor,
  agent,
  model,
}) => {
  const mia = await agent("mia", 1);
  const anna = await visitor();
  await ask(anna, model);
  model.says("Your plants travel for ");
  await anna.sees(/Your plants travel for/);

  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await expect.poll(model.isLeft, { message: "the model is hung up on" }).toBe(true);

  await mia.open();
  await mia.write("Hello, this is Mia");
  await anna.sees("Hello, this is Mia");
  // The knowledge base's answer replaces the reply.
  await anna.sees(/within one working day/);
  await anna.seesNot(/Your plants travel for/);
});
