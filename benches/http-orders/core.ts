/** The core of a split server, as a separate process: only the engine and its socket. Started by running.ts. */

import process from 'node:process';
import { serveCore } from '../../apps/server/engine/core/index.ts';
import { HOUSE_USER_ID } from '../../apps/server/prices/listing/index.ts';
import { liveQueries } from '../../apps/server/program/subjects/live-queries.ts';
import { openBenchCore } from './house.ts';

const [connectionString = '', users = '0', path = ''] = process.argv.slice(2);

const engine = await openBenchCore(connectionString, Number(users));
await serveCore(engine, { path, houseUserId: HOUSE_USER_ID, queries: liveQueries });
process.send?.({});
process.on('disconnect', () => process.exit());
