import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), precompressed()],
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
