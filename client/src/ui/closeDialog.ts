/**
 * Closes a dialog, which gives the focus back. The browser does not give the caret back with it: without one, the field
 * would take no letters.
 */
export function closeDialog(dialog: HTMLDialogElement): void {
  dialog.close();
  const field = document.activeElement;
  const takesText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  if (takesText && field.selectionStart !== null)
    field.setSelectionRange(field.selectionStart, field.selectionEnd);
}
