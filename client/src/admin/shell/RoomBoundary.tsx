import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Trouble } from "./Trouble";

/** Catches a room that could not be loaded or shown; the other rooms stay. */
export class RoomBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const { t } = useTranslation("admin");
  return <Trouble text={t("room_broken")} retry={t("reload")} onRetry={() => location.reload()} />;
}
