import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Brings the names of a folder to the disk: a file that was made or renamed has its name there only then. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a file whose bytes are on the disk its name. Once this returns, a power cut leaves it there. */
export async function takeName(draft: string, path: string): Promise<void> {
  await rename(draft, path);
  await syncFolder(dirname(path));
}
