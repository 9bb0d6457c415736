/** The read models of a split server, as a separate process. Started by running.ts. */
import process from 'node:process';
import { readCommitted } from '@candor/journal';
import { startProjections } from '@candor/projections';
import { connectCore } from '../../apps/server/engine/core/index.ts';

const [connectionString = '', path = ''] = process.argv.slice(2);

const core = await connectCore({ path, role: 'history' });
await startProjections({
  connectionString,
  engine: {
    onCommitted: (listener) => core.onCommitted(listener),
    status: () => core.status(),
    replay: (afterSeq) => readCommitted({ connectionString, afterSeq }),
  },
});
process.send?.({});
process.on('disconnect', () => process.exit());
