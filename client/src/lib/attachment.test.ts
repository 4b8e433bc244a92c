import { expect, it } from "vitest";
import { attachmentFault } from "./attachment";

const file = (name: string, size = 1000, type = "") => ({ name, size, type });

// [LM-04]
it("accepts five kinds of pictures", () => {
  for (const name of ["a.gif", "b.JPEG", "c.png", "d.jpg", "e.bmp"]) {
    expect(attachmentFault(file(name)), name).toBeUndefined();
  }
});

// [LM-04]
it("tells documents, other files and files that are too large apart", () => {
  for (const name of ["a.docx", "b.zip", "c.pdf", "d.txt", "e.xml", "f.png.html"]) {
    expect(attachmentFault(file(name)), name).toBe("document");
  }
  for (const name of ["film.mp4", "drawing.svg", "none"])
    expect(attachmentFault(file(name)), name).toBe("type");
  expect(attachmentFault(file("a.png", 10, "text/html"))).toBe("type");
  expect(attachmentFault(file("a.png", 52_428_800))).toBeUndefined();
  expect(attachmentFault(file("a.png", 52_428_801))).toBe("size");
});
