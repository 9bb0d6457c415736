import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../tools/run.ts';
import { begunDataDir, cleanEnvironment, endAll } from '../support/program.ts';

let dataDir: string;
let folder: string;

beforeAll(async () => {
  dataDir = await begunDataDir();
  folder = await mkdtemp(join(tmpdir(), 'candor-operator-log-'));
});

afterAll(async () => {
  await endAll(dataDir);
  await rm(folder, { recursive: true, force: true });
});

const tool = (script: string, ...args: string[]) =>
  run(process.execPath, [script, ...args], { env: { ...cleanEnvironment(), CANDOR_DATA: dataDir } });

test('the operators’ log of a stopped program is written to a file, which the verifier holds against itself', async () => {
  const file = join(folder, 'operators.jsonl');
  const exported = await tool('tools/export-operator-log.ts', file);
  // practice mode begins with two operators
  expect(exported.output).toMatch(/: 2 entries, head [0-9a-f]{64}$/m);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const head = /head ([0-9a-f]{64})/.exec(exported.output)?.[1] ?? '';
  const verified = await tool('apps/verifier/main.ts', '--operator-log', file, '--head', head);
  expect(verified.output).toContain(`2 entries, the chain holds up to the head ${head}`);
  expect(verified.code).toBe(0);
  await writeFile(file, (await readFile(file, 'utf8')).replace('"operator":"', '"operator":"x'));
  const changed = await tool('apps/verifier/main.ts', '--operator-log', file);
  expect(changed.output).toContain('entry 1 was changed: its hash is another.');
  expect(changed.code).toBe(1);
});
