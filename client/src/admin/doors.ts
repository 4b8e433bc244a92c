/** The pages outside the rooms: the first start, an invitation, everybody's own account, and the operators. */
import { type ComponentType, lazy } from "react";

const SetupPage = lazy(() => import("./setup/SetupPage"));
const AccountPage = lazy(() => import("./account/AccountPage"));
const OperatorPage = lazy(() => import("./operator/OperatorPage"));
const JoinPage = lazy(() => import("./setup/JoinPage"));

/** The page of an address outside the rooms. */
export function doorOf(path: string): ComponentType | undefined {
  if (/^\/setup(\/|$)/.test(path)) return SetupPage;
  if (/^\/desk\/join(\/|$)/.test(path)) return JoinPage;
  if (/^\/desk\/account(\/|$)/.test(path)) return AccountPage;
  if (/^\/desk\/operator(\/|$)/.test(path)) return OperatorPage;
  return undefined;
}
