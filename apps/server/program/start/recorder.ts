import { Stopping, unlessStopping } from '../../base/work/lifecycle.ts';
import { openFeed } from '../../prices/feeds/index.ts';
import { seedHash } from '../../prices/feeds/simulator/seed.ts';
import { openRecorderProcess } from '../../prices/recorder/index.ts';
import { openBusLine } from './bus-line.ts';
import type { FeedOrigin } from './core.ts';
import { openCoreLine } from './core-line.ts';
import type { RoleInput } from './open-config.ts';
import type { Role } from './roles/run-role.ts';

/** Plays the feed, chains its ticks into its own file, and sends them to the core. It accepts no connections. */
export async function startRecorder(role: Role, { config, sockets }: RoleInput): Promise<void> {
  const { lifecycle, readiness, log } = role;
  const now = Date.now;
  const warn = (line: string) => log.warn(line);
  const seed = (await role.ask('seed')) as Uint8Array;
  const folder = (await role.ask('ticks-folder')) as string;
  const speed = config.feedSpeed;
  const feed = await openFeed({ choice: config.feed, speed, seed, now, log: warn });
  const recorder = await openRecorderProcess({ feed, speed, folder, now, log: warn });
  const { kind, venues } = feed;
  role.tell('feed-origin', { kind, venues, seedHash: seedHash(seed) } satisfies FeedOrigin);
  // The feed plays without the core and the bus: ticks are kept, and published once both are connected.
  const core = exceptStopping(openCoreLine(role, sockets.core, 'recorder'));
  const bus = exceptStopping(openBusLine(role, sockets.bus, true));
  await unlessStopping(lifecycle.signal, recorder.run({ core, bus }));
  await unlessStopping(lifecycle.signal, Promise.all([core, bus]));
  await lifecycle.stage(
    'the recorder',
    () => recorder,
    (running) => running.stop(),
  );
  readiness.watch('feed', () => {
    const { phase, note } = recorder.status();
    return phase === 'running' || phase === 'ended' ? null : `${phase}: ${note}`;
  });
  role.tell('feed-note', recorder.status().note);
}

/** Ignores a connection that a stop cancels: it is neither established nor failed. */
function exceptStopping<T>(line: Promise<T>): Promise<T> {
  return line.catch((error: unknown) => {
    if (error instanceof Stopping) return new Promise<T>(() => {});
    throw error;
  });
}
