import { kyselyOf, migrate } from '../../base/database/index.ts';
import { startRounds } from '../../base/work/rounds.ts';
import type { HousePart } from '../../gateway/subject.ts';
import { tellMiners } from './pool-news.ts';
import { migrations } from './schema.ts';
import { tellOpenChanges } from './wallet-change.ts';

const NEWS_MS = 60_000;

/** Tells miners about the pool that pays them, and of other wallets that waited to join. */
export const miningHouse: HousePart = async (house) => {
  // A first start makes the tables in whichever process comes first.
  await migrate(house.pool, 'defi', migrations);
  const { log, now, core } = house;
  const waitingMove = (userId: number) => core.ask('miningWaitingMove', userId);
  const db = kyselyOf(house.pool);
  const stopNews = startRounds({
    everyMs: NEWS_MS,
    round: () => tellMiners(house),
    log,
    failed: 'miners were not told about their pool',
  });
  const stopChanges = startRounds({
    everyMs: NEWS_MS,
    round: () => tellOpenChanges({ db, waitingMove, now }),
    log,
    failed: 'owners of waiting wallets were not told',
  });
  return async () => {
    await Promise.all([stopNews(), stopChanges()]);
  };
};
