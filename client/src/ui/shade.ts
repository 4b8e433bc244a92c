/** Draws the page light or dark; without a shade, as the device is set. Its styles are in tokens.css. */
export function drawIn(shade: "light" | "dark" | undefined): void {
  const { dataset } = document.documentElement;
  if (shade === undefined) delete dataset.shade;
  else dataset.shade = shade;
}
