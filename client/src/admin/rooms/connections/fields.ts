/** The fields of a tenant that connect it to others: Protocol, 'Service and large model'. */
import type { FieldGroup, FieldSpec } from "../../form/specs";

const limit = (
  name: "timeLimit" | "outputTokens" | "dailyTokens" | "parallel",
  unset: number,
): FieldSpec => ({
  path: `largeModel.${name}`,
  kind: "number",
  ...(name === "timeLimit" ? { unit: "unit_seconds" as const } : { step: 1 }),
  isOptional: true,
  unset,
  label: `model_${name}`,
  help: `model_${name}_help`,
  isRare: true,
});

export const MODEL: FieldGroup = {
  id: "model",
  title: "model_title",
  text: "model_text",
  fields: [
    { path: "largeModel.enabled", kind: "switch", label: "model_enabled" },
    { path: "largeModel.address", kind: "link", label: "model_address", help: "model_address_help" },
    { path: "largeModel.model", kind: "text", isCode: true, label: "model_model", help: "model_model_help" },
    {
      path: "largeModel.key",
      kind: "secret",
      isSet: "largeModel.keySet",
      isIssued: true,
      label: "model_key",
      help: "model_key_help",
    },
    {
      path: "largeModel.answers",
      kind: "cards",
      label: "model_answers",
      options: [
        { value: "unsure", label: "model_unsure", help: "model_unsure_help" },
        { value: "always", label: "model_always", help: "model_always_help" },
      ],
    },
    limit("timeLimit", 20),
    limit("outputTokens", 800),
    limit("dailyTokens", 200_000),
    limit("parallel", 4),
    {
      path: "largeModel.reasoning",
      kind: "switch",
      label: "model_reasoning",
      help: "model_reasoning_help",
      isRare: true,
    },
  ],
};

const RELAY_HOSTS: FieldSpec = {
  path: "relayHosts",
  kind: "chips",
  example: "forms.example.com",
  label: "hosts_relay",
  help: "hosts_relay_help",
};

export const OTHERS: readonly FieldGroup[] = [
  {
    id: "hosts",
    title: "hosts_title",
    text: "hosts_text",
    fields: [
      RELAY_HOSTS,
      {
        path: "pictureHosts",
        kind: "chips",
        example: "pictures.example.com",
        label: "hosts_pictures",
        help: "hosts_pictures_help",
      },
    ],
  },
  {
    id: "talk",
    title: "talk_title",
    fields: [
      {
        path: "personPhrases",
        kind: "chips",
        example: "I want a human",
        label: "talk_personPhrases",
        help: "talk_personPhrases_help",
      },
      { path: "typingPreview", kind: "switch", label: "talk_typingPreview", help: "talk_typingPreview_help" },
      {
        path: "pushWithoutContent",
        kind: "switch",
        label: "talk_pushWithoutContent",
        help: "talk_pushWithoutContent_help",
      },
    ],
  },
];

export const CUSTOMER: FieldGroup = {
  id: "customer",
  title: "customer_title",
  text: "customer_text",
  fields: [
    { path: "customerData.enabled", kind: "switch", label: "customer_enabled" },
    RELAY_HOSTS,
    { path: "customerData.address", kind: "link", label: "customer_address", help: "customer_address_help" },
    {
      path: "customerData.secret",
      kind: "secret",
      isSet: "customerData.secretSet",
      signs: true,
      label: "customer_secret",
      help: "customer_secret_help",
    },
  ],
};

export const SECRET: FieldSpec = {
  path: "identitySecret",
  kind: "secret",
  isSet: "identitySecretSet",
  label: "channel_identitySecret",
  help: "identity_secret_help",
};
