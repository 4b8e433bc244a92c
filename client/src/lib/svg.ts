/** Converts an svg to a png. The server refuses svg: drawing one can cost any time and memory (Protocol, 'Files'). */
import { drawnPng, pngName } from "./asPng";

/** The longer side of the png, in pixels. */
const SIDE_MAX = 2000;

/** The browsers' default size of an svg without one, in pixels. */
const SIZE_UNNAMED = [300, 150] as const;

export function isSvg({ name, type }: Pick<File, "name" | "type">): boolean {
  return type === "image/svg+xml" || /\.svg$/i.test(name);
}

/** The svg as a png; undefined if the browser cannot draw it. An svg in an image runs no scripts and loads nothing. */
export async function svgAsPng(file: File): Promise<File | undefined> {
  const svg = new Blob([sized(await file.text())], { type: "image/svg+xml" });
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const { naturalWidth, naturalHeight } = image;
    const scale = Math.min(1, SIDE_MAX / Math.max(naturalWidth, naturalHeight));
    const side = (length: number) => Math.max(1, Math.round(length * scale));
    const png = await drawnPng(image, side(naturalWidth), side(naturalHeight));
    return png ? new File([png], pngName(file.name), { type: "image/png" }) : undefined;
  } catch {
    // It is no svg, or its content makes the canvas unreadable.
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * The svg with an absolute size: some browsers do not draw one with a relative size. Only the first tag is read: a
 * parser would apply the page's content policy to the drawing and report violations.
 */
function sized(text: string): string {
  return text.replace(/<svg\b[^>]*/, (tag) => {
    const [width, height] = ["width", "height"].map((name) => attribute(tag, name));
    if (isOwn(width) && isOwn(height)) return tag;
    const [, , boxWidth, boxHeight] = attribute(tag, "viewBox")
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const size = `width="${boxWidth || SIZE_UNNAMED[0]}" height="${boxHeight || SIZE_UNNAMED[1]}"`;
    return tag.replace(/\s(width|height)\s*=\s*("[^"]*"|'[^']*')/g, "").replace("<svg", `<svg ${size}`);
  });
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1] ?? "";
}

/** Whether a length is absolute: neither empty nor a percentage. */
function isOwn(length = ""): boolean {
  return !/^$|%$/.test(length.trim());
}
