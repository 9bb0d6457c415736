import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { madeOnce } from './made-once.ts';

let folder: string;
let path: string;
let made: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-once-'));
  path = join(folder, 'thing');
  made = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const make = async () => {
  made += 1;
  await sleep(20);
  await writeFile(path, 'made');
};

test('of many that ask at once one makes it, and all get it', async () => {
  await Promise.all(Array.from({ length: 5 }, () => madeOnce(path, make)));
  expect(made).toBe(1);
});

test('after a failure the next that asks makes it', async () => {
  const failing = () => Promise.reject(new Error('too slow'));
  await expect(madeOnce(path, failing)).rejects.toThrow('too slow');
  await madeOnce(path, make);
  expect(made).toBe(1);
});

test('the claim of a process that is gone holds nobody up', async () => {
  await writeFile(`${path}.claim`, '4194305');
  await madeOnce(path, make);
  expect(made).toBe(1);
});
