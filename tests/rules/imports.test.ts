import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkImports } from '../../tools/import-rules.ts';
import { root } from '../../tools/run.ts';

let planted = '';

/** A small house of the same shape, in which each package has an index and an inner file. */
beforeAll(() => {
  planted = mkdtempSync(join(tmpdir(), 'candor-imports-'));
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'tsconfig.base.json', 'package.json'])
    cpSync(join(root, file), join(planted, file));
  const modules = join(planted, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@candor') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const name of [
    'money',
    'prices',
    'rules',
    'products',
    'kernel',
    'journal',
    'api',
    'i18n',
    'ui',
    'proofs',
  ])
    room(`packages/${name}`, name);
  for (const name of ['server', 'web', 'console', 'verifier']) room(`apps/${name}`, null);
  room('tests', null);
});
afterAll(() => rmSync(planted, { recursive: true, force: true }));

function room(folder: string, name: string | null): void {
  write(`${folder}/inner.ts`, 'export const inner = 1;\n');
  write(`${folder}/index.ts`, "export * from './inner.ts';\n");
  if (name === null) return;
  write(
    `${folder}/package.json`,
    JSON.stringify({ name: `@candor/${name}`, exports: { '.': './index.ts' } }),
  );
  mkdirSync(join(planted, 'node_modules', '@candor'), { recursive: true });
  symlinkSync(join(planted, folder), join(planted, 'node_modules', '@candor', name));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(planted, file)), { recursive: true });
  writeFileSync(join(planted, file), text);
}

/** Violations by one cruise over all plants; a cruise for each would take a second of processor time. */
let judged: readonly string[] = [];
const plants: Record<string, string> = {};
let planters = 0;

beforeAll(async () => {
  for (const [file, text] of Object.entries(plants)) write(file, text);
  judged = (await checkImports(planted)).violations;
  for (const file of Object.keys(plants)) rmSync(join(planted, file), { force: true });
});

/**
 * Plants `file`, which imports `what`, under a name of its own, and other files beside it. Returns the later verdict:
 * the violations that name the file, as if it had the name given.
 */
function plant(file: string, text: string, others: Readonly<Record<string, string>> = {}): () => string[] {
  planters += 1;
  const own = `planted${planters}.`;
  const path = file.replace('planted.', own);
  Object.assign(plants, others, { [path]: text });
  return () => judged.filter((line) => line.includes(own)).map((line) => line.replaceAll(own, 'planted.'));
}

const imports = (what: string) => `import * as planted from '${what}';\nexport const use = planted;\n`;

test('the small house has nothing wrong before anything is planted', async () => {
  expect((await checkImports(planted)).violations).toEqual([]);
});

const arrows = [
  ['arrows-of-packages-money', 'packages/money/planted.test.ts', '@candor/kernel', false],
  ['arrows-of-packages-money', 'packages/money/planted.ts', '@candor/kernel', true],
  ['arrows-of-packages-kernel', 'packages/kernel/planted.ts', '@candor/journal', true],
  ['arrows-of-packages-api', 'packages/api/planted.ts', '@candor/rules', true],
  ['arrows-of-packages-ui', 'packages/ui/planted.tsx', '@candor/api', true],
  ['arrows-of-apps-web', 'apps/web/planted.ts', '@candor/kernel', true],
  ['arrows-of-apps-web', 'apps/web/planted.ts', '../server/index.ts', true],
  ['arrows-of-apps-console', 'apps/console/planted.ts', '@candor/journal', true],
  ['arrows-of-apps-server', 'apps/server/planted.ts', '@candor/ui', true],
  ['arrows-of-apps-verifier', 'apps/verifier/planted.ts', '@candor/api', true],
  ['pure-no-node-no-npm', 'packages/kernel/planted.ts', 'node:fs', true],
  ['pure-no-node-no-npm', 'packages/rules/planted.ts', 'big.js', true],
  ['enter-by-the-front-door', 'packages/kernel/planted.ts', '../money/inner.ts', true],
  ['not-to-tests', 'apps/server/planted.ts', '../../tests/index.ts', true],
] as const;
test.each(
  arrows.map(([rule, file, what, wrong]) => [rule, file, what, wrong, plant(file, imports(what))] as const),
)('%s: %s importing %s is judged rightly', (rule, _file, _what, wrong, verdict) => {
  const found = verdict().map((line) => line.split(':')[0]);
  if (wrong) expect(found).toContain(rule);
  else expect(found).not.toContain(rule);
});

