import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { newId } from "../../../../lib/newId";
import { Button } from "../../../../ui/Button";
import { LineField } from "../../../form/LineField";
import { submits } from "../../../form/submits";
import { AdminDialog } from "../../../shell/AdminDialog";
import { textOf } from "../../../things/kinds";
import { refusalOf } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import { useSave } from "../../../things/useThings";
import { pages } from "../paths";

/** Asks for the new robot's name; everything else has a good default. */
export function NewRobot({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("admin");
  const [, navigate] = useLocation();
  const save = useSave("robots");
  const [name, setName] = useState("");

  const create = () => {
    const robot = { version: 0, robotNo: numberFor(name), robotName: name.trim() };
    save.mutate(robot, {
      onSuccess: (saved) => {
        onClose();
        navigate(pages.documents(textOf(saved, "robotNo")));
      },
    });
  };
  const trouble = save.error ? troubleWords(t, refusalOf(save.error)) : undefined;
  return (
    <AdminDialog
      onClose={onClose}
      title={t("kb_robot_new")}
      cancel={t("kb_cancel")}
      action={
        <Button look="primary" type="submit" form="new-robot" isBusy={save.isPending}>
          {t("kb_robot_create")}
        </Button>
      }
    >
      <form id="new-robot" noValidate onSubmit={submits(create)}>
        <LineField
          label={t("kb_robot_name")}
          help={t("kb_robot_name_help")}
          fault={trouble}
          value={name}
          onChange={setName}
        />
      </form>
    </AdminDialog>
  );
}

/** A readable number that no other robot has. */
function numberFor(name: string): string {
  const readable = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 24);
  return `${readable || "robot"}-${newId().slice(0, 6)}`;
}
