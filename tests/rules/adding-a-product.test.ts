import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkImports } from '../../tools/import-rules.ts';
import { root } from '../../tools/run.ts';
import { declaration, lines, room } from './toy-product.ts';

const packages = ['money', 'prices', 'rules', 'products', 'kernel'];
const product = 'packages/kernel/products/locker';

const use = `import { createKernel, decodeEnvelopes, encodeEnvelopes, loadKernel } from './packages/kernel/index.ts';
let kernel = createKernel({ audit: true });
let timeMs = 1_000;
const send = (userId, body) => {
  const envelope = { seq: kernel.seq + 1, timeMs, userId, key: null, bodyHash: null, body };
  return kernel.apply(decodeEnvelopes(encodeEnvelopes([envelope]))[0]);
};
send(0, { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
send(0, { type: 'listAsset', assetId: 1001, code: 'A', name: 'A', scale: 8 });
send(0, { type: 'openAccount', accountUserId: 7, kind: 'user' });
send(0, { type: 'practiceFunds', accountUserId: 7, assetId: 1001, amount: 50n });
send(0, { type: 'setLockerFee', fee: 3n });
const early = send(7, { type: 'openLocker', assetId: 1001, amount: 30n, untilMs: 10 }).outcome;
const { outcome } = send(7, { type: 'openLocker', assetId: 1001, amount: 30n, untilMs: 5_000 });
kernel = loadKernel(kernel.snapshot());
const { held, available } = kernel.balances(7)[0];
const before = kernel.locker.lockers();
timeMs = 5_000;
const events = send(0, { type: 'tick' }).events.map(({ type }) => type);
console.log(JSON.stringify([early, outcome, String(held), String(available), before, events, kernel.locker.lockers()]));
`;

let house = '';

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'candor-product-'));
  for (const file of [
    '.dependency-cruiser.cjs',
    'tsconfig.json',
    'tsconfig.base.json',
    'tsconfig.pure.json',
    'package.json',
  ])
    cpSync(join(root, file), join(house, file));
  for (const name of packages)
    cpSync(join(root, 'packages', name), join(house, 'packages', name), { recursive: true });
  const modules = join(house, 'node_modules');
  mkdirSync(join(modules, '@candor'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('@candor') && !name.startsWith('.'))
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const name of packages) symlinkSync(join(house, 'packages', name), join(modules, '@candor', name));
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(house, file)), { recursive: true });
  writeFileSync(join(house, file), text);
}

test('a product of the kernel is added by the files and lines that the recipe names, and works', async () => {
  const recipe = readFileSync(join(root, 'docs/ADDING.md'), 'utf8');
  const [, section = ''] = /## A kernel product\n([\s\S]*?)\n## /.exec(recipe) ?? [];
  for (const [file, text] of Object.entries(room)) {
    write(`${product}/${file}`, text);
    expect(section).toContain(`\`${file.replace('locker', '<product>')}\``);
  }
  write('packages/products/locker.ts', declaration);
  expect(section).toContain('`packages/products/<product>.ts`');
  for (const [file, before, line] of lines) {
    const text = readFileSync(join(house, file), 'utf8');
    expect(text.split(before), `${before} in ${file}`).toHaveLength(2);
    write(
      file,
      text.replace(before, () => `${line}${before}`),
    );
    expect(section).toContain(`\`${file.replace('packages/kernel/', '')}\``);
  }
  write('use.ts', use);
  const run = promisify(execFile);
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  await run(tsc, ['-p', 'tsconfig.pure.json', '--incremental', 'false'], { cwd: house }).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout);
    },
  );
  expect((await checkImports(house)).violations).toEqual([]);
  const { stdout } = await run(process.execPath, ['use.ts'], { cwd: house });
  expect(JSON.parse(stdout)).toEqual([
    { ok: false, code: 'LOCKER_TIME_INVALID' },
    { ok: true, kind: 'plain' },
    '30',
    '17',
    1,
    ['lockerOver', 'balance'],
    0,
  ]);
});
