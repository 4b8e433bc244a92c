import type { FormEvent } from "react";

/** The handler of a form that the page sends itself. */
export function submits(send: () => void): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    send();
  };
}
