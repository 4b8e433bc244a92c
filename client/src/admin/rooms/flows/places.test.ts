import { expect, it } from "vitest";
import { keepPlaces, keptPlaces } from "./places";

it("a flow from the left and the same flow from the right have their own places", () => {
  const order = { owner: "demo.rowan", flow: "order" };
  keepPlaces({ ...order, dir: "ltr" }, { ask: { x: 320, y: 0 } });

  expect(keptPlaces({ ...order, dir: "ltr" })).toEqual({ ask: { x: 320, y: 0 } });
  expect(keptPlaces({ ...order, dir: "rtl" })).toEqual({});
});
