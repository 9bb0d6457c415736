/** A recorder that stores its ticks in a folder, reports each synced tick, and never gets an answer from its core. */
import { NO_TICK_HASH } from '@candor/prices';
import { createBus } from '../../apps/server/base/bus/index.ts';
import { openFeed } from '../../apps/server/prices/feeds/index.ts';
import { openRecorderProcess, type RecorderCore } from '../../apps/server/prices/recorder/index.ts';

const folder = process.argv[2]!;
const log = (line: string) => process.send!({ log: line });
const feed = await openFeed({
  choice: { kind: 'simulator' },
  speed: 1,
  seed: Buffer.alloc(32, 3),
  now: Date.now,
  log,
});
const recorder = await openRecorderProcess({ feed, speed: 1, folder, now: Date.now, log });
const bus = createBus((error) => {
  throw error;
});
bus.subscribe('recorder.stream', (message) => {
  const { type, tick } = message as { type: string; tick?: unknown };
  if (type === 'tick') process.send!({ tick });
});
const symbols = feed.symbols.map((name, at) => ({ symbolId: at + 1, name, tickDecimal: '0.01' }));
const chain = { tickNo: 0, chainedMs: 0, recordNo: 0, hash: NO_TICK_HASH };
const core: RecorderCore = {
  submit: () => new Promise(() => {}),
  ask: async () => ({ symbols, chain }) as never,
  status: () => ({ state: 'ready' }) as never,
};
process.on('disconnect', () => process.exit());
await recorder.run({ core: Promise.resolve(core), bus: Promise.resolve(bus) });
