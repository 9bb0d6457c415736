/**
 * One life of the wallet in a process of its own: `child.ts <connection string> <seed> <acts> [plant]`; or one reorganisation:
 * `child.ts <connection string> case <reorganisation as JSON> [plant]`.
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { REORGANISATION_PLANTS, WALLET_PLANTS } from './plants.ts';

const [connectionString, seed, acts, name] = process.argv.slice(2) as [string, string, string, string?];
const root = join(import.meta.dirname, '..', '..', '..');
const plant = [...WALLET_PLANTS, ...REORGANISATION_PLANTS].find((each) => each.name === name) ?? null;
if (name !== undefined && plant === null) throw new Error(`there is no plant ${name}`);

if (plant !== null)
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.startsWith('file:') || fileURLToPath(url) !== join(root, plant.file)) return loaded;
      const source = String(Buffer.from(loaded.source as Uint8Array));
      if (!source.includes(plant.find))
        throw new Error(`${plant.file} has no "${plant.find}" to plant "${plant.name}" into`);
      return { ...loaded, source: source.replace(plant.find, () => plant.replace) };
    },
  });

const database = { connectionString, drop: async () => {} };
try {
  if (seed === 'case') {
    const { reorganise } = await import('./reorganisation.ts');
    await reorganise(JSON.parse(acts), database);
    process.stdout.write(JSON.stringify({ met: {} }));
    process.exit(0);
  }
  const { live } = await import('./life.ts');
  const met = await live({
    seed: Number(seed),
    acts: Number(acts),
    database,
  });
  process.stdout.write(JSON.stringify({ met: Object.fromEntries(met) }));
  process.exit(0);
} catch (error) {
  process.stdout.write(
    JSON.stringify({
      broken: error instanceof Error ? error.message : String(error),
      stack: (error as Error).stack,
    }),
  );
  process.exit(1);
}
