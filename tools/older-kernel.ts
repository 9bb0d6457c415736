/**
 * Bundles the kernel of an older commit to one file, as that commit's program stored it in its journals:
 * `node tools/older-kernel.ts <commit> <file.mjs.br>`. The journal's tests write with it and go on under today's.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { root } from './run.ts';

const packages = ['money', 'prices', 'rules', 'products', 'kernel'];

const [commit, file] = process.argv.slice(2);
if (commit === undefined || file === undefined)
  throw new Error('usage: older-kernel.ts <commit> <file.mjs.br>');
const folder = mkdtempSync(join(tmpdir(), 'candor-older-'));
try {
  const paths = packages.map((name) => `packages/${name}`);
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { maxBuffer: 1 << 28 });
  for (const path of git('ls-tree', '-r', '--name-only', commit, ...paths)
    .toString()
    .trim()
    .split('\n')) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), git('show', `${commit}:${path}`));
  }
  const entry = (name: string) => join(folder, 'packages', name, 'index.ts');
  const alias = Object.fromEntries(packages.map((name) => [`@candor/${name}`, entry(name)]));
  const build = await rolldown({
    input: entry('kernel'),
    platform: 'neutral',
    logLevel: 'silent',
    resolve: { alias },
  });
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false });
  await build.close();
  writeFileSync(file, brotliCompressSync(output[0].code));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
