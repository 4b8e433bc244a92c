import { useTranslation } from "react-i18next";

/** Who works on the command line; `@operator:olga` is an operator who is signed in. */
export const OPERATOR = "@operator";
/** `@key:ID` is the API key of a shop's server. */
const KEY = "@key";
/** What a single sign-on changes of an account. */
export const SIGN_ON = "@signOn";
/** The server itself, which turns off webhooks that fail. */
export const SERVER = "@server";

/** Returns what names whoever did something; `nameOf` knows people and API keys. */
export function usePersonName(nameOf: (id: string) => string): (id: string) => string {
  const { t } = useTranslation("admin");
  return (id) => {
    if (id === SERVER) return t("audit_server");
    const [first, name = ""] = id.split(":");
    if (first === KEY) return t("audit_key_named", { name: nameOf(id).replace(`${KEY}:`, "") });
    if (first === SIGN_ON) return t("thing_signOn");
    if (first !== OPERATOR) return nameOf(id);
    return name === "" ? t("audit_operator") : t("audit_operator_named", { name });
  };
}
