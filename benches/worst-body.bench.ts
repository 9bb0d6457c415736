/**
 * Measures the longest turn of a house's loop, in the thread's processor time, while each call gets the largest and hardest
 * requests that a stranger can send, against the time to read and write a fixed list of JSON in the same process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type CallName, calls } from '@candor/api';
import type { BenchRow } from './row.ts';
import { type WorstRequest, worstHeads, worstRequests } from './worst-body/bodies.ts';
import type { WorstBodyServer } from './worst-body/server.ts';

/** Rounds of which the best counts: another round does not repeat a pause of the collector. */
const ROUNDS = 3;
const CONNECTIONS = 2;

function send(agent: Agent, url: string, { method, path, headers, body }: WorstRequest): Promise<void> {
  return new Promise((resolve) => {
    const sending = request(`${url}${path}`, { agent, method, headers }, (answer) => {
      answer.resume();
      answer.once('close', resolve);
    });
    // a body that is refused unread ends the connection
    sending.once('error', () => resolve());
    sending.end(body);
  });
}

async function sendAll(agent: Agent, url: string, requests: Iterable<WorstRequest>): Promise<void> {
  const left = requests[Symbol.iterator]();
  const one = async () => {
    for (let next = left.next(); next.done !== true; next = left.next()) await send(agent, url, next.value);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
}

/** The row `worst-body`. */
export async function run(quick = false): Promise<BenchRow[]> {
  const child = fork(join(import.meta.dirname, 'worst-body/server.ts'));
  const [{ url, token, peerMs }] = (await once(child, 'message')) as [WorstBodyServer];
  const longest = async (): Promise<number> => {
    child.send('longest');
    return ((await once(child, 'message')) as [number])[0];
  };
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const names = (Object.keys(calls) as CallName[]).filter((name) => !/^logout|^closeAccount/.test(name));
  const kinds: [string, () => Iterable<WorstRequest>][] = [
    ...names.map((name): [string, () => Iterable<WorstRequest>] => [name, () => worstRequests(name, token)]),
    ['heads', () => worstHeads(token)],
  ];
  try {
    let worst = { name: '', ms: 0 };
    for (const [name, requests] of kinds) {
      let ms = Number.POSITIVE_INFINITY;
      for (let round = 0; round < (quick ? 2 : ROUNDS); round += 1) {
        await longest();
        await sendAll(agent, url, requests());
        ms = Math.min(ms, await longest());
        // the next round can only be better
        if (ms <= worst.ms) break;
      }
      if (ms > worst.ms) worst = { name, ms };
    }
    return [
      {
        name: 'worst-body',
        ours: Number(worst.ms.toFixed(1)),
        peer: Number(peerMs.toFixed(1)),
        ratio: Number((peerMs / worst.ms).toFixed(2)),
        unit: 'ms of a turn',
        note:
          `${names.length} calls, ${CONNECTIONS} connections: fields, bodies, queries, heads and forms as large as they may ` +
          `be; the longest turn was of ${worst.name}, the best of ${quick ? 2 : ROUNDS} rounds each; peer: reading and ` +
          'writing a list of 20,000 rows as JSON; processor time of the thread; target 1',
      },
    ];
  } finally {
    agent.destroy();
    const gone = once(child, 'exit');
    child.disconnect();
    await gone;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
}
