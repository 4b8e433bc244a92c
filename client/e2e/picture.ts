/** Generates small real pictures, so that the repository needs none. */
import { crc32, deflateSync } from "node:zlib";

export type Picture = { name: string; mimeType: string; buffer: Buffer };

/** A png in one colour. */
export function picture(name: string, width = 320, height = 200, colour = [31, 93, 67]): Picture {
  const line = Buffer.concat([Buffer.of(0), Buffer.from(Array(width).fill(colour).flat())]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const buffer = Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(Array(height).fill(line)))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return { name, mimeType: "image/png", buffer };
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "ascii"), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
