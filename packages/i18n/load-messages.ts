import type { Locale } from './locales.ts';
import {
  type ConsoleRoom,
  type CustomerRoom,
  consoleRooms,
  customerRooms,
  type ServerRoom,
  serverRooms,
  sharedRooms,
} from './rooms.gen.ts';

/** A part of a catalogue: flat message ids to ICU texts. */
export type Messages = Readonly<Record<string, string>>;

/** Loads the messages of one room in one language. Rejects when they can't be had. */
export type LoadRoom<Room extends string> = (locale: Locale, room: Room) => Promise<Messages>;

// A bundler makes a chunk of each file that a pattern matches, and leaves out the patterns that an app does not use:
// the customers' app holds no file of the console.
/** Loads a room that apps and server share. */
export const loadSharedRoom = async (locale: Locale, room: string): Promise<Messages> =>
  (await import(`./messages/${locale}/shared/${room}.json`, { with: { type: 'json' } })).default;

const isShared = (room: string): boolean => (sharedRooms as readonly string[]).includes(room);

/** Loads a room of the customers' app. */
export const loadCustomerRoom: LoadRoom<CustomerRoom> = async (locale, room) =>
  isShared(room)
    ? loadSharedRoom(locale, room)
    : (await import(`./messages/${locale}/${room}.json`, { with: { type: 'json' } })).default;

/** Loads a room of the operators' console. */
export const loadConsoleRoom: LoadRoom<ConsoleRoom> = async (locale, room) =>
  isShared(room)
    ? loadSharedRoom(locale, room)
    : (await import(`./messages/${locale}/console/${room}.json`, { with: { type: 'json' } })).default;

/** Loads a room of the server: what it sends by mail and SMS. No app holds these files. */
export const loadServerRoom: LoadRoom<ServerRoom> = async (locale, room) =>
  (await import(`./messages/${locale}/server/${room}.json`, { with: { type: 'json' } })).default;

/** Loads every room of a language, of both apps and the server, by the first words of its ids: for tests and stories. */
export async function loadRooms(locale: Locale): Promise<Readonly<Record<string, Messages>>> {
  const desks = consoleRooms.filter((room) => !isShared(room));
  const rooms = await Promise.all([
    ...customerRooms.map(async (room) => [room, await loadCustomerRoom(locale, room)] as const),
    ...serverRooms.map(async (room) => [room, await loadServerRoom(locale, room)] as const),
    ...desks.map(async (room) => [`console.${room}`, await loadConsoleRoom(locale, room)] as const),
  ]);
  return Object.fromEntries(rooms);
}

/** Loads every message of a language: for tests and stories. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  return Object.assign({}, ...Object.values(await loadRooms(locale)));
}
