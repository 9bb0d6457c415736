/** A process that runs a part of the storm for the test that forked it. */
import process from 'node:process';
import { runStorm, type StormPlan } from './storm.ts';

process.on('message', async (plan: StormPlan) => {
  process.send?.(await runStorm(plan));
  process.disconnect();
});
