import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compression } from "vite-plugin-compression2";

/** Where the server listens while the pages are developed. */
const server = process.env.FRONTDESK_URL ?? "http://127.0.0.1:8080";

/** While developing, /desk and everything below it is the desk's document, as the server does it. */
function deskDocument(): Plugin {
  return {
    name: "desk-document",
    configureServer(dev) {
      dev.middlewares.use((request, _response, next) => {
        if (/^\/desk(\/|$|\?)/.test(request.url ?? "") && !/\.\w+($|\?)/.test(request.url ?? "")) {
          request.url = "/desk.html";
        }
        next();
      });
    },
  };
}

/** The demo shop goes to dist/demo as it is: its pictures keep the names the fixtures know them by. */
function demoShop(): Plugin {
  const folder = join(import.meta.dirname, "demo");
  return {
    name: "demo-shop",
    apply: "build",
    generateBundle() {
      for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!file.isFile()) continue;
        const path = join(file.parentPath, file.name);
        const fileName = join("demo", path.slice(folder.length + 1));
        this.emitFile({ type: "asset", fileName, source: readFileSync(path) });
      }
    },
  };
}

/**
 * What draws the page is fetched beside its script, and run by it in a task of its own: run together they would hold up
 * the processor, and the shop's page with it where both share a process.
 */
function preloadDrawing(): Plugin {
  return {
    name: "preload-drawing",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {})
          .filter((file) => file.type === "chunk" && DRAWING.test(file.facadeModuleId ?? ""))
          .map(({ fileName }) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `/${fileName}` },
          })),
    },
  };
}

/** What elements are made of; what puts them on the page is a file of its own. */
const REACT = /node_modules[\\/](react[\\/]|react-dom[\\/](?!client|cjs[\\/]react-dom-client))/;
const DRAWING = /node_modules[\\/]react-dom[\\/]client/;

/** Packages and rooms the first paint needs. */
const BASE =
  /node_modules[\\/](i18next|react-i18next|jotai|ky|valibot|wouter|regexparam|use-sync-external-store|clsx)[\\/]|src[\\/](api[\\/](channel|http|upload)|conversation|i18n|lib[\\/](?!attachment|image|screen|sendable)|state[\\/](?!leave|openLeave|lastLook)|wire[\\/](?!agent|answer|call|evaluation|event|field|form|leaveMessage|message|page|session|workOrder)|ui[\\/](Skeleton|Toaster|toast|theme|tokens|Button|RichText|LinkedText)|pages[\\/](frame[\\/](Layout|PageSkeleton|useKeyboardInset)|chat[\\/]loadIdleParts))/;

/** What comes with whatever runs a chat. */
const TALK = /src[\\/](api[\\/]visitor|wire[\\/](answer|evaluation|event|field|form|message|page|session))/;

/** What the chat's screen shares with other pages: one file and not twenty, each a round trip of its own. */
const PARTS =
  /icons[\\/](arrow-(down|left)|external-link|face-slightly-smiling|headset|log-out|message-square-text|minus|phone|star|video|volume-2|x)\.mjs|src[\\/](bridge[\\/](child|heard)|lib[\\/]screen|pages[\\/]frame[\\/](useVariant|usePresence)|session[\\/](identity|transfer)|ui[\\/](Avatar|Dots|IconButton|Time)|features[\\/](composer[\\/]useCaret|message[\\/](Bubble|emoji)))/;

/** What dialogs and rarer messages share with other pages and the desk: fetched when nothing better is to do, in one file. */
const PIECES =
  /lucide-react[\\/]|src[\\/](ui[\\/](Dialog|ConfirmDialog|FileName)|features[\\/](message[\\/](AudioView|CardView|FaqMenu|FileCard|FileView|FormCard|SendProgress|VideoView)|composer[\\/](EmojiPanel|FileDrop|FileTool\.))|form[\\/]answers|lib[\\/](sendable|image))/;

/** Words carry their language and namespace in their name, as `words-ar-chat`. */
function chunkName({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const [, language, namespace] = facadeModuleId?.match(/\/locales\/(\w+)\/(\w+)\.json$/) ?? [];
  return language ? `assets/words-${language}-${namespace}-[hash].js` : "assets/[name]-[hash].js";
}

/** Two entries, so that a visitor never downloads the desk; the loader has a config of its own. */
export default defineConfig({
  plugins: [
    react(),
    deskDocument(),
    demoShop(),
    preloadDrawing(),
    compression({
      algorithms: ["gzip", "brotliCompress"],
      include: /\.(js|css|html|svg|json)$/,
      skipIfLargerOrEqual: true,
    }),
  ],
  build: {
    outDir: "dist",
    assetsDir: "assets",
    target: "es2022",
    // Fonts, scripts and pictures come from 'self' alone: the pages' CSP has no data: for scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", desk: "desk.html" },
      output: {
        chunkFileNames: chunkName,
        codeSplitting: {
          // A release of the pages leaves the cached React alone.
          groups: [
            { name: "react", test: REACT, priority: 2 },
            // What several chunks need is one file: many small ones compress badly. It holds only what the
            // first paint needs; the list, the dialogs and the desk have their own.
            { name: "base", test: BASE, minShareCount: 2 },
            // The calls of a talk and how they are read: a chat's, an article's, the desk's.
            { name: "talk", test: TALK, minShareCount: 2 },
            { name: "parts", test: PARTS, minShareCount: 2 },
            { name: "pieces", test: PIECES, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { "/api": server, "/demo": server, "/chat_online/embed.js": server },
  },
});
