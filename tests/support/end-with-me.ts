import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/** Reads `+ target` and `- target` from its input and kills the remaining targets at the end of it. */
const script = `
targets=
while read -r sign target; do
  others=
  for each in $targets; do [ "$each" = "$target" ] || others="$others $each"; done
  targets="$others"
  [ "$sign" = - ] || targets="$targets $target"
done
for each in $targets; do kill -s KILL -- "$each" 2>/dev/null; done
`;

let watcher: ChildProcess | null = null;

/**
 * Kills a child when this process ends, even by SIGKILL: the input of a watcher closes then. With `group`, kills the
 * whole process group of a detached child. A target that is gone is forgotten: its number may be used again.
 */
export function endWithMe(child: ChildProcess, { group = false } = {}): void {
  if (child.pid === undefined) return;
  const target = group ? -child.pid : child.pid;
  const input = watcherInput();
  input.write(`+ ${target}\n`);
  child.once('exit', () => {
    if (!isAlive(target)) input.write(`- ${target}\n`);
  });
}

function watcherInput(): Writable {
  if (watcher === null) {
    // detached: a signal to the group of the tests must not end it
    watcher = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    watcher.unref();
    (watcher.stdin as Writable & { unref(): void }).unref();
  }
  return watcher.stdin!;
}

function isAlive(target: number): boolean {
  try {
    process.kill(target, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
