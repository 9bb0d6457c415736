import { readdirSync, readFileSync } from 'node:fs';

// For the archives of the journal, which are loaded and which no simulation writes.
export { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';

const lists = new Map<string, string[]>();
const texts = new Map<string, Buffer>();

/** A folder of the program itself, read once, and at once: a simulation cannot wait for a real disk. */
export async function readdir(path: string): Promise<string[]> {
  let list = lists.get(path);
  if (list === undefined) {
    list = readdirSync(path, { recursive: true, encoding: 'utf8' });
    lists.set(path, list);
  }
  return list;
}

/** A file of the program itself, read as folders are. */
export async function readFile(path: string): Promise<Buffer> {
  let text = texts.get(path);
  if (text === undefined) {
    text = readFileSync(path);
    texts.set(path, text);
  }
  return text;
}
