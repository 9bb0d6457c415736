import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { generateRooms } from './message-rooms.mjs';
import { MessageStore } from './messages.ts';

let root: string;
const store = () => new MessageStore(root, root);
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: root });

function write(language: string, texts: Record<string, string>): void {
  for (const folder of ['.', 'shared', 'server', 'console'])
    mkdirSync(join(root, 'messages', language, folder), { recursive: true });
  writeFileSync(join(root, 'messages', language, 'a.json'), JSON.stringify(texts));
}

const record = async () => Object.fromEntries(await store().record('de'));
const revised = () => readFileSync(join(root, 'revised/de.json'), 'utf8');

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'candor-messages-'));
  mkdirSync(join(root, 'revised'));
  writeFileSync(join(root, 'revised/de.json'), '{}');
  write('en', { 'a.one': 'One', 'a.two': 'Two' });
  write('de', { 'a.one': 'Eins', 'a.two': 'Zwei' });
  git('init', '-q');
  expect(await record()).toEqual({});
  git('add', '.');
  git('commit', '-qm', 'Begin');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('names the messages whose English changed while the translation stayed', async () => {
  const before = revised();
  write('en', { 'a.one': 'One coin', 'a.two': 'Two', 'a.three': 'Three' });
  write('de', { 'a.one': 'Eins', 'a.two': 'Zwei', 'a.three': 'Drei' });
  expect(await record()).toEqual({ a: ['a.one'] });
  expect(revised()).toBe(before);
  expect(await store().list('de')).toEqual({ 'a.one': { english: 'One coin', text: 'Eins' } });
});

it('records a room whose changed messages were all revised, also where they were committed apart', async () => {
  write('en', { 'a.one': 'One coin', 'a.two': 'Two coins' });
  git('commit', '-qam', 'Change the English');
  write('de', { 'a.one': 'Ein Coin', 'a.two': 'Zwei' });
  expect(await record()).toEqual({ a: ['a.two'] });
  git('commit', '-qam', 'Revise one');
  write('de', { 'a.one': 'Ein Coin', 'a.two': 'Zwei Coins' });
  expect(await record()).toEqual({});
  expect(await record()).toEqual({});
});

it('records a room by name where the translation still fits', async () => {
  write('en', { 'a.one': 'A one', 'a.two': 'Two' });
  expect(await record()).toEqual({ a: ['a.one'] });
  await store().keep('de', ['a']);
  expect(await record()).toEqual({});
});

it('names every message of a room where no history holds its last revision', async () => {
  rmSync(join(root, '.git'), { recursive: true });
  write('en', { 'a.one': 'A one', 'a.two': 'Two' });
  expect(await record()).toEqual({ a: ['a.one', 'a.two'] });
});

it('the list of rooms and ids is the one that the English folder gives', () => {
  const text = readFileSync(join(import.meta.dirname, '../packages/i18n/rooms.gen.ts'), 'utf8');
  expect(text === generateRooms(), 'run `npm run messages`').toBe(true);
});
