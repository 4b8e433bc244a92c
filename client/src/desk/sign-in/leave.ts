import { keptSignOut } from "../keeping";

/** Signs out at the provider too, if the sign-in was by single sign-on and the shop wants it. */
export function leaveProvider(open: (url: string) => void = (url) => location.assign(url)): void {
  const url = keptSignOut.read();
  keptSignOut.write("");
  if (/^https?:\/\//.test(url)) open(url);
}
