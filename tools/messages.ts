import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLocale, type Locale, locales } from '../packages/i18n/locales.ts';
import { isStale, recordRevised, type Sources, sourceOf } from '../packages/i18n/sources.ts';

const i18n = join(import.meta.dirname, '../packages/i18n');
const target = join(i18n, 'rooms.gen.ts');
const usage = `npm run messages                        sort the catalogues, list their rooms, record revised translations
npm run messages list <language>        stale messages of a language: id, English, translation
npm run messages keep <language> <id…>  record translations that still fit the changed English (all: every stale one)
npm run messages take <language> <file> put the texts of a JSON file of ids into their rooms`;

type Texts = Record<string, string>;

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8'));

async function writeJson(path: string, value: Texts): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(path, `${JSON.stringify(sorted, null, 2)}\n`);
}

const folderOf = (locale: Locale): string => join(i18n, 'messages', locale);
const sourcesOf = (locale: Locale): string => join(i18n, 'sources', `${locale}.json`);

async function roomsIn(folder: string): Promise<string[]> {
  const names = await readdir(join(folderOf('en'), folder));
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

/** The files of a language's rooms, by the first words of their ids. */
async function filesOf(locale: Locale): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const [folder, prefix] of [
    ['shared', ''],
    ['server', ''],
    ['.', ''],
    ['console', 'console.'],
  ] as const) {
    for (const room of await roomsIn(folder)) {
      files.set(`${prefix}${room}`, join(folderOf(locale), folder, `${room}.json`));
    }
  }
  return files;
}

async function textsOf(locale: Locale): Promise<Texts> {
  const rooms = await Promise.all([...(await filesOf(locale)).values()].map((file) => readJson<Texts>(file)));
  return Object.assign({}, ...rooms);
}

/** The text of the generated list of rooms and ids. */
export async function generate(): Promise<string> {
  const ids = Object.keys(await textsOf('en')).sort();
  const [shared, customer, desks, server] = await Promise.all([
    roomsIn('shared'),
    roomsIn('.'),
    roomsIn('console'),
    roomsIn('server'),
  ]);
  // an app looks a room up by its name alone
  const twice = shared.filter((room) => customer.includes(room) || desks.includes(room));
  if (twice.length > 0) throw new Error(`a shared room and another have one name: ${twice.join(', ')}`);
  const list = (name: string, rooms: readonly string[]) =>
    `export const ${name} = [\n${rooms.map((room) => `  '${room}',\n`).join('')}] as const;\n`;
  return [
    '// Generated from the English messages by `npm run messages`.\n',
    list('sharedRooms', shared),
    list('customerRooms', [...shared, ...customer]),
    list('consoleRooms', [...shared, ...desks]),
    list('serverRooms', server),
    'export type CustomerRoom = (typeof customerRooms)[number];',
    'export type ConsoleRoom = (typeof consoleRooms)[number];',
    'export type ServerRoom = (typeof serverRooms)[number];\n',
    '/** The id of every message. */',
    `export type MessageId =\n${ids.map((id) => `  | '${id}'`).join('\n')};\n`,
  ].join('\n');
}

/** True when the generated file is what the English texts give. */
export async function isGenerated(): Promise<boolean> {
  return (await readFile(target, 'utf8')) === (await generate());
}

async function update(): Promise<void> {
  await writeFile(target, await generate());
  const english = await textsOf('en');
  for (const locale of locales) {
    for (const file of (await filesOf(locale)).values()) await writeJson(file, await readJson(file));
    if (locale === 'en') continue;
    const records = await readJson<Sources>(sourcesOf(locale));
    await writeJson(sourcesOf(locale), recordRevised(records, english, await textsOf(locale)));
  }
}

async function staleOf(locale: Locale): Promise<Record<string, { english: string; text: string }>> {
  const [english, texts, records] = await Promise.all([
    textsOf('en'),
    textsOf(locale),
    readJson<Sources>(sourcesOf(locale)),
  ]);
  const stale = Object.entries(english).filter(([id, text]) => isStale(records[id], text));
  return Object.fromEntries(stale.map(([id, text]) => [id, { english: text, text: texts[id] ?? '' }]));
}

async function keep(locale: Locale, ids: readonly string[]): Promise<void> {
  const stale = await staleOf(locale);
  const kept = ids[0] === 'all' ? Object.keys(stale) : ids;
  const records = { ...(await readJson<Sources>(sourcesOf(locale))) };
  for (const id of kept) {
    const entry = stale[id];
    if (entry !== undefined) records[id] = sourceOf(entry.english, entry.text);
  }
  await writeJson(sourcesOf(locale), records);
}

async function take(locale: Locale, file: string): Promise<void> {
  const taken = await readJson<Texts>(file);
  const files = await filesOf(locale);
  const rooms = [...files.keys()].sort((a, b) => b.length - a.length);
  const byRoom = Map.groupBy(Object.entries(taken), ([id]) =>
    rooms.find((room) => id.startsWith(`${room}.`)),
  );
  for (const [room, entries] of byRoom) {
    const path = files.get(room ?? '');
    if (path === undefined) throw new Error(`no room for ${entries.map(([id]) => id).join(', ')}`);
    await writeJson(path, { ...(await readJson<Texts>(path)), ...Object.fromEntries(entries) });
  }
}

async function run([command, language, ...rest]: readonly string[]): Promise<void> {
  if (command === undefined) return update();
  if (!isLocale(language)) throw new Error(usage);
  if (command === 'list') console.log(JSON.stringify(await staleOf(language), null, 1));
  else if (command === 'keep') await keep(language, rest);
  else if (command === 'take' && rest[0] !== undefined) {
    await take(language, rest[0]);
    await update();
  } else throw new Error(usage);
}

if (import.meta.main) await run(process.argv.slice(2));
