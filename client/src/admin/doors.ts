/** The pages for somebody without an account: the first start, and an invitation. */
import { type ComponentType, lazy } from "react";

const SetupPage = lazy(() => import("./setup/SetupPage"));
const JoinPage = lazy(() => import("./setup/JoinPage"));

/** The page of an address outside the rooms. */
export function doorOf(path: string): ComponentType | undefined {
  if (/^\/setup(\/|$)/.test(path)) return SetupPage;
  if (/^\/desk\/join(\/|$)/.test(path)) return JoinPage;
  return undefined;
}
