/** What the editor knows: no more than the server's sanitiser keeps. */
import Image from "@tiptap/extension-image";
import StarterKit from "@tiptap/starter-kit";

export const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: "https",
      protocols: ["mailto", "tel"],
      // As the server writes it.
      HTMLAttributes: { target: "_blank", rel: "noopener noreferrer" },
    },
  }),
  Image,
];

const KNOWN =
  "a,b,blockquote,br,code,del,em,h1,h2,h3,h4,h5,h6,hr,i,img,li,ol,p,pre,s,strong,u,ul,strike,body,html,head";

/** Whether the editor can hold all of an answer. Tables, for example, would be lost. */
export function isEditable(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return [...body.querySelectorAll("*")].every(
    (element) => element.matches(KNOWN) || (element.matches("span,div") && element.attributes.length === 0),
  );
}
