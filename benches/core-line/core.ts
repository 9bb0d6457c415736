/**
 * A core with its own database, as a separate process. On request it reports the resources it used and the commands
 * it committed.
 */

import process from 'node:process';
import { openEngine } from '@candor/journal';
import { serveCore } from '../../apps/server/engine/core/index.ts';
import { liveQueries } from '../../apps/server/program/subjects/live-queries.ts';
import { houseUserId, listing, practiceGenesis } from '../../tools/workload/exchange.ts';
import type { CoreUse } from './messages.ts';

const [connectionString = '', path = '', users = '0'] = process.argv.slice(2);

const engine = await openEngine({
  connectionString,
  genesis: practiceGenesis,
  bootstrap: listing(Number(users), 1),
  log: (line) => console.error(line),
});
await serveCore(engine, { path, houseUserId, queries: liveQueries, log: (line) => console.error(line) });
let rows = 0;
engine.onCommitted(() => {
  rows += 1;
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const use: CoreUse = { cpuUs: user + system, committedSeq: engine.status().committedSeq, rows };
  process.send?.(use);
});
process.send?.('ready');
process.on('disconnect', () => process.exit());
