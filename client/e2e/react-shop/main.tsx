/** A shop made with React, written as the package's README shows. */
import { Frontdesk, useFrontdesk } from "@frontdesk/embed/react";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

const TREES = ["Fig tree", "Olive tree"];

function Help() {
  const { open, prefill, isOpen, unread, status } = useFrontdesk();
  return (
    <p>
      <button
        type="button"
        onClick={() => {
          prefill("Does it need much light?");
          open();
        }}
      >
        Ask about this tree
      </button>
      <output>{`${isOpen ? "open" : "closed"}, ${unread} unread, ${status ?? "not begun"}`}</output>
    </p>
  );
}

function Shop() {
  const [isThere, setThere] = useState(true);
  const [tree, setTree] = useState(0);
  const title = TREES[tree] ?? "";
  return (
    <main>
      <h1>{title}</h1>
      <button type="button" onClick={() => setTree(1 - tree)}>
        Next tree
      </button>
      <button type="button" onClick={() => setThere(!isThere)}>
        {isThere ? "Without a chat" : "With a chat"}
      </button>
      <Help />
      {isThere && (
        <Frontdesk
          host={document.documentElement.dataset.chat ?? ""}
          channelId="demo"
          locale="en"
          visitor={{ userName: "Anna Lee" }}
          card={{ title, price: "39.00" }}
        />
      )}
    </main>
  );
}

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  );
