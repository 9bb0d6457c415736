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
  for (const name of ['money', 'prices', 'rules', 'kernel', 'journal', 'contract', 'i18n', 'ui', 'proofs'])
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

async function violationsWith(files: Record<string, string>): Promise<readonly string[]> {
  for (const [file, text] of Object.entries(files)) write(file, text);
  try {
    return (await checkImports(planted)).violations;
  } finally {
    for (const file of Object.keys(files)) rmSync(join(planted, file));
  }
}

const imports = (what: string) => `import * as planted from '${what}';\nexport const use = planted;\n`;

test('the house keeps its own rules, and was read', async () => {
  const report = await checkImports(root);
  expect(report.violations).toEqual([]);
  expect(report.modules).toBeGreaterThan(100);
  expect(report.imports).toBeGreaterThan(report.modules);
});

test('the small house has nothing wrong before anything is planted', async () => {
  expect(await violationsWith({})).toEqual([]);
});

test.each([
  ['arrows-of-packages-money', 'packages/money/planted.test.ts', '@candor/kernel', false],
  ['arrows-of-packages-money', 'packages/money/planted.ts', '@candor/kernel', true],
  ['arrows-of-packages-kernel', 'packages/kernel/planted.ts', '@candor/journal', true],
  ['arrows-of-packages-contract', 'packages/contract/planted.ts', '@candor/rules', true],
  ['arrows-of-packages-ui', 'packages/ui/planted.tsx', '@candor/contract', true],
  ['arrows-of-apps-web', 'apps/web/planted.ts', '@candor/kernel', true],
  ['arrows-of-apps-web', 'apps/web/planted.ts', '../server/index.ts', true],
  ['arrows-of-apps-console', 'apps/console/planted.ts', '@candor/journal', true],
  ['arrows-of-apps-server', 'apps/server/planted.ts', '@candor/ui', true],
  ['arrows-of-apps-verifier', 'apps/verifier/planted.ts', '@candor/contract', true],
  ['pure-no-node-no-npm', 'packages/kernel/planted.ts', 'node:fs', true],
  ['pure-no-node-no-npm', 'packages/rules/planted.ts', 'big.js', true],
  ['enter-by-the-front-door', 'packages/kernel/planted.ts', '../money/inner.ts', true],
  ['not-to-tests', 'apps/server/planted.ts', '../../tests/index.ts', true],
])('%s: %s importing %s is judged rightly', async (rule, file, what, wrong) => {
  const found = (await violationsWith({ [file]: imports(what) })).map((line) => line.split(':')[0]);
  if (wrong) expect(found).toContain(rule);
  else expect(found).not.toContain(rule);
});

test('one product of the kernel may not know another', async () => {
  const found = await violationsWith({
    'packages/kernel/products/spot/planted.ts': imports('../loan/planted.ts'),
    'packages/kernel/products/loan/planted.ts': 'export const loan = 1;\n',
  });
  expect(found).toContain(
    'product-knows-no-product: packages/kernel/products/spot/planted.ts -> packages/kernel/products/loan/planted.ts',
  );
});

test('a cycle is found, of types too', async () => {
  const found = await violationsWith({
    'packages/rules/one.ts': "import type { Two } from './two.ts';\nexport type One = Two;\n",
    'packages/rules/two.ts': "import type { One } from './one.ts';\nexport type Two = One;\n",
  });
  expect(found.filter((line) => line.startsWith('no-circular'))).not.toEqual([]);
});

test('a cruise that sees no imports fails, and does not pass as clean', async () => {
  const config = join(planted, '.dependency-cruiser.cjs');
  writeFileSync(config, "module.exports = { forbidden: [], options: { exclude: { path: '.*' } } };\n");
  try {
    const found = await violationsWith({ 'packages/kernel/planted.ts': imports('@candor/journal') });
    expect(found).toContain('unread: packages/kernel/planted.ts -> its imports were not seen');
  } finally {
    cpSync(join(root, '.dependency-cruiser.cjs'), config);
  }
});
