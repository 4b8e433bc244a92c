import { expect, type Page } from "@playwright/test";
import { test } from "./fixtures";

// A trace fetches the address of a failed image, and the page's policy would report that as a violation.
test.use({ trace: "off" });

const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const SQUARE = '<rect width="9" height="9" fill="#00f"/>';

function svg(name: string, text: string) {
  return { name, mimeType: "image/svg+xml", buffer: Buffer.from(text) };
}

/** The server's response to the next upload, and the file's bytes. */
async function uploaded(page: Page, choose: () => Promise<void>) {
  const answer = page.waitForResponse(/\/upload$/);
  await choose();
  const { data } = await (await answer).json();
  const file = await page.request.get(new URL(data.url, page.url()).href);
  return {
    ...data,
    type: file.headers()["content-type"],
    begin: (await file.body()).subarray(1, 4).toString(),
  };
}

// [FM-02]
test("an svg arrives as a png, from visitor and agent", async ({ visitor, agent }) => {
  const mia = await agent("mia", 1);
  const anna = await visitor("demo");
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await mia.open();

  const sized = svg("plan.svg", `<svg ${SVG} width="40" height="20">${SQUARE}</svg>`);
  const plan = await uploaded(anna.page, () => anna.sends(sized));
  expect(plan).toMatchObject({ name: "plan.png", width: 40, height: 20, type: "image/png", begin: "PNG" });
  await expect(mia.page.getByRole("button", { name: "Open picture plan.png" })).toBeVisible();

  // Some drawings have no size, some a huge one.
  const sizes = [
    ["box.svg", `<svg ${SVG} viewBox="0 0 64 32">${SQUARE}</svg>`, 64, 32],
    ["relative.svg", `<svg ${SVG} width="100%" height="100%">${SQUARE}</svg>`, 300, 150],
    ["vast.svg", `<svg ${SVG} width="100000" height="50000">${SQUARE}</svg>`, 2000, 1000],
  ] as const;
  for (const [name, text, width, height] of sizes) {
    const file = svg(name, text);
    const got = await uploaded(mia.page, () => mia.page.locator('input[type="file"]').setInputFiles(file));
    expect(got, name).toMatchObject({ name: name.replace("svg", "png"), width, height, begin: "PNG" });
  }
  await expect(anna.chat.getByRole("button", { name: /vast\.png/ })).toBeVisible();
});

test("a broken svg is not sent, and the page says what to do", async ({ visitor, agent }) => {
  const mia = await agent("mia", 1);
  const anna = await visitor("demo");
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await mia.open();
  const broken = svg("broken.svg", `<svg ${SVG}><rect`);

  await anna.chat.locator('input[type="file"][data-kind="image"]').setInputFiles(broken);
  await mia.page.locator('input[type="file"]').setInputFiles(broken);

  const words = "This SVG file cannot be shown. Please save it as PNG and send that.";
  await expect(anna.page.getByText(words)).toBeVisible();
  await expect(
    mia.page.getByText("broken.svg cannot be shown. Please save it as PNG and send that."),
  ).toBeVisible();
  await expect(anna.chat.getByRole("dialog")).toHaveCount(0);
});
