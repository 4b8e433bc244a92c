import { expect, it } from "vitest";
import { acceptOf, sendableFault, sendableKind } from "./sendable";

const all = { image: true, video: true, file: true };
const file = (name: string, type = "", size = 1) => ({ name, type, size });

// [FM-02]
it("tells pictures, videos and files apart by their suffix", () => {
  expect(["a.JPG", "a.pic", "a.svg", "a.webp"].map(sendableKind)).toEqual(Array(4).fill("image"));
  expect(["a.mp4", "a.rmvb", "a.3gp", "a.flv"].map(sendableKind)).toEqual(Array(4).fill("video"));
  expect(["a.pdf", "a.docx", "a.txt", "a.zip"].map(sendableKind)).toEqual(Array(4).fill("file"));
  expect(["a.html", "a.js", "a.exe", "a.mp3", "png", ""].map(sendableKind)).toEqual(Array(6).fill(undefined));
});

// [CH-10]
it("accepts only what the channel's flags allow, and names the fault", () => {
  const picturesAlone = { image: true, video: false, file: false };

  expect(sendableFault(file("a.mp4"), picturesAlone)).toBe("notAPicture");
  expect(sendableFault(file("a.pdf"), { ...all, file: false })).toBe("type");
  expect(sendableFault(file("a.html"), all)).toBe("type");
  expect(sendableFault(file("a.pdf"), all)).toBeUndefined();
});

it("refuses a file whose suffix does not fit its type", () => {
  expect(sendableFault(file("page.png", "text/html"), all)).toBe("type");
  expect(sendableFault(file("a.png.html", "image/png"), all)).toBe("type");
  expect(sendableFault(file("film.rmvb", "application/vnd.rn-realmedia-vbr"), all)).toBeUndefined();
});

it("refuses the first byte over 50 MB", () => {
  expect(sendableFault(file("a.png", "image/png", 52_428_800), all)).toBeUndefined();
  expect(sendableFault(file("a.png", "image/png", 52_428_801), all)).toBe("size");
});

it("lists the accepted types for a file field", () => {
  expect(acceptOf("image")).toContain("image/*");
  expect(acceptOf("file")).toContain(".pdf");
});
