import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { routesModule } from '@candor/api';
import { locales } from '@candor/i18n';
import { startPage } from '@candor/ui/start';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const backend = process.env.CANDOR_BACKEND ?? 'http://127.0.0.1:8080';
const compress = promisify(brotliCompress);

/** Writes a brotli copy beside each text file, which the server sends instead of compressing at each request. */
function precompressed(): Plugin {
  let outDir = '';
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true });
      for (const entry of entries.filter((name) => /\.(js|css|html|svg|webmanifest)$/.test(name))) {
        const file = join(outDir, entry);
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
        await writeFile(`${file}.br`, await compress(await readFile(file), { params }));
      }
    },
  };
}

/** Rooms of messages that one page loads together: one file of each language instead of many. */
const roomsTogether: Readonly<Record<string, RegExp>> = {
  first: /^(shared\/(ui|act)|shell|menu|home|markets)$/,
  trade: /^(trade|perpetual|seconds|margin|transfer)$/,
};

/** The chunk of a file of messages that is loaded together with others. */
function messagesChunk(moduleId: string): string | null {
  const [, locale, room = ''] = /\/messages\/(\w+)\/(.+)\.json$/.exec(moduleId) ?? [];
  const together = Object.entries(roomsTogether).find(([, rooms]) => rooms.test(room));
  return locale === undefined || together === undefined ? null : `${together[0]}-${locale}`;
}

/**
 * One chunk for the modules that at least 8 pages share. Without it each set of pages has a chunk of its own: 98 files for
 * the trade page, many of them below 1 kB, which cost a request each and compress badly.
 */
const sharedByMany = { name: 'shared', minShareCount: 8, test: /\.(js|mjs|ts|tsx)$/ };

/** The module of each trade page, by the type in its address; `margin` is loaded beside spot's. */
const tradePages = {
  spot: '/app/spot-page.tsx',
  margin: '/margin/terminal-parts.ts',
  sec: '/seconds/seconds-page.tsx',
  usta: '/perpetual/perpetual-page.tsx',
} as const;

/** Files that a page needs beside the entry: the chunk of a module with all that it imports. */
function filesOf(bundle: Rolldown.OutputBundle, isWanted: (moduleId: string) => boolean): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const found = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk) => {
    if (chunk.isEntry || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const name of chunk.imports) {
      const next = chunks.find(({ fileName }) => fileName === name);
      if (next !== undefined) add(next);
    }
  };
  for (const chunk of chunks) if (chunk.moduleIds.some(isWanted)) add(chunk);
  return [...found].map((name) => `/${name}`);
}

/**
 * Names in the page the files of each trade page and of each language, so that boot.js asks for them at once: the
 * entry would find them only after it has been loaded and run.
 */
function namedFiles(): Plugin {
  return {
    name: 'named-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html;
        const trade = Object.fromEntries(
          Object.entries(tradePages).map(([type, path]) => {
            const files = filesOf(bundle, (id) => id.endsWith(path));
            if (files.length === 0) throw new Error(`no chunk holds ${path}`);
            return [type, files];
          }),
        );
        const messages = (room: string) =>
          Object.fromEntries(
            locales.map((locale) => [
              locale,
              filesOf(bundle, (id) => id.endsWith(`/messages/${locale}/${room}.json`))[0] ?? '',
            ]),
          );
        const languages = messages('shell');
        const tradeLanguages = messages('trade');
        const errorLanguages = messages('shared/error');
        const content = JSON.stringify({ trade, languages, tradeLanguages, errorLanguages });
        const boot = '<script async';
        if (!html.includes(boot)) throw new Error('index.html does not load boot.js');
        return html.replace(boot, `<meta name="first-files" content='${content}' />\n    ${boot}`);
      },
    },
  };
}

/** Ships the routes of calls in place of the schemas that they come from, and refuses to ship a schema. */
function lightRoutes(): Plugin {
  return {
    name: 'light-routes',
    apply: 'build',
    load: (id) => (id.endsWith('/packages/api/routes.ts') ? routesModule() : null),
    generateBundle(_, bundle) {
      // Zod compiles its schemas with eval, which the pages' content security policy forbids.
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const found = chunks.some(({ moduleIds }) => moduleIds.some((id) => id.includes('/node_modules/zod/')));
      if (found) this.error('a page imports a module of packages/api that holds schemas');
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), startPage(), lightRoutes(), namedFiles(), precompressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // /assets is a page of the product.
    assetsDir: 'static',
    target: 'es2023',
    // The content security policy allows no data: sources for scripts, styles and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: messagesChunk, debugName: 'messages' }, sharedByMany],
        },
      },
    },
    sourcemap: false,
  },
  server: {
    proxy: {
      // with its slash, so that the sources of /apikeys stay here
      '/api/': backend,
      '/platform': backend,
      '/ws': { target: backend, ws: true },
      '/mqtt': { target: backend, ws: true },
    },
  },
});
