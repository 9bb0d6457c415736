import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memoryFolder } from './memory-folder.ts';

const MUCH = 1e12;
const script = (memory: string) => `
  import { memoryFolder } from ${JSON.stringify(join(import.meta.dirname, 'memory-folder.ts'))};
  console.log(memoryFolder(${JSON.stringify(memory)}, ${MUCH}, 1) !== null)`;
let memory: string;
beforeAll(() => {
  memory = mkdtempSync('/dev/shm/candor-memory-');
});
afterAll(() => rmSync(memory, { recursive: true, force: true }));

it('takes a disk for no memory, nor a folder that is not there, nor memory that is scarce', () => {
  expect(memoryFolder('/proc', MUCH)).toBeNull();
  expect(memoryFolder(join(memory, 'absent'), MUCH)).toBeNull();
  expect(memoryFolder(memory, 8e9)).toBeNull();
});

it('removes what killed runs left, and nothing of a run that goes on or of anybody else', () => {
  const ended = spawnSync('true').pid;
  const left = join(memory, `candor-tests-${ended}`);
  const others = [`candor-tests-${process.ppid}`, 'candor-tests-', 'sem.other'].map((name) =>
    join(memory, name),
  );
  for (const folder of [left, ...others]) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'file'), 'text');
  }
  const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', script(memory)], {
    encoding: 'utf8',
  });
  expect(ran.stderr).toBe('');
  expect(ran.stdout.trim()).toBe('true');
  expect(existsSync(left)).toBe(false);
  expect(others.map((folder) => existsSync(folder))).toEqual([true, true, true]);
  expect(existsSync(join(memory, `candor-tests-${ran.pid}`)), 'its own, when it has ended').toBe(false);
});

it('leaves no run without a folder where several remove the same orphans at once', async () => {
  const orphans = Array.from({ length: 40 }, () => join(memory, `candor-tests-${spawnSync('true').pid}`));
  for (const orphan of orphans) {
    mkdirSync(orphan);
    for (let file = 0; file < 50; file += 1) writeFileSync(join(orphan, String(file)), 'text');
  }
  const runs = Array.from({ length: 4 }, async () => {
    const run = spawn(process.execPath, ['--input-type=module', '--eval', script(memory)]);
    let said = '';
    run.stdout.on('data', (chunk) => (said += chunk));
    run.stderr.on('data', (chunk) => (said += chunk));
    await once(run, 'close');
    return said.trim();
  });
  expect(await Promise.all(runs)).toEqual(['true', 'true', 'true', 'true']);
  expect(orphans.filter((orphan) => existsSync(orphan))).toEqual([]);
});
