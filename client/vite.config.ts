import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compression } from "vite-plugin-compression2";

/** The server's address during development. */
const server = process.env.FRONTDESK_URL ?? "http://127.0.0.1:8080";

/** The server's operator address during development. */
const operator = process.env.FRONTDESK_OPERATOR_URL ?? "http://127.0.0.1:9090";

/** Serves the documents of the desk and the administration during development, as the server does. */
function staffDocuments(): Plugin {
  return {
    name: "staff-documents",
    configureServer(dev) {
      dev.middlewares.use((request, _response, next) => {
        const [path = ""] = (request.url ?? "").split("?");
        if (path === "/chat_online/preview") request.url = "/preview.html";
        else if (/^\/(desk\/(admin|join|account|operator)|setup)(\/|$)/.test(path))
          request.url = "/admin.html";
        else if (/^\/desk(\/|$)/.test(path) && !/\.\w+$/.test(path)) request.url = "/desk.html";
        next();
      });
    },
  };
}

/** Copies the demo shop to dist/demo unchanged, because the fixtures refer to its pictures by name. */
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
 * Copies the desk's worker, manifest and icons to dist/desk-app unchanged, and the visitors' worker beside it: the browser
 * knows them by name.
 */
function deskApp(): Plugin {
  const folder = join(import.meta.dirname, "desk-app");
  return {
    name: "desk-app",
    apply: "build",
    generateBundle() {
      const source = readFileSync(join(import.meta.dirname, "chat-worker.js"));
      this.emitFile({ type: "asset", fileName: "chat-worker.js", source });
      for (const name of readdirSync(folder))
        this.emitFile({
          type: "asset",
          fileName: `desk-app/${name}`,
          source: readFileSync(join(folder, name)),
        });
    },
  };
}

/**
 * Preloads the chunk that draws the page beside the page's script. The script runs it in a separate task: one long task
 * would block the processor, and also the shop's page if both share a process.
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

/** React without the DOM renderer, which has its own chunk. */
const REACT = /node_modules[\\/](react[\\/]|react-dom[\\/](?!client|cjs[\\/]react-dom-client))/;
const DRAWING = /node_modules[\\/]react-dom[\\/]client/;

/** Packages and modules that the first paint needs. */
const BASE =
  /node_modules[\\/](i18next|react-i18next|jotai|ky|valibot|wouter|regexparam|use-sync-external-store|clsx)[\\/]|src[\\/](api[\\/](channel|http|upload)|conversation|i18n|lib[\\/](?!asPng|attachment|download|image|screen|sendable|svg)|state[\\/](?!deeds|leave|openLeave|lastTheme)|wire[\\/](?!account|admin|agent|answer|apiKeys|assist|call|customer|drafts|duty|editing|evaluation|event|field|form|item|leaveMessage|mail|message|operator|outgoing|ownAccount|page|ready|report|search|session|setup|team|things|visitor|wall|webhooks|workOrder)|ui[\\/](Skeleton|Toaster|toast|theme|tokens|Button|RichText|LinkedText)|pages[\\/](frame[\\/](Layout|PageSkeleton|useKeyboardInset)|chat[\\/]loadIdleParts))/;

/** The calls of a conversation and their parsers. */
const TALK = /src[\\/](api[\\/]visitor|wire[\\/](answer|evaluation|event|field|form|message|page|session))/;

/** Modules that the chat's screen shares with other pages: one file, as each file costs a round trip. */
const PARTS =
  /icons[\\/](arrow-(down|left|up)|clock|external-link|face-slightly-smiling|headset|log-out|message-square-text|minus|phone|star|video|volume-2|x)\.mjs|src[\\/](bridge[\\/](child|hostMessages)|lib[\\/]screen|pages[\\/]frame[\\/](useVariant|usePresence)|session[\\/](identity|pageFacts|sendingEntry|transfer)|state[\\/]deeds|ui[\\/](Avatar|Dots|IconButton|Time)|features[\\/](composer[\\/]useCaret|message[\\/](Bubble|emoji)))/;

/** Modules that dialogs and rarer messages share with other pages and the desk: one file, fetched while idle. */
const PIECES =
  /lucide-react[\\/]|src[\\/](ui[\\/](Dialog|ConfirmDialog|Empty|Facts|Failed|FileName|LoadingWords|Pill|WholeTime)|pages[\\/]frame[\\/]ExpiredDialog|features[\\/](message[\\/](AudioView|CardView|FaqMenu|FileCard|FileView|FormCard|SendProgress|VideoView)|composer[\\/](EmojiPanel|FileDrop|FileTool\.))|form[\\/]answers|lib[\\/](asPng|image|sendable|svg))/;

/** The fields of a form, and what checks their answers. */
const FIELDS =
  /src[\\/](features[\\/]fields|form[\\/](validate|missingWords|contact)|ui[\\/](Input|FormField))/;

/** What only the administration needs: its rooms, and the packages that no other page has. */
const ADMIN =
  /src[\\/](admin|preview|ui[\\/]rich|api[\\/](admin|operator|ownAccount|setup)|wire[\\/](admin|apiKeys|customerTest|editing|mail|operator|ownAccount|setup|things|webhooks))|node_modules[\\/](@dagrejs|@tanstack|@xyflow|@internationalized|@react-|@tiptap|@zxcvbn-ts|linkifyjs|orderedmap|prosemirror-|qrcode\.react|react-aria|react-easy-crop|react-hook-form|react-stately)/;

