import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../../base/errors/startup-error.ts';
import { openCandleFolder } from './candle-folder.ts';
import { openFeedFile } from './feed-file.ts';
import { type Recording, RecordingError } from './recording.ts';

const FEED_FILE = /\.feed\.gz$/;

/**
 * Opens what `replay:<path>` names: a recorded feed, a folder that holds some (the first by name is played), or a
 * folder of candle files. Throws StartupError BAD_CONFIG where there is nothing to play.
 */
export async function openRecording(path: string, log: (line: string) => void): Promise<Recording> {
  try {
    const found = await stat(path).catch((cause: unknown) => {
      throw new RecordingError(`there is no such file or folder`, { cause });
    });
    if (!found.isDirectory()) return await openFeedFile(path);
    const feeds = (await readdir(path)).filter((name) => FEED_FILE.test(name)).sort();
    const [first, ...others] = feeds;
    if (first === undefined) return await openCandleFolder(path);
    if (others.length > 0)
      log(`Of the recorded feeds in ${path} only ${first} is played, not ${others.join(', ')}`);
    return await openFeedFile(join(path, first));
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    throw new StartupError(
      'BAD_CONFIG',
      `${path} cannot be replayed: ${error.message}. Give a recorded feed (.feed.gz) or a folder of candle files ` +
        'such as BTCUSDT-1m.csv.gz.',
      { cause: error },
    );
  }
}
