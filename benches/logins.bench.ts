/**
 * Measures logins a second over HTTP against bare argon2id at the same cost, by turns: whatever a login costs beside its
 * hash (limits, rows, a session) is what the ratio lacks to 1.
 */

import { availableParallelism } from 'node:os';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { hashPassword, passwordMatches } from '../apps/server/gateway/logins/index.ts';
import { median } from './http-orders/running.ts';
import { rateOf, startIdentityServer } from './identity/running.ts';
import type { BenchRow } from './row.ts';

const CONNECTIONS = 8;
const SENDER = { lane: 'known', keys: [] } as const;

/** Verifications a second, as many at once as the server lets under way. */
async function bareRate(kept: string, password: string, seconds: number): Promise<number> {
  const startMs = performance.now();
  let done = 0;
  const one = async () => {
    while (performance.now() - startMs < seconds * 1_000) {
      if (!(await passwordMatches(kept, password, SENDER))) throw new Error('a right password did not match');
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return (done * 1_000) / (performance.now() - startMs);
}

/** The row `logins`. */
export async function run(quick = false): Promise<BenchRow[]> {
  const server = await startIdentityServer();
  try {
    const { account, password } = server;
    const kept = await hashPassword(password, SENDER);
    const sent = {
      method: 'POST',
      url: `${server.houseUrl}/api/user/login`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'account', account, password }),
    } as const;
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let turn = 0; turn <= (quick ? 2 : 7); turn += 1) {
      const seconds = quick ? 2 : 4;
      const { perSecond: rate } = await rateOf(sent, CONNECTIONS, seconds);
      const peer = await bareRate(kept, password, seconds);
      // the first turn only warms up
      if (turn === 0) continue;
      ours.push(rate);
      bare.push(peer);
    }
    return [
      {
        name: 'logins',
        ours: Number(median(ours).toFixed(1)),
        peer: Number(median(bare).toFixed(1)),
        ratio: Number(median(ours.map((rate, turn) => rate / (bare[turn] as number))).toFixed(2)),
        unit: 'logins/s',
        note:
          `${CONNECTIONS} connections, account name and password, each opens a session; argon2id with 19 MiB and 2 passes, ` +
          `at most ${Math.min(2, Math.max(1, availableParallelism() >> 1))} at once; peer: the same verification alone; ` +
          `medians of ${ours.length} alternating turns, the ratio within each; target 0.9`,
      },
    ];
  } finally {
    await server.stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
}
