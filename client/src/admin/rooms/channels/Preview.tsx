import type { Values } from "../../things/paths";

export type PreviewProps = {
  channel: string;
  /** The channel with its unsaved changes. */
  draft: Values;
};

/** The visitor's page with the draft's settings; it takes the place at the right of the form. */
export function Preview(_props: PreviewProps) {
  return null;
}