const stranger = plant('packages/kernel/products/spot/planted.ts', imports('../loan/there.ts'), {
  'packages/kernel/products/loan/there.ts': 'export const loan = 1;\n',
});
test('one product of the kernel may not know another', () => {
  expect(stranger()).toContain(
    'product-knows-no-product: packages/kernel/products/spot/planted.ts -> packages/kernel/products/loan/there.ts',
  );
});

const kernelThere = 'export const there = 1;\n';
const kernelRooms = [
  ['kernel-product-stays-below-the-machine', 'products/spot/planted.ts', 'machine.ts', true],
  ['kernel-product-stays-below-the-machine', 'products/spot/planted.ts', 'codec/commands.ts', true],
  ['kernel-product-stays-below-the-machine', 'products/spot/planted.ts', 'products/list.ts', true],
  ['kernel-product-stays-below-the-machine', 'products/spot/planted.ts', 'ledger/entries.ts', false],
  ['kernel-shared-room-knows-no-product', 'planted.ts', 'products/spot/there.ts', true],
  ['kernel-shared-room-knows-no-product', 'ledger/planted.ts', 'products/vocabulary.ts', true],
  ['kernel-shared-room-knows-no-product', 'ledger/planted.ts', 'ledger/entries.ts', false],
  ['kernel-shared-room-stays-below-the-machine', 'ledger/planted.ts', 'machine.ts', true],
  ['kernel-shared-room-stays-below-the-machine', 'ledger/planted.ts', 'ledger/entries.ts', false],
] as const;
test.each(
  kernelRooms.map(([rule, file, what, wrong]) => {
    const up = '../'.repeat(file.split('/').length - 1) || './';
    const others = what === 'machine.ts' ? {} : { [`packages/kernel/${what}`]: kernelThere };
    return [
      rule,
      file,
      what,
      wrong,
      plant(`packages/kernel/${file}`, imports(`${up}${what}`), others),
    ] as const;
  }),
)('%s: %s of the kernel importing %s is judged rightly', (rule, _file, _what, wrong, verdict) => {
  const found = verdict().map((line) => line.split(':')[0]);
  if (wrong) expect(found).toContain(rule);
  else expect(found).not.toContain(rule);
});

Object.assign(plants, {
  'packages/kernel/machine.ts': imports('./products/spot/there.ts'),
  'packages/kernel/snapshot.ts': imports('./products/list.ts'),
  'packages/kernel/commands.ts': imports('./products/spot/there.ts'),
  'packages/kernel/events.ts': imports('./products/vocabulary.ts'),
});
test.each([
  ['machine.ts', ['kernel-roof-knows-products-by-their-list']],
  ['snapshot.ts', []],
  ['commands.ts', ['kernel-words-know-words-alone']],
  ['events.ts', []],
])('%s of the kernel, which has a rule of its own, is judged rightly', (file, rules) => {
  const found = judged.filter((line) => line.includes(`packages/kernel/${file} ->`));
  expect(found.map((line) => line.split(':')[0]).filter((rule) => rule!.startsWith('kernel-'))).toEqual(
    rules,
  );
});

