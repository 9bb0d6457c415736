/** Durable commands a second through the journal's engine, against pgbench's TPC-B on the same PostgreSQL. */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { openEngine } from '@candor/journal';
import { listing, OrderFlow, practiceGenesis } from '../tools/workload/exchange.ts';
import { flood } from './journal/flood.ts';
import { pgbenchTpcB, startDatabase } from './journal/postgres.ts';

const users = 1_000;
const commands = 400_000;
const warmUp = 50_000;
const inFlight = 2_000;
const batch = 500;

/** The row `journal`. */
export async function run(quick = false) {
  const database = await startDatabase();
  try {
    const count = quick ? commands / 10 : commands;
    const tpcB = await pgbenchTpcB(await database.another('tpcb'), quick ? 3 : 10);
    const engine = await openEngine({
      connectionString: database.connectionString,
      genesis: practiceGenesis,
      bootstrap: listing(users, 1),
      log: (line) => console.error(line),
      tuning: { maxBatchCommands: batch },
    });
    const flow = new OrderFlow(1, users, 1);
    const submissions = Array.from({ length: warmUp + count }, () => flow.next(Date.now()));
    await flood(engine, submissions.slice(0, warmUp), inFlight);
    let rows = 0;
    engine.onCommitted(() => {
      rows += 1;
    });
    const ours = await flood(engine, submissions.slice(warmUp), inFlight);
    await engine.stop();
    return [
      {
        name: 'journal',
        ours: Math.round(ours),
        peer: Math.round(tpcB),
        ratio: Number((ours / tpcB).toFixed(1)),
        unit: 'commands/s',
        note:
          `${Math.round(count / rows)} commands a row and transaction; peer: pgbench TPC-B, 8 clients, scale 8, ` +
          'same server, its transactions a second',
      },
    ];
  } finally {
    await database.stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await run(process.argv.includes('--quick')));
