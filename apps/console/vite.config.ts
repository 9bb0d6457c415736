import { routesModule } from '@candor/api';
import { startPage } from '@candor/ui/start';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const backend = process.env.CANDOR_CONSOLE_BACKEND ?? 'http://127.0.0.1:8081';

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
  plugins: [react(), tailwindcss(), startPage(), lightRoutes()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'static',
    target: 'es2023',
    // The content security policy allows no data: sources for scripts, styles and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
  server: { proxy: { '/api/': backend } },
});
