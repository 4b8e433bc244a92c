/** How the chat looks. */
import { isOn } from "../../../form/conditions";
import type { FieldGroup } from "../../../form/specs";

export const LOOK: FieldGroup = {
  id: "look",
  title: "channel_look",
  text: "channel_look_text",
  fields: [
    { path: "titleDesc", kind: "localText", label: "channel_titleDesc", help: "channel_titleDesc_help" },
    { path: "avatar", kind: "picture", aspect: 1, label: "channel_avatar", help: "channel_avatar_help" },
    { path: "mainColor", kind: "colour", label: "channel_mainColor", help: "channel_mainColor_help" },
    { path: "cusColor", kind: "colour", label: "channel_cusColor" },
    { path: "language", kind: "language", label: "channel_language", help: "channel_language_help" },
    { path: "navigationBarShowFlag", kind: "switch", label: "channel_navigationBarShowFlag" },
    {
      path: "navigationBarColor",
      kind: "colour",
      label: "channel_navigationBarColor",
      shownIf: isOn("navigationBarShowFlag"),
    },
    { path: "kitBgcolor", kind: "colour", label: "channel_kitBgcolor", isRare: true },
    { path: "kitTxcolor", kind: "colour", label: "channel_kitTxcolor", isRare: true },
    { path: "backgroundImage", kind: "picture", label: "channel_backgroundImage", isRare: true },
    { path: "mainWidth", kind: "number", unit: "unit_px", label: "channel_mainWidth", isRare: true },
    { path: "mainHeight", kind: "number", unit: "unit_px", label: "channel_mainHeight", isRare: true },
    { path: "historyHideFlag", kind: "switch", label: "channel_historyHideFlag", isRare: true },
  ],
};
