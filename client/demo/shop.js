// The shop's own script. It runs before the page is drawn, so that the page appears in one language at once.
(() => {
  const query = new URLSearchParams(location.search);
  const wished = query.get("lang") ?? navigator.language;
  const language = wished.startsWith("zh") ? "zh" : "en";
  document.documentElement.lang = language;

  // Calls wait in this list until the widget's script has loaded.
  window.Frontdesk = window.Frontdesk ?? [];
  window.Frontdesk.push(["setLocale", language]);

  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-chat]"))
      button.addEventListener("click", () => window.Frontdesk.push(["open"]));
    for (const link of document.querySelectorAll("[data-localised]")) link.search += `&locale=${language}`;
    for (const link of document.querySelectorAll(".languages a"))
      if (link.hreflang === language) link.setAttribute("aria-current", "true");
    document.title = language === "zh" ? "蕨与野 Fern & Field" : document.title;
  });
})();
