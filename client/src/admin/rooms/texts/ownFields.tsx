import { useTranslation } from "react-i18next";
import { Select } from "../../../ui/Input";
import { useField } from "../../form/editor";
import { FieldFrame } from "../../form/FieldFrame";
import { ProposedInput } from "../../form/fields/ProposedInput";
import type { AdminKey } from "../../form/specs";
import { useAllThings } from "../../list/useAllThings";
import { textOf } from "../../things/kinds";

/** The folders of the shop's quick replies. */
export function useFolders(): string[] {
  const { things = [] } = useAllThings("quickReplies");
  const folders = things.map((one) => textOf(one, "folder")).filter((folder) => folder !== "");
  return [...new Set(folders)].sort();
}

/** A folder's name; the known ones are offered. */
export function FolderField({ path }: { path: string }) {
  const { t } = useTranslation("admin");
  const { value, change, fault, blur } = useField(path);
  const folders = useFolders();
  return (
    <FieldFrame label={t("reply_folder")} help={t("reply_folder_help")} fault={fault}>
      {(control) => (
        <ProposedInput
          {...control}
          known={folders}
          value={typeof value === "string" ? value : ""}
          onChange={(event) => change(event.target.value)}
          onBlur={blur}
        />
      )}
    </FieldFrame>
  );
}

/** Whether a level asks for something: as for all, yes, or no. */
function Requirement({ path, label }: { path: string; label: AdminKey }) {
  const { t } = useTranslation("admin");
  const { value, change, fault, blur } = useField(path);
  const chosen = value === undefined || value === null ? "" : String(Number(value));
  return (
    <FieldFrame label={t(label)} fault={fault}>
      {(control) => (
        <Select
          {...control}
          value={chosen}
          onChange={(event) => change(event.target.value === "" ? null : Number(event.target.value))}
          onBlur={blur}
        >
          <option value="">{t("requirement_as_all")}</option>
          <option value="1">{t("requirement_yes")}</option>
          <option value="0">{t("requirement_no")}</option>
        </Select>
      )}
    </FieldFrame>
  );
}

export function CommentRequired({ path }: { path: string }) {
  return <Requirement path={path} label="evaluation_comment" />;
}

export function TagRequired({ path }: { path: string }) {
  return <Requirement path={path} label="evaluation_tag" />;
}
