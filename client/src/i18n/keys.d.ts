/** Types the keys of `t()` by the en files, so that an unknown key does not compile. */
import "i18next";
import type admin from "../../../locales/en/admin.json";
import type call from "../../../locales/en/call.json";
import type chat from "../../../locales/en/chat.json";
import type desk from "../../../locales/en/desk.json";
import type form from "../../../locales/en/form.json";
import type system from "../../../locales/en/system.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "chat";
    resources: {
      admin: typeof admin;
      chat: typeof chat;
      call: typeof call;
      desk: typeof desk;
      form: typeof form;
      system: typeof system;
    };
  }
}
