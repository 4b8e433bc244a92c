/**
 * Closes a dialog, which gives the focus back. The browser does not give the caret back with it: without one, the field
 * would take no letters.
 */
export function closeDialog(dialog: HTMLDialogElement): void {
  dialog.close();
  // Only a field for text says where its caret is.
  const field = document.activeElement as HTMLInputElement | null;
  if (typeof field?.selectionStart === "number")
    field.setSelectionRange(field.selectionStart, field.selectionEnd);
}