/** What several of its chunks need. */
const ADMIN_SHARED = /src[\\/]admin[\\/](?:(account|form|setup|rooms)[\\/])?/;

/** What the desk and the administration share: signing in, and what is kept. */
const STAFF =
  /src[\\/](desk[\\/]|ui[\\/](TagChip|shade)|api[\\/](account|agent|customer\.|file|items|supervising)|wire[\\/](account|agent|assist|customer\.|duty|item|outgoing|ready|report|search|team|visitor|wall))/;

/** What the staff's pages load late. */
const DESK_LATE = /src[\\/](desk|ui[\\/]rich)[\\/]/;

/** The icons that modules of the staff and of the visitors import, by their files' names. */
const icons = { staff: new Set<string>(), visitors: new Set<string>() };

/** Notes who uses which icon, so that a visitor does not download the staff's. */
function noteIcons(): Plugin {
  return {
    name: "note-icons",
    enforce: "pre",
    transform(code, id) {
      const [, names = ""] = code.match(/import \{([^}]*)\} from "lucide-react"/) ?? [];
      const users = /src[\\/](admin|desk)[\\/]/.test(id) ? icons.staff : icons.visitors;
      for (const [name] of names.matchAll(/\w+/g))
        users.add(name.replace(/(?<=[a-z])(?=[A-Z0-9])/g, "-").toLowerCase());
    },
  };
}

function isStaffIcon(id: string): boolean {
  const [, name = ""] = id.match(/icons[\\/]([\w-]+)\.mjs$/) ?? [];
  return icons.staff.has(name) && !icons.visitors.has(name);
}

/**
 * Names chunks of translations by language and namespace, such as `words-ar-chat`. The administration's chunks begin
 * with `admin-`.
 */
function chunkName(chunk: {
  name: string;
  facadeModuleId?: string | null;
  moduleIds: readonly string[];
}): string {
  const [, language, namespace] = chunk.facadeModuleId?.match(/\/locales\/(\w+)\/(\w+)\.json$/) ?? [];
  if (language) return `assets/words-${language}-${namespace}-[hash].js`;
  if (/^(admin|desk)-/.test(chunk.name)) return "assets/[name]-[hash].js";
  if (chunk.moduleIds.some((id) => DESK_LATE.test(id))) return "assets/desk-[name]-[hash].js";
  // A chunk that only passes on what another one exports has no modules.
  return ADMIN.test(chunk.facadeModuleId ?? "") || chunk.moduleIds.some((id) => ADMIN.test(id))
    ? "assets/admin-[name]-[hash].js"
    : "assets/[name]-[hash].js";
}

/** A stylesheet is named as the chunk that it belongs to. */
function styleName({
  names,
  originalFileNames,
}: {
  names: readonly string[];
  originalFileNames: readonly string[];
}): string {
  const isAdmin = originalFileNames.some((name) => ADMIN.test(name));
  const isDesk = originalFileNames.some((name) => DESK_LATE.test(name));
  if (isDesk && !names.some((name) => name.startsWith("desk"))) return "assets/desk-[name]-[hash][extname]";
  return isAdmin ? "assets/admin-[name]-[hash][extname]" : "assets/[name]-[hash][extname]";
}

/** An entry for each kind of page, so that a visitor never downloads the staff's pages. The loader has its own config. */
export default defineConfig({
  plugins: [
    react(),
    noteIcons(),
    staffDocuments(),
    demoShop(),
    deskApp(),
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
    // No inlined assets: the pages' CSP allows fonts, scripts and pictures only from 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", desk: "desk.html", admin: "admin.html", "admin-preview": "preview.html" },
      output: {
        chunkFileNames: chunkName,
        assetFileNames: styleName,
        codeSplitting: {
          // A new release of the pages keeps React in the browser's cache.
          groups: [
            { name: "react", test: REACT, priority: 2 },
            // Shared modules form one file, because many small files compress badly. It holds only what the first
            // paint needs; the list, the dialogs and the desk have their own chunks.
            { name: "base", test: BASE, minShareCount: 2 },
            // Shared by the chat, the article page and the desk.
            { name: "talk", test: TALK, minShareCount: 2 },
            { name: "parts", test: PARTS, minShareCount: 2 },
            // Fields of forms: several pages of visitors and the administration's preview show them.
            { name: "fields", test: FIELDS, minShareCount: 2 },
            { name: "pieces", test: (id) => PIECES.test(id) && !isStaffIcon(id), minShareCount: 2 },
            // The editors of rich text: late, and no visitor's.
            {
              name: "desk-rich",
              test: /src[\\/]ui[\\/]rich[\\/]/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: "desk-shared",
              test: (id) => STAFF.test(id) || isStaffIcon(id),
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              // By folder: the first screen has no forms.
              name: (id) => `admin-${id.match(ADMIN_SHARED)?.[1] ?? "shared"}`,
              test: ADMIN_SHARED,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { "/api/operator": operator, "/api": server, "/demo": server, "/chat_online/embed.js": server },
  },
});
