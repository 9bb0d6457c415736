import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A file or folder of the recorded market data that lies beside the project, in ../shared/data. Throws, naming it,
 * when it is not there.
 */
export function recordedData(...path: string[]): string {
  const place = join(import.meta.dirname, '../../../shared/data', ...path);
  if (!existsSync(place)) {
    throw new Error(
      `${place} is missing: this test needs the recorded market data of ../shared/data beside the project`,
    );
  }
  return place;
}
