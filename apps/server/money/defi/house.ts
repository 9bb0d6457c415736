import { migrate } from '../../base/database/index.ts';
import { startRounds } from '../../base/work/rounds.ts';
import type { HousePart } from '../../gateway/subject.ts';
import { tellMiners } from './pool-news.ts';
import { migrations } from './schema.ts';

const NEWS_MS = 60_000;

/** Tells miners about the pool that pays them. */
export const miningHouse: HousePart = async (house) => {
  // A first start makes the tables in whichever process comes first.
  await migrate(house.pool, 'defi', migrations);
  return startRounds({
    everyMs: NEWS_MS,
    round: () => tellMiners(house),
    log: house.log,
    failed: 'miners were not told about their pool',
  });
};
