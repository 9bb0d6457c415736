import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { IdentityServer } from './server.ts';

export interface RunningIdentityServer extends IdentityServer {
  /** Processor time that the server has taken so far, in µs, to 10 ms. */
  cpuUs(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the server of the identity benches in a process of its own. */
export async function startIdentityServer(): Promise<RunningIdentityServer> {
  const child = fork(join(import.meta.dirname, 'server.ts'));
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`the server of the bench ended with ${code}`);
  });
  const [server] = (await Promise.race([once(child, 'message'), exit])) as [IdentityServer];
  exit.catch(() => {});
  return {
    ...server,
    cpuUs: () => cpuUsOf(child.pid ?? 0),
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

const US_PER_TICK = 10_000;

/** Processor time of a process, in user and system mode, in µs. */
export async function cpuUsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user = '0', system = '0'] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * US_PER_TICK;
}

export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function sendOnce(agent: Agent, { method, url, headers = {}, body }: Sent): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { agent, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve(text));
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

/**
 * Sends the same request over so many connections for so many seconds; all must succeed. Returns the answers, and how
 * many came in a second.
 */
export async function rateOf(
  sent: Sent,
  connections: number,
  seconds: number,
): Promise<{ readonly answered: number; readonly perSecond: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startMs = performance.now();
  const endMs = startMs + seconds * 1_000;
  let answered = 0;
  const one = async () => {
    while (performance.now() < endMs) {
      const text = await sendOnce(agent, sent);
      if (!text.includes('"code":200')) throw new Error(`refused: ${text.slice(0, 300)}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  return { answered, perSecond: (answered * 1_000) / (performance.now() - startMs) };
}
