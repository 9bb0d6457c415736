import { existsSync } from 'node:fs';
import { sharedFolder } from './shared-folder.ts';

/**
 * A file or folder of the recorded market data that lies beside the project, in ../shared/data. Throws, naming it,
 * when it is not there.
 */
export function recordedData(...path: string[]): string {
  const place = sharedFolder('data', ...path);
  if (!existsSync(place)) {
    throw new Error(
      `${place} is missing: this test needs the recorded market data of ../shared/data beside the project`,
    );
  }
  return place;
}
