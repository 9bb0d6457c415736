import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file that only this user can read, whole or not at all. Once this returns, a power cut leaves it there. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** Brings the names of a folder to the disk: a file that was made or renamed has its name there only then. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
