import { expect, it } from "vitest";
import { englishWords } from "../../test/words";
import { missingWords } from "./missingWords";

it("names the empty field", async () => {
  const t = (await englishWords()).getFixedT("en", "form");

  expect(missingWords("Your name", true, t)).toBe("Please enter Your name");
  expect(missingWords("Topic", false, t)).toBe("Please choose Topic");
});

it("leaves the name out if it is a question in any script", async () => {
  const t = (await englishWords()).getFixedT("en", "form");

  for (const name of ["What is it about?", "问题类型？", "ما المشكلة؟ "]) {
    expect(missingWords(name, false, t)).toBe("Please choose");
    expect(missingWords(name, true, t)).toBe("Required");
  }
});
