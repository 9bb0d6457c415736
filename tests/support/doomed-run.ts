/** Runs the doomed worker as `npm test` runs its steps. */
import { forwardSignals, run } from '../../tools/run.ts';

forwardSignals();
await run(process.execPath, ['tests/support/doomed-worker.ts'], { show: true });
