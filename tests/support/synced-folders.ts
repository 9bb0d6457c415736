import { type FileHandle, open } from 'node:fs/promises';
import { vi } from 'vitest';

/** Runs a task, and counts how often it brought a folder’s names to the disk: what a power cut needs and no other test sees. */
export async function foldersSynced(task: () => Promise<unknown>): Promise<number> {
  const some = await open('.', 'r');
  const handles = Object.getPrototypeOf(some) as FileHandle;
  await some.close();
  const { sync } = handles;
  let folders = 0;
  const spy = vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    if ((await this.stat()).isDirectory()) folders += 1;
    await sync.call(this);
  });
  try {
    await task();
  } finally {
    spy.mockRestore();
  }
  return folders;
}
