/** Measures whether the read models keep up with 5,000 orders a second, and how far they trail. */
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openEngine } from '@candor/journal';
import { startProjections } from '@candor/projections';
import { listing, OrderFlow, practiceGenesis } from '../tools/workload/exchange.ts';
import { startDatabase } from './journal/postgres.ts';

const users = 1_000;
const ordersPerSecond = 5_000;
const stepMs = 10;
const targetLagMs = 1_000;

/** The row `projections`: the longest time from a commit to its rows being there. */
export async function run(quick = false) {
  const database = await startDatabase();
  try {
    const { connectionString } = database;
    const engine = await openEngine({
      connectionString,
      genesis: practiceGenesis,
      bootstrap: listing(users, 1),
    });
    const projections = await startProjections({ connectionString, engine });
    const seconds = quick ? 3 : 20;
    const flow = new OrderFlow(1, users, 1);
    const lagsMs: number[] = [];
    let sampling = true;
    const sampler = (async () => {
      while (sampling) {
        const beganMs = performance.now();
        if (!(await projections.caughtUp(engine.status().committedSeq, 30_000)))
          throw new Error('the read models stand still');
        lagsMs.push(performance.now() - beganMs);
        await sleep(20);
      }
    })();
    const startMs = performance.now();
    let sent = 0;
    while (performance.now() - startMs < seconds * 1000) {
      const due = Math.floor(((performance.now() - startMs) / 1000) * ordersPerSecond) - sent;
      sent += due;
      await Promise.all(Array.from({ length: due }, () => engine.submit(flow.next(Date.now()))));
      await sleep(stepMs);
    }
    const perSecond = sent / ((performance.now() - startMs) / 1000);
    sampling = false;
    await sampler;
    await projections.stop();
    await engine.stop();
    const ours = Math.max(...lagsMs);
    return [
      {
        name: 'projections',
        ours: Number(ours.toFixed(0)),
        peer: targetLagMs,
        ratio: Number((targetLagMs / ours).toFixed(2)),
        unit: 'ms of lag',
        note: `${Math.round(perSecond)} commands/s for ${seconds} s, the longest of ${lagsMs.length} samples; peer: the target`,
      },
    ];
  } finally {
    await database.stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await run(process.argv.includes('--quick')));