const perpetual = 'packages/kernel/products/perpetual';
const rooms = [
  ['rooms-of', `${perpetual}/orders/planted.ts`, '../matching/there.ts', `${perpetual}/matching/there.ts`],
  ['rooms-of', `${perpetual}/funding/planted.ts`, '../there.ts', `${perpetual}/there.ts`],
  ['unlisted-room-of', `${perpetual}/cellar/planted.ts`, '../state/there.ts', `${perpetual}/state/there.ts`],
  [
    'doors-of',
    'packages/kernel/planted.ts',
    './products/perpetual/risk/there.ts',
    `${perpetual}/risk/there.ts`,
  ],
  [null, `${perpetual}/matching/planted.ts`, '../orders/there.ts', `${perpetual}/orders/there.ts`],
  [null, `${perpetual}/planted.ts`, './matching/there.ts', `${perpetual}/matching/there.ts`],
  [
    null,
    'packages/kernel/planted.ts',
    './products/perpetual/protocol/there.ts',
    `${perpetual}/protocol/there.ts`,
  ],
] as const;
test.each(
  rooms.map(([rule, file, what, target]) => {
    const verdict = plant(file, imports(what), { [target]: 'export const there = 1;\n' });
    return [rule, file, what, target, verdict] as const;
  }),
)('rooms of the perpetual: %s for %s importing %s', (rule, file, _what, target, verdict) => {
  const places = verdict().filter((line) => line.includes('products-perpetual'));
  expect(places).toEqual(
    rule === null ? [] : [`${rule}-packages-kernel-products-perpetual: ${file} -> ${target}`],
  );
});

const floors = [
  ['web-floor-data', 'data/planted.ts', 'common/inner.ts', true],
  ['web-floor-common', 'common/planted.ts', 'data/inner.ts', false],
  ['web-floor-trade-book', 'trade/book/planted.ts', 'trade/terminal/inner.ts', true],
  ['web-floor-trade-book', 'trade/book/planted.ts', 'trade/orders/inner.ts', true],
  ['web-floor-trade-terminal', 'trade/terminal/planted.ts', 'trade/book/inner.ts', false],
  ['web-floor-trade-terminal', 'trade/terminal/planted.ts', 'spot/inner.ts', true],
  ['web-floor-shell', 'shell/planted.ts', 'app/inner.ts', true],
  ['web-subject-knows-no-subject', 'staking/planted.ts', 'loan/inner.ts', true],
  ['web-subject-knows-no-subject', 'staking/planted.ts', 'app/inner.ts', true],
  ['web-subject-knows-no-subject', 'staking/planted.ts', 'trade/terminal/inner.ts', false],
  ['web-subject-knows-no-subject', 'staking/planted.ts', 'staking/inner.ts', false],
  ['web-subject-knows-no-subject', 'app/planted.ts', 'staking/inner.ts', false],
  ['web-shared-room-has-a-floor', 'trade/gallery/planted.ts', 'data/inner.ts', true],
] as const;
const consoleFloors = [
  ['console-floor-data', 'data/planted.ts', 'shell/inner.ts', true],
  ['console-floor-shell', 'shell/planted.ts', 'log/inner.ts', true],
  ['console-floor-shell', 'shell/planted.ts', 'data/inner.ts', false],
  ['console-subject-knows-no-subject', 'kyc/planted.ts', 'log/inner.ts', true],
  ['console-subject-knows-no-subject', 'kyc/planted.ts', 'app/inner.ts', true],
  ['console-subject-knows-no-subject', 'kyc/planted.ts', 'shell/inner.ts', false],
  ['console-subject-knows-no-subject', 'app/planted.ts', 'kyc/inner.ts', false],
] as const;
test.each(
  [
    ...floors.map((floor) => ['apps/web', ...floor] as const),
    ...consoleFloors.map((floor) => ['apps/console', ...floor] as const),
  ].map(([app, rule, file, what, wrong]) => {
    const depth = '../'.repeat(file.split('/').length - 1);
    const target = { [`${app}/${what}`]: 'export const inner = 1;\n' };
    return [rule, file, what, wrong, plant(`${app}/${file}`, imports(`${depth}${what}`), target)] as const;
  }),
)('%s: %s importing %s is judged rightly', (rule, _file, _what, wrong, verdict) => {
  const rules = verdict().map((line) => line.split(':')[0]);
  if (wrong) expect(rules).toContain(rule);
  else expect(rules).not.toContain(rule);
});

Object.assign(plants, {
  'packages/rules/one.ts': "import type { Two } from './two.ts';\nexport type One = Two;\n",
  'packages/rules/two.ts': "import type { One } from './one.ts';\nexport type Two = One;\n",
});
test('a cycle is found, of types too', () => {
  const cycles = judged.filter((line) => line.startsWith('no-circular'));
  expect(cycles.join('\n')).toContain('packages/rules/one.ts');
});

