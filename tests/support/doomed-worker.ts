/** Starts a detached group of two processes as a test does, prints its number, and waits. */
import { spawn } from 'node:child_process';
import { endWithMe } from './end-with-me.ts';

const child = spawn('sh', ['-c', 'sleep 600 & sleep 600'], { detached: true, stdio: 'ignore' });
endWithMe(child, { group: true });
process.stdout.write(`${child.pid}\n`);
setInterval(() => {}, 1_000);
