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

const packages = ['money', 'prices', 'rules', 'products', 'kernel'];
const product = 'packages/kernel/products/locker';
/** What it says of itself, once. */
const declaration = `import { declare } from './declare.ts';

/** Lockers: an amount that waits until a time. */
export const locker = declare({ commands: { openLocker: { sender: 'user' } }, entries: {} });
`;

/** The room of a product that keeps an amount until a time, as docs/ADDING.md lists its files. */
const room: Readonly<Record<string, string>> = {
  'commands.ts': `import type { Amount } from '@candor/money';

/** Keeps an amount of an asset in the sender's wallet until a time. */
export interface OpenLocker {
  readonly type: 'openLocker';
  readonly assetId: number;
  readonly amount: Amount;
  readonly untilMs: number;
}

export type LockerCommand = OpenLocker;
`,
  'events.ts': `/** A locker opened by itself. */
export interface LockerOverEvent {
  readonly type: 'lockerOver';
  readonly lockerId: number;
  readonly userId: number;
}

export type LockerEvent = LockerOverEvent;
export type LockerRejection = 'LOCKER_TIME_INVALID';
`,
  'view.ts': `export interface LockerView {
  lockers(): number;
}
`,
  'vocabulary.ts': `import type { LockerCommand } from './commands.ts';
import type { LockerEvent } from './events.ts';

export type * from './commands.ts';
export type * from './events.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface LockerVocabulary {
  readonly command: LockerCommand;
  readonly event: LockerEvent;
}
`,
  'codec.ts': `import { amount, type CommandCodecs, command, number } from '../../codec/fields.ts';
import type { LockerCommand, OpenLocker } from './commands.ts';

/** Codes 900 to 909. */
export const lockerCodecs: CommandCodecs<LockerCommand> = {
  openLocker: command<OpenLocker>(900, { assetId: number, amount, untilMs: number }),
};
`,
  'locker-product.ts': `import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { count, list, number, record } from '../../codec/fields.ts';
import { type DueItem, DueQueue } from '../../due/due-queue.ts';
import type { DueSlice } from '../../due/due-slice.ts';
import type { Outcome } from '../../events.ts';
import { DONE, refuse } from '../../outcome.ts';
import { type CommandHandlers, type Ground, type Product, productRoom } from '../../product.ts';
import { lockerCodecs } from './codec.ts';
import type { LockerCommand, OpenLocker } from './commands.ts';
import type { LockerView } from './view.ts';

interface Locker extends DueItem {
  readonly balance: number;
  readonly units: number;
}

const section = list(record<Locker>({ id: count, userId: count, dueMs: number, balance: count, units: count }));

class LockerProduct implements Product {
  readonly name = 'locker';
  readonly handlers: CommandHandlers<LockerCommand> = {
    openLocker: { perform: (userId, command) => this.open(userId, command) },
  };
  readonly view: LockerView = { lockers: () => this.due.size };
  private readonly due = new DueQueue<Locker>();
  private readonly state: Ground['state'];

  constructor({ state }: Ground) {
    this.state = state;
  }

  private open(userId: number, { assetId, amount, untilMs }: OpenLocker): Outcome {
    const { accounts, balances, timeMs } = this.state;
    const balance = balances.find(accounts.find(userId), assetId);
    const units = Number(amount);
    if (untilMs <= timeMs) return refuse('LOCKER_TIME_INVALID');
    if (!Number.isSafeInteger(units) || !balances.covers(balance, units)) return refuse('INSUFFICIENT_BALANCE');
    balances.hold(balance, units);
    this.due.add({ id: ++this.state.lastOrderId, userId, dueMs: untilMs, balance, units });
    return DONE;
  }

  nextDueMs(): number {
    return this.due.nextMs();
  }

  onTimeOf(userId: number, nowMs: number): void {
    for (let item = this.due.takeOf(userId, nowMs); item !== undefined; item = this.due.takeOf(userId, nowMs))
      this.end(item);
  }

  onTime(nowMs: number, _previousMs: number, slice: DueSlice): void {
    while (this.due.nextMs() <= nowMs && slice.take()) this.end(this.due.take(nowMs)!);
  }

  private end({ id, userId, balance, units }: Locker): void {
    this.state.balances.hold(balance, -units);
    this.state.tape.note({ type: 'lockerOver', lockerId: id, userId });
  }

  write(writer: ByteWriter): void {
    section.write(writer, [...this.due.values()].sort((a, b) => a.id - b.id));
  }

  read(reader: ByteReader): void {
    for (const locker of section.read(reader)) {
      this.due.add(locker);
      this.state.balances.hold(locker.balance, locker.units);
    }
  }
}

/** Lockers, as the list of products names them. */
export const locker = productRoom('locker', lockerCodecs, (ground) => new LockerProduct(ground));
`,
};

/** The lines of the recipe: what follows in a file is put before the text that is named, or behind it. */
const lines: readonly (readonly [file: string, before: string, line: string])[] = [
  ['packages/products/list.ts', 'import { margin }', "import { locker } from './locker.ts';\n"],
  ['packages/products/list.ts', '} as const;', '  locker,\n'],
  ['products/list.ts', 'import { margin }', "import { locker } from './locker/locker-product.ts';\n"],
  ['products/list.ts', '] as const;', '  locker,\n'],
  [
    'products/vocabulary.ts',
    'import type { MarginVocabulary }',
    "import type { LockerVocabulary } from './locker/vocabulary.ts';\n",
  ],
  ['products/vocabulary.ts', '  | SpotVocabulary', '  | LockerVocabulary\n'],
  [
    'rejections.ts',
    'import type { MarginRejection }',
    "import type { LockerRejection } from './products/locker/events.ts';\n",
  ],
  ['rejections.ts', '  | SpotRejection', '  | LockerRejection\n'],
  [
    'index.ts',
    "export type * from './products/margin/vocabulary.ts';",
    "export type * from './products/locker/vocabulary.ts';\n",
  ],
];

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
const early = send(7, { type: 'openLocker', assetId: 1001, amount: 30n, untilMs: 10 }).outcome;
const { outcome } = send(7, { type: 'openLocker', assetId: 1001, amount: 30n, untilMs: 5_000 });
kernel = loadKernel(kernel.snapshot());
const held = kernel.balances(7)[0].held;
const before = kernel.locker.lockers();
timeMs = 5_000;
const events = send(0, { type: 'tick' }).events.map(({ type }) => type);
console.log(JSON.stringify([early, outcome, String(held), before, events, kernel.locker.lockers()]));
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
    const path = file.startsWith('packages/') ? file : `packages/kernel/${file}`;
    const text = readFileSync(join(house, path), 'utf8');
    expect(text.split(before), `${before} in ${file}`).toHaveLength(2);
    write(
      path,
      text.replace(before, () => `${line}${before}`),
    );
    expect(section).toContain(`\`${file}\``);
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
    1,
    ['lockerOver', 'balance'],
    0,
  ]);
});
