/** The pages outside the rooms: the first start, an invitation, and everybody's own account. */
import { type ComponentType, lazy } from "react";

const SetupPage = lazy(() => import("./setup/SetupPage"));
const AccountPage = lazy(() => import("./account/AccountPage"));
const JoinPage = lazy(() => import("./setup/JoinPage"));

/** The page of an address outside the rooms. */
export function doorOf(path: string): ComponentType | undefined {
  if (/^\/setup(\/|$)/.test(path)) return SetupPage;
  if (/^\/desk\/join(\/|$)/.test(path)) return JoinPage;
  if (/^\/desk\/account(\/|$)/.test(path)) return AccountPage;
  return undefined;
}
