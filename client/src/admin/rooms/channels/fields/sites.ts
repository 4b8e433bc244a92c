/** Where the chat may stand, and who its visitors are. */
import type { FieldGroup } from "../../../form/specs";

export const SITES: FieldGroup = {
  id: "sites",
  title: "channel_sites",
  text: "channel_sites_text",
  fields: [
    {
      path: "allowedOrigins",
      kind: "chips",
      example: "https://shop.example.com",
      label: "channel_allowedOrigins",
      help: "channel_allowedOrigins_help",
    },
  ],
};

export const IDENTITY: FieldGroup = {
  id: "identity",
  title: "channel_identity",
  text: "channel_identity_text",
  fields: [
    {
      path: "identitySecret",
      kind: "secret",
      isSet: "identitySecretSet",
      label: "channel_identitySecret",
      help: "channel_identitySecret_help",
    },
  ],
};
