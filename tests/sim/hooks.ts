import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plant } from './plant.ts';

const root = join(import.meta.dirname, '..', '..');
const journalUrl = pathToFileURL(join(root, 'packages', 'journal')).href;
const machine = join(root, 'packages', 'kernel', 'machine.ts');
const here = (file: string) => pathToFileURL(join(import.meta.dirname, 'store', file)).href;

/** The modules by which the journal reaches the world, and their stand-ins. */
const replaced: Readonly<Record<string, string>> = {
  pg: here('pg.ts'),
  rolldown: here('rolldown.ts'),
  'node:fs/promises': here('files.ts'),
  'node:timers/promises': here('timers.ts'),
  'node:child_process': here('child-process.ts'),
};

/**
 * From now on the journal runs on the simulated database, clock and processes, and each module that is loaded carries
 * the bug to plant, if any; without one, kernels check their dear invariants. Throws when the bug finds no place.
 */
export function installHooks(plant: Plant | null): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const target = replaced[specifier];
      if (target !== undefined && context.parentURL?.startsWith(journalUrl))
        return { url: target, shortCircuit: true };
      return nextResolve(specifier, context);
    },
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.startsWith('file:') || typeof loaded.source === 'string' || loaded.source === undefined)
        return loaded;
      const path = fileURLToPath(url);
      // a planted bug is for the simulator's own invariants to find, before the kernel's
      if (plant === null && path === machine) return { ...loaded, source: audited(textOf(loaded.source)) };
      if (plant === null || path !== join(root, 'packages', plant.file)) return loaded;
      const source = textOf(loaded.source);
      if (!source.includes(plant.find))
        throw new Error(`${plant.file} has no "${plant.find}" to plant "${plant.name}" into`);
      return { ...loaded, source: source.replace(plant.find, () => plant.replace) };
    },
  });
}

function textOf(source: unknown): string {
  return String(Buffer.from(source as Uint8Array));
}

/** Kernels check their dear invariants after each command. */
function audited(source: string): string {
  const found = 'hints.audit === true';
  if (!source.includes(found)) throw new Error(`the kernel's machine has no "${found}"`);
  return source.replace(found, 'true');
}
