// Lists the rooms and ids of the English messages as a TypeScript module. The set-up runs it before any TypeScript can be run.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const i18n = join(dirname(fileURLToPath(import.meta.url)), '../packages/i18n');
const english = join(i18n, 'messages/en');
const target = join(i18n, 'rooms.gen.ts');

/** The names of the rooms that lie in a folder of the English messages, of this project or under `messages`. */
export function roomsIn(folder, messages = english) {
  return readdirSync(join(messages, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

function idsOf(folder, rooms) {
  return rooms.flatMap((room) =>
    Object.keys(JSON.parse(readFileSync(join(english, folder, `${room}.json`), 'utf8'))),
  );
}

/** The text of the module. */
export function generateRooms() {
  const rooms = {
    shared: roomsIn('shared'),
    '.': roomsIn('.'),
    console: roomsIn('console'),
    server: roomsIn('server'),
  };
  const { shared, '.': customer, console: desks, server } = rooms;
  // an app looks a room up by its name alone
  const twice = shared.filter((room) => customer.includes(room) || desks.includes(room));
  if (twice.length > 0) throw new Error(`a shared room and another have one name: ${twice.join(', ')}`);
  const ids = Object.entries(rooms)
    .flatMap(([folder, names]) => idsOf(folder, names))
    .sort();
  const list = (name, names) =>
    `export const ${name} = [\n${names.map((room) => `  '${room}',\n`).join('')}] as const;\n`;
  return [
    '// Generated from the English messages by tools/message-rooms.mjs.\n',
    list('sharedRooms', shared),
    list('customerRooms', [...shared, ...customer]),
    list('consoleRooms', [...shared, ...desks]),
    list('serverRooms', server),
    'export type CustomerRoom = (typeof customerRooms)[number];',
    'export type ConsoleRoom = (typeof consoleRooms)[number];',
    'export type ServerRoom = (typeof serverRooms)[number];\n',
    // the members of an interface: tools that read imports run out of stack in a union of some 3,600
    `interface MessageIds {\n${ids.map((id) => `  readonly '${id}': true;`).join('\n')}\n}\n`,
    '/** The id of every message. */',
    'export type MessageId = keyof MessageIds;\n',
  ].join('\n');
}

/** Writes the module where it is not what the English messages give; a reader never sees half of it. */
export function writeRooms() {
  const text = generateRooms();
  if (existsSync(target) && readFileSync(target, 'utf8') === text) return;
  const begun = `${target}.${process.pid}`;
  writeFileSync(begun, text);
  renameSync(begun, target);
}
