import { openEngine } from '@candor/journal';
import type { DatabaseLogins } from '../../base/database/index.ts';
import { Clock } from '../../engine/clock/index.ts';
import { serveCore } from '../../engine/core/index.ts';
import type { FeedView } from '../../prices/feeds/index.ts';
import { firstCommands, genesisOf, HOUSE_USER_ID } from '../../prices/listing/index.ts';
import { liveQueries } from '../subjects/live-queries.ts';
import { explainJournal } from './explain-journal.ts';
import type { RoleInput } from './open-config.ts';
import type { Role } from './roles/run-role.ts';

/** The recorder reconnects to a restarted core within a few hundred milliseconds. */
const TICKS_FIRST_MS = 3_000;

/** The facts of the feed that the core needs to begin a journal. */
export interface FeedOrigin extends Pick<FeedView, 'kind' | 'venues'> {
  readonly seedHash: string;
}

/** Recovers the engine from the journal, starts its clock, and serves it to the other processes. */
export async function startCore(role: Role, { config, sockets }: RoleInput): Promise<void> {
  const { lifecycle, readiness, log, patience } = role;
  const warn = (line: string) => log.warn(line);
  const { runtime: connectionString } = (await role.ask('database')) as DatabaseLogins;
  const feed = (await role.ask('feed-origin')) as FeedOrigin;
  const genesis = genesisOf(config.mode, feed, feed.seedHash);
  const bootstrap = firstCommands(config.mode, feed);
  const engine = await lifecycle.stage(
    'the journal',
    () =>
      patience(() => openEngine({ connectionString, genesis, bootstrap, log: warn })).catch(explainJournal),
    (running) => running.stop(),
  );
  readiness.watch('journal', () => {
    const status = engine.status();
    return status.state === 'ready' ? null : `${status.state}: ${status.reason ?? 'no reason given'}`;
  });
  await lifecycle.stage(
    'the clock',
    () => {
      const clock = new Clock({ engine, now: Date.now, log: warn });
      clock.start();
      return clock;
    },
    (running) => running.stop(),
  );
  await lifecycle.stage(
    'the line to the core',
    () =>
      serveCore(engine, {
        path: sockets.core,
        houseUserId: HOUSE_USER_ID,
        queries: liveQueries,
        log: warn,
        tuning: { ticksFirstMs: TICKS_FIRST_MS },
      }),
    (running) => running.close(),
  );
}
