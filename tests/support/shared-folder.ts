import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/run.ts';

/**
 * Returns a path in the folder `shared` beside the project. A linked worktree of Git has it beside the checkout that it
 * belongs to.
 */
export function sharedFolder(...path: string[]): string {
  const beside = join(root, '../shared');
  if (existsSync(beside)) return join(beside, ...path);
  const asked = ['rev-parse', '--path-format=absolute', '--git-common-dir'];
  const { status, stdout } = spawnSync('git', asked, { cwd: root, encoding: 'utf8' });
  return join(status === 0 ? join(stdout.trim(), '../../shared') : beside, ...path);
}
