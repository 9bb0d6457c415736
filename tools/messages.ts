import { join } from 'node:path';
import { isLocale, type Locale, locales } from '../packages/i18n/locales.ts';
import { digestOf, staleIds } from '../packages/i18n/revised.ts';
import { filesOf, readTexts, type Texts, writeTexts } from './message-files.ts';
import { MessageHistory } from './message-history.ts';
import { writeRooms } from './message-rooms.mjs';

const root = join(import.meta.dirname, '..');
const usage = `npm run messages                        sort the catalogues, list their rooms, record revised rooms, name stale messages
npm run messages list <language>        stale messages of a language: id, English, translation
npm run messages keep <language> <room…> record rooms whose translations still fit the changed English (all: every one)
npm run messages take <language> <file> put the texts of a JSON file of ids into their rooms`;

/** The messages under `i18n`, in a repository with a history. */
export class MessageStore {
  readonly #i18n: string;
  readonly #history: MessageHistory;

  constructor(i18n: string, repository: string) {
    this.#i18n = i18n;
    this.#history = new MessageHistory(repository);
  }

  /** Sorts the files of all languages. */
  async sort(): Promise<void> {
    for (const locale of locales) {
      for (const file of filesOf(this.#i18n, locale).values()) await writeTexts(file, await readTexts(file));
    }
  }

  /**
   * Records each room of a language whose English changed and whose translations of the changed messages changed as well.
   * Returns the stale messages of the others by room.
   */
  async record(locale: Locale): Promise<Map<string, readonly string[]>> {
    const revised = await this.#revised(locale);
    const stale = new Map<string, readonly string[]>();
    for (const [room, english] of filesOf(this.#i18n, 'en')) {
      const digest = digestOf(await readTexts(english));
      if (revised[room] === digest) continue;
      const ids = await this.#staleOf(locale, room, revised[room]);
      if (ids.length === 0) revised[room] = digest;
      else stale.set(room, ids);
    }
    await writeTexts(this.#revisedFile(locale), revised);
    return stale;
  }

  /** Records rooms as revised as they are; `all` stands for every stale one. */
  async keep(locale: Locale, rooms: readonly string[]): Promise<void> {
    const revised = await this.#revised(locale);
    for (const [room, file] of filesOf(this.#i18n, 'en')) {
      if (rooms[0] === 'all' || rooms.includes(room)) revised[room] = digestOf(await readTexts(file));
    }
    await writeTexts(this.#revisedFile(locale), revised);
  }

  /** Returns the stale messages of a language with their texts. */
  async list(locale: Locale): Promise<Record<string, { english: string; text: string }>> {
    const stale: Record<string, { english: string; text: string }> = {};
    for (const [room, ids] of await this.record(locale)) {
      const { english, translated } = await this.#textsOf(locale, room);
      for (const id of ids) stale[id] = { english: english[id] ?? '', text: translated[id] ?? '' };
    }
    return stale;
  }

  /** Puts texts into the rooms that their ids name. */
  async take(locale: Locale, taken: Texts): Promise<void> {
    const files = filesOf(this.#i18n, locale);
    const rooms = [...files.keys()].sort((a, b) => b.length - a.length);
    const byRoom = Map.groupBy(Object.entries(taken), ([id]) =>
      rooms.find((room) => id.startsWith(`${room}.`)),
    );
    for (const [room, entries] of byRoom) {
      const path = files.get(room ?? '');
      if (path === undefined) throw new Error(`no room for ${entries.map(([id]) => id).join(', ')}`);
      await writeTexts(path, { ...(await readTexts(path)), ...Object.fromEntries(entries) });
    }
  }

  /** Returns the stale messages of a room; every message where no text of the last revision is known. */
  async #staleOf(locale: Locale, room: string, digest: string | undefined): Promise<readonly string[]> {
    if (digest === undefined) return [];
    const now = await this.#textsOf(locale, room);
    const english = filesOf(this.#i18n, 'en').get(room)!;
    const translated = filesOf(this.#i18n, locale).get(room)!;
    const then = this.#history.textsAt(digest, { english, translated });
    return then === null ? Object.keys(now.english) : staleIds(then, now);
  }

  async #textsOf(locale: Locale, room: string) {
    const [english, translated] = await Promise.all(
      (['en', locale] as const).map((language) => readTexts(filesOf(this.#i18n, language).get(room)!)),
    );
    return { english: english!, translated: translated! };
  }

  #revisedFile(locale: Locale): string {
    return join(this.#i18n, 'revised', `${locale}.json`);
  }

  async #revised(locale: Locale): Promise<Texts> {
    return await readTexts(this.#revisedFile(locale));
  }
}

const store = new MessageStore(join(root, 'packages/i18n'), root);

async function update(): Promise<void> {
  writeRooms();
  await store.sort();
  for (const locale of locales.filter((each) => each !== 'en')) {
    for (const [room, ids] of await store.record(locale)) {
      console.log(`${locale}: ${room} has stale messages: ${ids.join(', ')}`);
    }
  }
}

async function run([command, language, ...rest]: readonly string[]): Promise<void> {
  if (command === undefined) return update();
  if (!isLocale(language) || language === 'en') throw new Error(usage);
  if (command === 'list') console.log(JSON.stringify(await store.list(language), null, 1));
  else if (command === 'keep') await store.keep(language, rest);
  else if (command === 'take' && rest[0] !== undefined) {
    await store.take(language, await readTexts(rest[0]));
    await update();
  } else throw new Error(usage);
}

if (import.meta.main) await run(process.argv.slice(2));
