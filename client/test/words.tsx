/** Renders with the English words, so that tests find elements by the text that a person reads. */
import { render } from "@testing-library/react";
import i18next, { type i18n } from "i18next";
import type { ReactElement } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import call from "../../locales/en/call.json";
import chat from "../../locales/en/chat.json";
import form from "../../locales/en/form.json";
import system from "../../locales/en/system.json";

export async function englishWords(): Promise<i18n> {
  const i18n = i18next.createInstance();
  await i18n.use(initReactI18next).init({
    lng: "en",
    resources: { en: { chat, system, form, call } },
    defaultNS: "chat",
    interpolation: { escapeValue: false },
  });
  return i18n;
}

export async function renderInEnglish(element: ReactElement) {
  return render(<I18nextProvider i18n={await englishWords()}>{element}</I18nextProvider>);
}
