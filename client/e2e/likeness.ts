/** Compares a screenshot of several scenes with its reference, and reports which scenes differ, how much and where. */
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Locator, test } from "@playwright/test";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/** A part of a picture, in pixels. */
type Box = { x: number; y: number; width: number; height: number };

/** A named part of a picture. */
export type Scene = Box & { name: string };

/** The pixels of a scene that differ, and the smallest box around them. */
export type Difference = Box & { scene: string; pixels: number };

/** Largest distance of two equal pixels, 0 to 1: the perceived difference of their colours (YIQ). */
const COLOUR_DISTANCE_MAX = 0.1;

/**
 * Pixels of a scene that may differ: another browser release draws the edges of some letters differently. The smallest
 * element, the thumb under an answer, has 27 pixels at half size.
 */
const PIXELS_MAX = 15;

/** Largest number of scenes that a failure names. */
const NAMED_MAX = 6;

/** The named scenes in a picture of `whole`. One px of the page is `scale` pixels of the picture. */
export async function scenesOf(whole: Locator, scenes: Locator, scale: number): Promise<Scene[]> {
  const origin = await whole.boundingBox();
  const found: Scene[] = [];
  for (const scene of await scenes.all()) {
    const [name, box] = [await scene.getAttribute("aria-label"), await scene.boundingBox()];
    if (!origin || !box || name === null) continue;
    found.push({
      name,
      x: (box.x - origin.x) * scale,
      y: (box.y - origin.y) * scale,
      width: box.width * scale,
      height: box.height * scale,
    });
  }
  return found;
}

/**
 * Compares `picture` with the reference of that name. With `--update-snapshots` it replaces a reference that differs.
 *
 * @throws An error that names the scenes that differ. The reference, the picture and their difference are attached.
 */
export async function expectLikeness(picture: Buffer, name: string, scenes: readonly Scene[]): Promise<void> {
  const info = test.info();
  const path = info.snapshotPath(name, { kind: "screenshot" });
  const mode = info.config.updateSnapshots;
  const replace = async (): Promise<void> => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, picture);
  };
  if (mode === "all") return replace();
  if (!existsSync(path)) {
    if (mode !== "none") await replace();
    if (mode === "changed") return;
    throw new Error(`${name} had no reference. Look at ${path} and run the test again.`);
  }
  const reference = await readFile(path);
  const [expected, actual] = [PNG.sync.read(reference), PNG.sync.read(picture)];
  const { found, mask } = compare(expected, actual, scenes);
  const isSameSize = expected.width === actual.width && expected.height === actual.height;
  if (found.length === 0 && isSameSize) return;
  if (mode === "changed") return replace();
  for (const [suffix, body] of [
    ["expected", reference],
    ["actual", picture],
    ["diff", PNG.sync.write(mask)],
  ] as const) {
    await info.attach(name.replace(".png", `-${suffix}.png`), { body, contentType: "image/png" });
  }
  throw new Error(`${name} differs from its reference:\n${inWords(found, expected, actual)}`);
}

/** The scenes that differ between two pictures by more than `PIXELS_MAX`, from the top. */
export function differences(one: Buffer, other: Buffer, scenes: readonly Scene[]): Difference[] {
  return compare(PNG.sync.read(one), PNG.sync.read(other), scenes).found;
}

function compare(expected: PNG, actual: PNG, scenes: readonly Scene[]): { found: Difference[]; mask: PNG } {
  const width = Math.min(expected.width, actual.width);
  const height = Math.min(expected.height, actual.height);
  const mask = new PNG({ width, height });
  pixelmatch(
    cropped(expected, width, height).data,
    cropped(actual, width, height).data,
    mask.data,
    width,
    height,
    {
      threshold: COLOUR_DISTANCE_MAX,
      diffMask: true,
      includeAA: true,
    },
  );
  const counted = scenes.map((scene) => countIn(mask, scene));
  const found = counted.filter(({ pixels }) => pixels > PIXELS_MAX).sort((a, b) => a.y - b.y);
  return { found, mask };
}

function cropped(picture: PNG, width: number, height: number): PNG {
  const crop = new PNG({ width, height });
  PNG.bitblt(picture, crop, 0, 0, width, height, 0, 0);
  return crop;
}

/** Counts the different pixels of a scene. The mask is transparent where nothing differs. */
function countIn(mask: PNG, scene: Scene): Difference {
  const [fromX, fromY] = [Math.floor(scene.x), Math.floor(scene.y)];
  const toX = Math.min(mask.width, Math.ceil(scene.x + scene.width));
  const toY = Math.min(mask.height, Math.ceil(scene.y + scene.height));
  let [left, top, right, bottom, pixels] = [toX, toY, fromX, fromY, 0];
  for (let y = fromY; y < toY; y += 1) {
    for (let x = fromX; x < toX; x += 1) {
      if (mask.data[(y * mask.width + x) * 4 + 3] === 0) continue;
      pixels += 1;
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x + 1);
      bottom = Math.max(bottom, y + 1);
    }
  }
  return { scene: scene.name, pixels, x: left, y: top, width: right - left, height: bottom - top };
}

function inWords(found: readonly Difference[], expected: PNG, actual: PNG): string {
  const lines = found
    .slice(0, NAMED_MAX)
    .map(
      ({ scene, pixels, x, y, width, height }) =>
        `  ${scene}: ${pixels} pixels in a box of ${width}×${height} at ${x},${y}`,
    );
  if (found.length > NAMED_MAX) lines.push(`  and ${found.length - NAMED_MAX} scenes more`);
  const [before, now] = [expected, actual].map(({ width, height }) => `${width}×${height}`);
  if (before !== now) lines.push(`  the whole is ${now}, the reference ${before}`);
  return lines.join("\n");
}
