import { useMemo } from "react";
import * as v from "valibot";
import { SideBar } from "../../features/side-bar/SideBar";
import { agentAtom } from "../../state/chat.atoms";
import { useAtomValue } from "../../state/jotai";
import type { Channel } from "../../wire/channel";
import { sideBar } from "../../wire/sideBar";

/** The channel's side bar, with the current agent. */
export function ChatSide({ channel }: { channel: Channel }) {
  const agent = useAtomValue(agentAtom);
  const bar = useMemo(() => v.parse(sideBar, channel.sideBarConfig), [channel]);
  return <SideBar bar={bar} agent={agent?.card} />;
}
