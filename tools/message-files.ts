import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '../packages/i18n/locales.ts';
import { roomsIn } from './message-rooms.mjs';

/** Texts by id, or digests by room. */
export type Texts = Record<string, string>;

const FOLDERS = [
  ['shared', ''],
  ['server', ''],
  ['.', ''],
  ['console', 'console.'],
] as const;

/** Reads a file of JSON. */
export async function readTexts(path: string): Promise<Texts> {
  return JSON.parse(await readFile(path, 'utf8')) as Texts;
}

/** Writes texts in the order of their names. */
export async function writeTexts(path: string, texts: Texts): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(path, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Returns the path of each room of a language under `i18n`, by the first words of its ids. */
export function filesOf(i18n: string, locale: Locale): Map<string, string> {
  const files = new Map<string, string>();
  for (const [folder, prefix] of FOLDERS) {
    for (const room of roomsIn(folder, join(i18n, 'messages/en'))) {
      files.set(`${prefix}${room}`, join(i18n, 'messages', locale, folder, `${room}.json`));
    }
  }
  return files;
}
