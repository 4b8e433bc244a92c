import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { expect, it } from "vitest";
import { useKeptFocus } from "./useKeptFocus";

function Room({ address, isChanged = true, isBusy = false }: Record<string, unknown> & { address: string }) {
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main, address);
  return (
    <>
      <a href="#rooms">Rooms</a>
      <main ref={main} tabIndex={-1}>
        {address === "/one" ? <input aria-label="Name" /> : <input aria-label="Other" />}
        <p>
          {isChanged ? (
            <button type="button" disabled={isBusy === true} aria-busy={isBusy === true}>
              Save
            </button>
          ) : null}
        </p>
      </main>
    </>
  );
}

async function onSave() {
  const user = userEvent.setup();
  const view = render(<Room address="/one" />);
  for (const _ of ["Rooms", "Name", "Save"]) await user.tab();
  expect(screen.getByRole("button", { name: "Save" })).toHaveFocus();
  return { user, view };
}

it("a button that goes away gives the focus back to the field before it", async () => {
  const { view } = await onSave();

  view.rerender(<Room address="/one" isChanged={false} />);

  await waitFor(() => expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus());
});

it("a busy button has the focus again when it is ready", async () => {
  const { view } = await onSave();
  view.rerender(<Room address="/one" isBusy />);
  // A browser takes the focus from a disabled button.
  (document.activeElement as HTMLElement | null)?.blur();

  view.rerender(<Room address="/one" />);

  await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toHaveFocus());
});

it("another page has the focus at its start, unless its link is still there", async () => {
  const { user, view } = await onSave();
  view.rerender(<Room address="/two" isChanged={false} />);
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());

  await user.click(document.body);
  screen.getByRole("link").focus();
  view.rerender(<Room address="/one" isChanged={false} />);
  expect(screen.getByRole("link")).toHaveFocus();
});
