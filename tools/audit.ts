/**
 * `npm run audit`: compares the locked packages with the advisories that the registry knows. Ends with 0 where none is
 * open, 1 where one is, and 2 where the registry told nothing.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Allowance, judge } from './audit-rules.ts';
import { root } from './run.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

const allowed = JSON.parse(readFileSync(join(root, 'tools/audit-allowed.json'), 'utf8')) as Allowance[];
const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
const { isChecked, faults } = judge(stdout || '{}', allowed, new Date().toISOString().slice(0, 10));
for (const fault of faults) say(fault);
if (!isChecked) say('The registry of this machine offers no advisories: nothing was checked.');
else if (faults.length === 0) say('No open advisory.');
process.exitCode = isChecked ? Math.min(1, faults.length) : 2;
