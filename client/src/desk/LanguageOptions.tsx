import index from "../../../locales/index.json";

/** The options of a select: the product's languages, each by its own name. */
export function LanguageOptions() {
  return Object.entries(index).map(([code, { name }]) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));
}
