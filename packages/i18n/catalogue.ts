import type { LoadRoom, Messages } from './load-messages.ts';
import { defaultLocale, type Locale } from './locales.ts';

/** A language with those of its messages that are loaded. The object is replaced when the language changes. */
export interface LoadedLanguage {
  readonly locale: Locale;
  /** Grows in place when a room is loaded, so that nothing on the page renders for it. */
  readonly messages: Messages;
}

/** The messages of an app: room by room, in the language that is shown. */
export interface Catalogue<Room extends string> {
  current(): LoadedLanguage;
  /** Loads rooms that are not there yet. Rejects when one can't be had. */
  load(rooms: readonly Room[]): Promise<void>;
  /** Loads all rooms asked for so far in another language, then shows it; English where it can't be had. */
  change(locale: Locale): Promise<void>;
  /** Calls the listener after each change of the language. Returns the end of that. */
  subscribe(listener: () => void): () => void;
}

interface Language<Room extends string> extends LoadedLanguage {
  readonly messages: Record<string, string>;
  readonly rooms: Set<Room>;
}

/** Starts an app's catalogue with no message loaded. */
export function createCatalogue<Room extends string>(
  first: Locale,
  loadRoom: LoadRoom<Room>,
): Catalogue<Room> {
  const wanted = new Set<Room>();
  const listeners = new Set<() => void>();
  const empty = (locale: Locale): Language<Room> => ({ locale, messages: {}, rooms: new Set() });
  let current = empty(first);
  let asked = first;

  async function fill(language: Language<Room>): Promise<void> {
    const missing = [...wanted].filter((room) => !language.rooms.has(room));
    await Promise.all(
      missing.map(async (room) => {
        Object.assign(language.messages, await loadRoom(language.locale, room));
        language.rooms.add(room);
      }),
    );
  }

  /** Fills a language, and again while rooms are asked for meanwhile. */
  async function complete(language: Language<Room>): Promise<Language<Room>> {
    while ([...wanted].some((room) => !language.rooms.has(room))) await fill(language);
    return language;
  }

  async function inLanguage(locale: Locale): Promise<Language<Room>> {
    try {
      return await complete(empty(locale));
    } catch (error) {
      if (locale === defaultLocale) throw error;
      console.warn(`The ${locale} messages could not be loaded.`, error);
      return complete(empty(defaultLocale));
    }
  }

  function show(language: Language<Room>): void {
    current = language;
    for (const listener of listeners) listener();
  }

  return {
    current: () => current,
    async load(rooms) {
      for (const room of rooms) wanted.add(room);
      try {
        if (current.rooms.size === 0) {
          const language = await inLanguage(current.locale);
          if (current.rooms.size === 0) current = language;
        }
        while (rooms.some((room) => !current.rooms.has(room))) await complete(current);
      } catch (error) {
        for (const room of rooms) if (!current.rooms.has(room)) wanted.delete(room);
        throw error;
      }
    },
    async change(locale) {
      asked = locale;
      const next = await inLanguage(locale);
      if (asked === locale) show(next);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
