import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AccountApi } from "../../../api/account";
import type { AdminApi } from "../../../api/admin";
import { createStore, Provider } from "../../../state/jotai";
import { createRenewals } from "../../session/renewal";
import { adminServicesAtom } from "../../session/services";
import { type PreviewView, usePreviewFrame } from "./previewFrame";

const VIEW: PreviewView = { isPhone: true, isDark: false, isRightToLeft: false, state: "chat", language: "" };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function show() {
  const call = vi.fn(async (_name: string, _body: unknown) => ({ channelInfo: {} }));
  const store = createStore();
  const api = { call } as unknown as AdminApi;
  store.set(adminServicesAtom, { api, account: {} as AccountApi, renewals: createRenewals() });
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { rerender } = renderHook(
    ({ title }) => usePreviewFrame({ current: null }, { titleDesc: title }, VIEW, "en"),
    { wrapper, initialProps: { title: "" } },
  );
  const type = (title: string) => rerender({ title });
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const asked = () => call.mock.calls.map(([, body]) => body);
  return { call, type, wait, asked };
}

it("asks at once after a single keystroke", async () => {
  const { call, type, wait, asked } = show();
  await wait(1000);
  expect(call).toHaveBeenCalledTimes(1);

  type("F");
  await wait(1);

  expect(call).toHaveBeenCalledTimes(2);
  expect(asked().at(-1)).toEqual({ draft: { titleDesc: "F" }, locale: "en" });
});

it("asks at most ten times a second while a key is held, and for the last state", async () => {
  const { call, type, wait, asked } = show();
  await wait(1000);
  call.mockClear();

  for (let typed = 1; typed <= 30; typed++) {
    type("F".repeat(typed));
    await wait(33);
  }
  await wait(100);

  expect(call.mock.calls.length).toBeGreaterThan(1);
  expect(call.mock.calls.length).toBeLessThanOrEqual(11);
  expect(asked().at(-1)).toEqual({ draft: { titleDesc: "F".repeat(30) }, locale: "en" });
});
