/** The robot whose page is open. */
import { createContext, useContext } from "react";
import type { Thing } from "../../../wire/things";

export type OpenRobot = { robotNo: string; name: string; robot: Thing };

export const RobotContext = createContext<OpenRobot | undefined>(undefined);

export function useRobot(): OpenRobot {
  const open = useContext(RobotContext);
  if (!open) throw new Error("the pages of a robot are inside RobotPage");
  return open;
}
