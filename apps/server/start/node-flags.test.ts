import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { expect, test } from 'vitest';
import { nodeFlags } from './node-flags.ts';

test.for(Object.entries(nodeFlags))('Node takes the flags of the %s', ([, flags]) => {
  const show = "process.stdout.write(process.execArgv.join(' '))";
  expect(execFileSync(process.execPath, [...flags, '-e', show], { encoding: 'utf8' })).toContain(
    flags.join(' '),
  );
});

test('Node refuses a flag that it does not know', () => {
  const start = () =>
    execFileSync(process.execPath, ['--max-inlined-nothing=1', '-e', '0'], { stdio: 'pipe' });
  expect(start).toThrow(/bad option/);
});
