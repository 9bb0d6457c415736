/**
 * Measures calls a second of a signed-in user against the same call without a login, by turns: the least call that
 * there is, so that the ratio shows what finding the session and counting its user cost.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { median } from './http-orders/running.ts';
import { rateOf, startIdentityServer } from './identity/running.ts';
import type { BenchRow } from './row.ts';

const CONNECTIONS = 32;

/** The row `sessions`. */
export async function run(quick = false): Promise<BenchRow[]> {
  const server = await startIdentityServer();
  try {
    const calls = {
      signedIn: {
        method: 'GET',
        url: `${server.callsUrl}/signed-in`,
        headers: { authorization: server.token },
      },
      open: { method: 'GET', url: `${server.callsUrl}/open` },
    } as const;
    const rates = { signedIn: [] as number[], open: [] as number[] };
    const cpuUs = { signedIn: [] as number[], open: [] as number[] };
    const seconds = quick ? 2 : 4;
    for (let turn = 0; turn <= (quick ? 2 : 7); turn += 1) {
      const order = turn % 2 === 0 ? (['signedIn', 'open'] as const) : (['open', 'signedIn'] as const);
      for (const kind of order) {
        const before = await server.cpuUs();
        const { answered, perSecond } = await rateOf(calls[kind], CONNECTIONS, seconds);
        // the first turn only warms up
        if (turn === 0) continue;
        rates[kind].push(perSecond);
        cpuUs[kind].push(((await server.cpuUs()) - before) / answered);
      }
    }
    const { signedIn, open } = rates;
    return [
      {
        name: 'sessions',
        ours: Math.round(median(signedIn)),
        peer: Math.round(median(open)),
        ratio: Number(median(signedIn.map((rate, turn) => rate / (open[turn] as number))).toFixed(2)),
        unit: 'calls/s',
        note:
          `${CONNECTIONS} connections, a call that answers one field; peer: the same call that needs no login; processor time of ` +
          `the server a call: ${median(cpuUs.signedIn).toFixed(1)} µs, the peer ${median(cpuUs.open).toFixed(1)}; medians of ` +
          `${open.length} alternating turns, the ratio within each; target 0.85`,
      },
    ];
  } finally {
    await server.stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.table(await run(process.argv.includes('--quick')));
}
