import { expect, it } from "vitest";
import { ACCEPTED, fileFault, fileKind } from "./sendable";

const file = (name: string, type = "", size = 1) => ({ name, type, size });

it("an agent can send all kinds of visitors' files, and audio", () => {
  expect(["a.png", "a.mp4", "a.MP3", "a.wav", "a.ogg", "a.pdf", "a.zip"].map(fileKind)).toEqual([
    "image",
    "video",
    "audio",
    "audio",
    "audio",
    "file",
    "file",
  ]);
  expect(["a.exe", "a.html", "a.flac", "mp3", ""].map(fileKind)).toEqual(Array(5).fill(undefined));
});

it("a refused file has a reason", () => {
  expect(fileFault(file("a.exe"))).toBe("type");
  expect(fileFault(file("page.mp3", "text/html"))).toBe("type");
  expect(fileFault(file("page.png", "text/html"))).toBe("type");
  for (const name of ["a.mp3", "a.pdf", "a.mp4", "a.png"]) {
    expect(fileFault(file(name, "", 52_428_800)), name).toBeUndefined();
    expect(fileFault(file(name, "", 52_428_801)), name).toBe("size");
  }
});

it("the file picker offers the accepted kinds", () => {
  for (const kind of ["image/*", "video/*", "audio/*", ".ogg", ".pdf"]) expect(ACCEPTED).toContain(kind);
});
