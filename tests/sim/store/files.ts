import * as files from 'node:fs/promises';

// For the archives of the journal, which are loaded and which no simulation writes.
export { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';

const lists = new Map<string, Promise<string[]>>();
const texts = new Map<string, Promise<Buffer>>();

/** Folders and files of the program itself, read once. */
export function readdir(path: string): Promise<string[]> {
  let list = lists.get(path);
  if (list === undefined) {
    list = files.readdir(path, { recursive: true });
    lists.set(path, list);
  }
  return list;
}

export function readFile(path: string): Promise<Buffer> {
  let text = texts.get(path);
  if (text === undefined) {
    text = files.readFile(path);
    texts.set(path, text);
  }
  return text;
}
