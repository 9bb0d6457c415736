import { mkdir, open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a folder where it is missing, in a way that a power cut leaves it there. Returns its real path. */
export async function keptFolder(folder: string): Promise<string> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = await realpath(folder);
  if (first === undefined) return path;
  // Each new folder is an entry of the one above it, up to the one that was there before.
  const top = dirname(await realpath(first));
  for (let at = dirname(path); ; at = dirname(at)) {
    await sync(at);
    if (at === top || at === dirname(at)) return path;
  }
}

/** Writes a file whose bytes are on the disk when this returns; its name is once its folder was synced. */
export async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Brings a file or the names of a folder to the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
