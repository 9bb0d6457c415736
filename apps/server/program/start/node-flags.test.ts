import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { expect, test } from 'vitest';
import { environmentOf, nodeFlags } from './node-flags.ts';

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

test('the core alone asks for huge pages, unless its operator says otherwise', () => {
  const env = { PATH: '/bin', GLIBC_TUNABLES: 'glibc.malloc.hugetlb=0:glibc.malloc.arena_max=2' };
  expect(environmentOf('core', { PATH: '/bin' })).toEqual({
    PATH: '/bin',
    GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  });
  // glibc takes the last value of a setting
  expect(environmentOf('core', env).GLIBC_TUNABLES).toBe(`glibc.malloc.hugetlb=1:${env.GLIBC_TUNABLES}`);
  for (const role of ['door', 'history', 'signer'] as const) expect(environmentOf(role, env)).toBe(env);
});
