import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { RecordingError } from './recording.ts';

/** The lines of a gzipped text. Throws RecordingError for a damaged file. */
export async function* textLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const text = file.pipe(createGunzip());
  file.on('error', (error) => text.destroy(error));
  const lines = createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
  try {
    yield* lines;
  } catch (error) {
    throw new RecordingError(
      `${basename(path)} cannot be read: ${error instanceof Error ? error.message : error}`,
      {
        cause: error,
      },
    );
  } finally {
    lines.close();
    file.destroy();
    text.destroy();
  }
}
