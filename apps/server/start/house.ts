import { serveBus } from '../bus/index.ts';
import { seedHash } from '../feeds/simulator/seed.ts';
import { connectHistory } from '../history/index.ts';
import { MAKER_SETTINGS } from '../maker/index.ts';
import { startMarket } from '../market/index.ts';
import { openOutbox, serveOutbox } from '../outbox/index.ts';
import { openRecorder } from '../recorder/index.ts';
import type { Role } from '../roles/run-role.ts';
import { createTicketSigner, serveTickets } from '../tickets/index.ts';
import { createSecondTickets, followCatalogue } from '../usecases/index.ts';
import { busFaults } from './bus-line.ts';
import type { FeedOrigin } from './core.ts';
import { openCoreLine } from './core-line.ts';
import type { RoleInput } from './open-config.ts';
import { openPool } from './pool.ts';

const POOL_SIZE = 6;

/**
 * Runs what there is once: the bus, the public market with its candles, the house's makers, the outbox's deliveries,
 * the signer of second contracts' terms.
 */
export async function startHouse(role: Role, { config, sockets }: RoleInput): Promise<void> {
  const { lifecycle, readiness, log, say, name } = role;
  const now = Date.now;
  const warn = (line: string) => log.warn(line);
  const seed = (await role.ask('seed')) as Uint8Array;
  const recorder = await lifecycle.stage(
    'the recorder',
    () => openRecorder({ choice: config.feed, speed: config.feedSpeed, seed, now, log: warn }),
    (running) => running.stop(),
  );
  const { kind, venues } = recorder;
  role.tell('feed-origin', { kind, venues, seedHash: seedHash(seed) } satisfies FeedOrigin);
  const connectionString = (await role.ask('database')) as string;
  const pool = await openPool(lifecycle, connectionString, { name, max: POOL_SIZE });
  const bus = await lifecycle.stage(
    'the bus',
    () => serveBus({ path: sockets.bus, onError: busFaults(log) }),
    (running) => running.close(),
  );
  const core = await openCoreLine(role, sockets.core, 'house');
  const ticks = await openCoreLine(role, sockets.core, 'recorder');
  const engine = {
    submitFirst: ticks.submit.bind(ticks),
    status: ticks.status.bind(ticks),
    onTurn: () => () => {},
  };
  const outbox = await lifecycle.stage(
    'the outbox',
    () => openOutbox({ pool, core, log }),
    (running) => running.stop(),
  );
  serveOutbox(outbox, bus);
  const catalogues = await lifecycle.stage(
    'the catalogue',
    () => followCatalogue(core, (error) => log.error({ err: error }, 'the catalogue was not read')),
    (running) => running.stop(),
  );
  const history = await lifecycle.stage(
    'history',
    () => connectHistory({ pool, core, bus, manyDoors: true }),
    (running) => running.stop(),
  );
  const signer = createTicketSigner((await role.ask('tickets-seed')) as Uint8Array);
  serveTickets(createSecondTickets({ core, history, catalogues, signer }), bus);
  await lifecycle.stage(
    'the market',
    () =>
      startMarket({
        ...{ pool, core, engine, bus, recorder, seedHash: seedHash(seed), now, log: warn, say },
        historyFolder: config.historyFolder,
        makerSettings: { ...MAKER_SETTINGS, sizePpm: config.houseSizePpm, spreadPpm: config.houseSpreadPpm },
      }),
    (running) => running.stop(),
  );
  readiness.watch('feed', () => {
    const { phase, note } = recorder.status();
    return phase === 'running' || phase === 'ended' ? null : `${phase}: ${note}`;
  });
  role.tell('feed-note', recorder.status().note);
}
