import { Toaster } from "../ui/Toaster";

/** The visitor pages. */
export function App() {
  return <Toaster />;
}
