/** Renders with the words of en, so that tests find what a person would read. */
import { render } from "@testing-library/react";
import i18next from "i18next";
import type { ReactElement } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import chat from "../../locales/en/chat.json";
import system from "../../locales/en/system.json";

export async function renderInEnglish(element: ReactElement) {
  const words = i18next.createInstance();
  await words.use(initReactI18next).init({
    lng: "en",
    resources: { en: { chat, system } },
    defaultNS: "chat",
    interpolation: { escapeValue: false },
  });
  return render(<I18nextProvider i18n={words}>{element}</I18nextProvider>);
}
