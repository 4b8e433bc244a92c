import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { lazyComponent, parts, whenIdle } from "./lazyParts";

afterEach(() => void vi.unstubAllGlobals());

it("suspends once, and afterwards renders at once", async () => {
  const later = parts(async () => ({ Words: ({ of }: { of: string }) => <p>{of}</p> }));
  const Words = lazyComponent(later, (all) => all.Words);
  const show = (of: string) =>
    render(
      <Suspense fallback="coming">
        <Words of={of} />
      </Suspense>,
    );

  show("the first");
  expect(screen.getByText("coming")).toBeVisible();
  expect(await screen.findByText("the first")).toBeVisible();
  show("the second");

  expect(screen.getByText("the second")).toBeVisible();
});

it("renders at once if it was loaded before it was needed", async () => {
  const later = parts(async () => ({ Words: () => <p>here</p> }));
  const Words = lazyComponent(later, (all) => all.Words);
  await later.fetch();

  render(
    <Suspense fallback="coming">
      <Words />
    </Suspense>,
  );

  expect(screen.getByText("here")).toBeVisible();
});

it("loads one part per idle period, and none after it is stopped", async () => {
  const pauses: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (pause: () => void) => pauses.push(pause));
  const begun: string[] = [];
  const fetch = (name: string) => async () => begun.push(name);
  const end = whenIdle(["first", "second", "third"].map(fetch));

  pauses.shift()?.();
  await vi.waitFor(() => expect(pauses).toHaveLength(1));
  expect(begun).toEqual(["first"]);
  pauses.shift()?.();
  end();
  await new Promise(setImmediate);

  expect(begun).toEqual(["first", "second"]);
  expect(pauses).toEqual([]);
});
