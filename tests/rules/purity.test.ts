import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkPurity } from '../../tools/purity.ts';
import { root } from '../../tools/run.ts';

let planted = '';

beforeAll(() => {
  planted = mkdtempSync(join(tmpdir(), 'candor-purity-'));
  for (const name of ['money', 'prices', 'rules', 'products', 'kernel'])
    mkdirSync(join(planted, 'packages', name, 'deep'), { recursive: true });
});
afterAll(() => rmSync(planted, { recursive: true, force: true }));

function plant(code: string, file = 'packages/kernel/deep/planted.ts'): string[] {
  writeFileSync(join(planted, file), code);
  try {
    return checkPurity(planted).impurities.map((found) => `${found.file}:${found.line} ${found.what}`);
  } finally {
    rmSync(join(planted, file));
  }
}

test('the pure packages are pure, and were read', () => {
  const report = checkPurity(root);
  expect(report.impurities).toEqual([]);
  expect(report.files).toBeGreaterThan(15);
});

test.each([
  ['Date', 'export const now = () => Date.now();'],
  ['Date', 'export const day = new Date(0);'],
  ['Math.random', 'export const luck = Math.random();'],
  ['Math.sqrt', 'export const root = Math.sqrt(2);'],
  ['Math.pow', "export const power = Math['pow'](2, 3);"],
  ['Math.[…]', "const name = 'sqrt'; export const root = Math[name as 'sqrt'](2);"],
  ['Intl', "export const text = new Intl.NumberFormat('en').format(1n);"],
  ['.toLocaleString', 'export const text = (5n).toLocaleString();'],
  ['.localeCompare', "export const order = ['b', 'a'].sort((x, y) => x.localeCompare(y));"],
  ['.toFixed', 'export const text = (1).toFixed(2);'],
  ['.parseFloat', "export const value = Number.parseFloat('1');"],
  ['parseFloat', "export const value = parseFloat('1');"],
  ['0.1', 'export const rate = 0.1;'],
  ['async', 'export async function wait() {}'],
  ['async', 'export const wait = async () => {};'],
  ['async', 'export class Waiter { async wait() {} }'],
  ['await', 'export const value = await 1;'],
  ['await', 'for await (const value of []) globalValue(value); function globalValue(_: never) {}'],
  ['Promise', 'export const later = new Promise(() => {});'],
  ['import()', "export const later = import('./other.ts');"],
  ['process', 'export const zone = process.env.TZ;'],
  ['globalThis', "export const clock = globalThis['Date'];"],
  ['performance', 'export const now = [performance.now()];'],
])('%s is found in %s', (what, code) => {
  expect(plant(code).map((line) => line.split(' ')[1])).toContain(what);
});

test.each(['money', 'prices', 'rules', 'products', 'kernel'])(
  'packages/%s is read to its last folder',
  (name) => {
    const file = `packages/${name}/deep/planted.ts`;
    expect(plant('// why\n\nexport const now =\n  Date.now();\n', file)).toEqual([`${file}:4 Date`]);
  },
);

test('a member or a key of a banned name, and integer arithmetic, are let through', () => {
  const code = `
    export const order = { Date: 1n, process: 2 };
    export const sum = order.process + Math.max(1, Math.floor(7 / 2)) + Math.trunc(1e6);
    export const money = 10n ** 8n;
  `;
  expect(plant(code)).toEqual([]);
});
