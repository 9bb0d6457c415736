import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The processor names of the packages, by Node's. */
const PROCESSORS: Partial<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Returns the path of the development node that came with npm; null where there is none for this machine. */
export async function findAnvil(): Promise<string | null> {
  const name = `@foundry-rs/anvil-${process.platform}-${PROCESSORS[process.arch] ?? process.arch}`;
  try {
    const path = join(createRequire(import.meta.url).resolve(`${name}/package.json`), '../bin/anvil');
    await access(path);
    return path;
  } catch {
    return null;
  }
}
