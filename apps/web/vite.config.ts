import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { locales } from '@candor/i18n';
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
  for (const chunk of chunks) if (isWanted(chunk.facadeModuleId ?? '')) add(chunk);
  return [...found].map((name) => `/${name}`);
}

/**
 * Names in the page the files of the trade screen and of each language, so that boot.js asks for them at once: the
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
        const trade = filesOf(bundle, (id) => id.endsWith('/app/trade-route.tsx'));
        const languages = locales.map((locale) => [
          locale,
          filesOf(bundle, (id) => id.endsWith(`/messages/${locale}.json`))[0] ?? '',
        ]);
        const content = JSON.stringify({ trade, languages: Object.fromEntries(languages) });
        const boot = '<script src="/boot.js">';
        if (!html.includes(boot)) throw new Error('index.html does not load boot.js');
        return html.replace(boot, `<meta name="first-files" content='${content}' />\n    ${boot}`);
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), namedFiles(), precompressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // /assets is a page of the product.
    assetsDir: 'static',
    target: 'es2023',
    // The content security policy allows no data: sources for scripts, styles and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
  server: {
    proxy: {
      '/api': backend,
      '/platform': backend,
      '/ws': { target: backend, ws: true },
      '/mqtt': { target: backend, ws: true },
    },
  },
});
