/**
 * Measures the longest turn of a house's loop, in the thread's processor time, while each call of customers and operators, and
 * each socket, gets the largest and hardest that a stranger can send, against the time to read and write a fixed list of JSON in the same process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type CallName, calls, type OperatorCalls, operatorCalls } from '@candor/api';
import type { BenchRow } from './row.ts';
import { type WorstRequest, worstHeads, worstOperatorRequests, worstRequests } from './worst-body/bodies.ts';
import type { WorstBodyServer } from './worst-body/server.ts';
import {
  sendSocket,
  type WorstSocket,
  worstOfMarket,
  worstOfMqtt,
  worstOfOwner,
  worstUpgrades,
} from './worst-body/sockets.ts';

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

/** Takes one after another over as many connections. */
async function inTurns<T>(all: Iterable<T>, take: (each: T) => Promise<void>): Promise<void> {
  const left = all[Symbol.iterator]();
  const one = async () => {
    for (let next = left.next(); next.done !== true; next = left.next()) await take(next.value);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
}

/** The row `worst-body`. */
export async function run(quick = false): Promise<BenchRow[]> {
  const child = fork(join(import.meta.dirname, 'worst-body/server.ts'));
  const [server] = (await once(child, 'message')) as [WorstBodyServer];
  const { url, token, userId, symbols, consoleUrl, consoleToken, peerMs } = server;
  const longest = async (): Promise<number> => {
    child.send('longest');
    return ((await once(child, 'message')) as [number])[0];
  };
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const names = (Object.keys(calls) as CallName[]).filter((name) => !/^logout|^closeAccount/.test(name));
  const asked = (at: string, requests: () => Iterable<WorstRequest>) => () =>
    inTurns(requests(), (each) => send(agent, at, each));
  const opened = (sockets: () => Iterable<WorstSocket>) => () =>
    inTurns(sockets(), (each) => sendSocket(url, each));
  const operators = Object.keys(operatorCalls) as (keyof OperatorCalls)[];
  const kinds: [string, () => Promise<void>][] = [
    ['the socket of the market', opened(() => worstOfMarket(symbols))],
    ['the socket of a user', opened(() => worstOfOwner(userId, token))],
    ['the socket of MQTT', opened(() => worstOfMqtt(userId, token))],
    ['heads of sockets', opened(worstUpgrades)],
    ...operators
      .filter((name) => name !== 'operatorLogout')
      .map((name): [string, () => Promise<void>] => [
        name,
        asked(consoleUrl, () => worstOperatorRequests(name, consoleToken)),
      ]),
    ...names.map((name): [string, () => Promise<void>] => [
      name,
      asked(url, () => worstRequests(name, token)),
    ]),
    ['heads', asked(url, () => worstHeads(token))],
  ];
  try {
    let worst = { name: '', ms: 0 };
    for (const [name, sendAll] of kinds) {
      let ms = Number.POSITIVE_INFINITY;
      for (let round = 0; round < (quick ? 2 : ROUNDS); round += 1) {
        await longest();
        await sendAll();
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
          `${names.length} calls of customers, ${operators.length} of operators and all sockets, ${CONNECTIONS} connections: ` +
          `fields, bodies, queries, heads, forms and messages as large as they may be; the longest turn was of ${worst.name}, the best of ${quick ? 2 : ROUNDS} rounds each; peer: reading and ` +
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