test('a cruise that sees no imports fails, and does not pass as clean', async () => {
  const config = join(planted, '.dependency-cruiser.cjs');
  writeFileSync(config, "module.exports = { forbidden: [], options: { exclude: { path: '.*' } } };\n");
  try {
    write('packages/kernel/planted.ts', imports('@candor/journal'));
    const { violations } = await checkImports(planted);
    expect(violations).toContain('unread: packages/kernel/planted.ts -> its imports were not seen');
  } finally {
    cpSync(join(root, '.dependency-cruiser.cjs'), config);
    rmSync(join(planted, 'packages/kernel/planted.ts'), { force: true });
  }
});

const serverWings = [
  'base',
  'engine',
  'prices',
  'gateway',
  'operators',
  'users',
  'money',
  'trading',
  'program',
];
/** Each wing and the next: the upper takes from the lower, never the other way round. */
const pairs = serverWings.slice(1).flatMap((upper, place) => {
  const lower = serverWings[place]!;
  return [
    [`server-wing-${lower}`, `${lower}/attic/planted.ts`, `${upper}/cellar/index.ts`, true],
    [`server-wing-${lower}`, `${upper}/attic/planted.ts`, `${lower}/cellar/index.ts`, false],
  ] as const;
});
const serverRooms = [
  ...pairs,
  ['server-wing-base', 'base/attic/planted.ts', 'program/cellar/index.ts', true],
  ['server-wing-users', 'users/attic/planted.test.ts', 'money/cellar/index.ts', false],
  ['server-room-has-a-wing', 'tower/attic/planted.ts', 'base/cellar/index.ts', true],
  ['server-subject-enters-by-index', 'trading/spot/planted.ts', 'money/loan/inner.ts', true],
  ['server-subject-enters-by-index', 'trading/spot/planted.ts', 'money/loan/index.ts', false],
  ['server-subject-enters-by-index', 'trading/spot/planted.ts', 'engine/core/inner.ts', false],
  ['server-subject-enters-by-index', 'trading/spot/planted.ts', 'trading/spot/inner.ts', false],
  ['server-shared-room-knows-no-subject', 'trading/maker/planted.ts', 'money/loan/index.ts', true],
  ['server-shared-room-knows-no-subject', 'gateway/planted.ts', 'base/loan/index.ts', true],
  ['server-shared-room-knows-no-subject', 'gateway/http/planted.ts', 'engine/core/inner.ts', false],
  ['server-roof-enters-by-index', 'program/start/planted.ts', 'money/loan/inner.ts', true],
  ['server-roof-enters-by-index', 'program/subjects/planted.ts', 'money/loan/subject.ts', false],
  ['server-roof-enters-by-index', 'program/subjects/planted.ts', 'money/loan/queries.ts', false],
  ['server-roof-enters-by-index', 'program/subjects/planted.ts', 'money/loan/desk.ts', false],
  ['server-roof-is-imported-by-nobody', 'trading/spot/planted.ts', 'program/start/inner.ts', true],
  ['server-roof-is-imported-by-nobody', 'gateway/http/planted.ts', 'program/subjects/inner.ts', true],
  ['server-roof-is-imported-by-nobody', 'program/start/planted.ts', 'program/subjects/inner.ts', false],
] as const;
test.each(
  serverRooms.map(([rule, file, what, wrong]) => {
    const depth = '../'.repeat(file.split('/').length - 1);
    const target = { [`apps/server/${what}`]: 'export const there = 1;\n' };
    return [
      rule,
      file,
      what,
      wrong,
      plant(`apps/server/${file}`, imports(`${depth}${what}`), target),
    ] as const;
  }),
)('%s: %s of the server importing %s is judged rightly', (rule, file, what, wrong, verdict) => {
  const places = verdict().filter((line) => line.startsWith('server-'));
  if (wrong) expect(places).toContain(`${rule}: apps/server/${file} -> apps/server/${what}`);
  else expect(places).toEqual([]);
});
