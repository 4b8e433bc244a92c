import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "../../ui/Button";
import type { Thing } from "../../wire/things";
import type { Kind } from "./kinds";
import { useRemove } from "./useRemove";

export type RemoveButtonProps = {
  kind: Kind;
  thing: Thing;
  /** What the user knows the thing by. */
  name: string;
  /** The list that opens afterwards. */
  list: string;
  icon?: ReactNode;
  disabled?: boolean;
  /** Other words than 'Delete'. */
  children?: ReactNode;
};

/** Removes a thing from its own page, and opens the list. */
export function RemoveButton({ kind, thing, name, list, icon, disabled, children }: RemoveButtonProps) {
  const { t } = useTranslation("admin");
  const [, navigate] = useLocation();
  const remove = useRemove(kind);
  return (
    <Button
      look="outline"
      icon={icon}
      disabled={disabled}
      onClick={() => {
        remove(thing, name);
        navigate(list);
      }}
    >
      {children ?? t("delete")}
    </Button>
  );
}
