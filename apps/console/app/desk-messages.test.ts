import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { consoleRooms } from '@candor/i18n';
import { expect, it } from 'vitest';
import { desks } from './desks.ts';

const root = join(import.meta.dirname, '..');
/** Rooms that are loaded for every desk. */
const ALWAYS = ['ui', 'error', 'shell'];
/** The start of a message id in quotes, as far as it is written out. */
const ID = /['`]([a-z]+(?:\.[a-zA-Z]+)+\.?)/g;

/** Returns the room of each message id that a file names. */
function roomsNamed(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(ID)].flatMap(([, id = '']) => {
    const [first = '', second = ''] = id.split('.');
    const room = first === 'console' ? second : first;
    return (consoleRooms as readonly string[]).includes(room) ? [room] : [];
  });
}

it('loads for each desk the messages that the files beside it name', () => {
  const loaded = new Map<string, Set<string>>();
  for (const file of globSync('*/*desk*.ts', { cwd: root })) {
    const source = readFileSync(join(root, file), 'utf8');
    const ofFile = desks.filter(({ path }) => source.includes(`path: '${path}'`));
    const rooms = loaded.get(dirname(file)) ?? new Set(ALWAYS);
    for (const { messages } of ofFile) for (const room of messages) rooms.add(room);
    if (ofFile.length > 0) loaded.set(dirname(file), rooms);
  }
  expect([...loaded].length).toBeGreaterThan(15);
  const missing = [...loaded].flatMap(([folder, rooms]) =>
    globSync(`${folder}/*.{ts,tsx}`, { cwd: root }).flatMap((file) =>
      roomsNamed(join(root, file))
        .filter((room) => !rooms.has(room))
        .map((room) => `${file}: ${room}`),
    ),
  );
  expect([...new Set(missing)]).toEqual([]);
});
