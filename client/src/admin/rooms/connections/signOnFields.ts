/** The fields of single sign-on: Protocol, 'Single sign-on'. */
import type { Thing } from "../../../wire/things";
import type { FieldGroup, FieldSpec } from "../../form/specs";
import { ROLES } from "../people/fields";
import { ReturnAddress } from "./ReturnAddress";

/** The path of the page to which a provider sends people back. */
export const RETURN_PATH = "/desk/signed-in";

/** Stands for a setting that was never written. */
export const blank: Thing = {
  version: 0,
  enabled: 0,
  issuer: "",
  clientId: "",
  buttonText: "",
  scopes: ["profile", "email"],
  subjectClaim: "sub",
  createAccounts: 0,
  linkByEmail: 0,
  groupClaim: "",
  roles: [],
  unmatched: "refuse",
  only: 0,
  passwordAdmin: "",
  signOutAtProvider: 0,
  returnAddress: "",
};

export const PROVIDER: FieldGroup = {
  id: "provider",
  title: "sso_provider",
  text: "sso_provider_text",
  fields: [
    { path: "returnAddress", kind: "custom", Field: ReturnAddress, label: "sso_return" },
    { path: "issuer", kind: "link", label: "sso_issuer", help: "sso_issuer_help" },
    { path: "clientId", kind: "text", isCode: true, label: "sso_clientId" },
    {
      path: "clientSecret",
      kind: "secret",
      isSet: "clientSecretSet",
      isIssued: true,
      label: "sso_clientSecret",
      help: "sso_clientSecret_help",
    },
    { path: "buttonText", kind: "text", label: "sso_buttonText", help: "sso_buttonText_help" },
    { path: "enabled", kind: "switch", label: "sso_enabled" },
    {
      path: "scopes",
      kind: "chips",
      example: "groups",
      label: "sso_scopes",
      help: "sso_scopes_help",
      isRare: true,
    },
    {
      path: "subjectClaim",
      kind: "text",
      isCode: true,
      label: "sso_subjectClaim",
      help: "sso_subjectClaim_help",
      isRare: true,
    },
  ],
};

const ROW: readonly FieldSpec[] = [
  { path: "value", kind: "text", isCode: true, label: "sso_row_value" },
  { path: "role", kind: "select", options: ROLES, label: "sso_row_role" },
  { path: "groupIds", kind: "things", of: "groups", title: "groupName", label: "sso_row_groupIds" },
];

const hasClaim = (values: Readonly<Record<string, unknown>>) => (values.groupClaim ?? "") !== "";

export const OTHERS: readonly FieldGroup[] = [
  {
    id: "accounts",
    title: "sso_accounts",
    text: "sso_accounts_text",
    fields: [
      {
        path: "createAccounts",
        kind: "switch",
        label: "sso_createAccounts",
        help: "sso_createAccounts_help",
      },
      { path: "linkByEmail", kind: "switch", label: "sso_linkByEmail", help: "sso_linkByEmail_help" },
    ],
  },
  {
    id: "roles",
    title: "sso_roles",
    text: "sso_roles_text",
    fields: [
      {
        path: "groupClaim",
        kind: "text",
        isCode: true,
        label: "sso_groupClaim",
        help: "sso_groupClaim_help",
      },
      {
        path: "roles",
        kind: "list",
        item: ROW,
        title: "value",
        blank: () => ({ value: "", role: "agent", groupIds: [] }),
        add: "sso_row_add",
        empty: "sso_rows_empty",
        label: "sso_rows",
        shownIf: hasClaim,
      },
      {
        path: "unmatched",
        kind: "select",
        options: [
          { value: "refuse", label: "sso_unmatched_refuse" },
          { value: "agent", label: "sso_unmatched_agent" },
        ],
        label: "sso_unmatched",
        shownIf: hasClaim,
      },
    ],
  },
  {
    id: "rules",
    title: "sso_rules",
    fields: [
      { path: "only", kind: "switch", label: "sso_only", help: "sso_only_help" },
      {
        path: "passwordAdmin",
        kind: "thing",
        of: "agents",
        title: "adminNick",
        none: "sso_passwordAdmin_none",
        label: "sso_passwordAdmin",
        help: "sso_passwordAdmin_help",
      },
      {
        path: "signOutAtProvider",
        kind: "switch",
        label: "sso_signOutAtProvider",
        help: "sso_signOutAtProvider_help",
      },
    ],
  },
];
